"""The return computed, not sampled: a finite shoe, no replacement, nothing left out."""
