"""Tests of the simulation: the kernel against its slow twin, its sums, the division of its work."""
