"""Cards as dealt: the dealer that is judged, what is collected from it, and the tests on it.

Every test has the exact law of drawing without replacement, derived where it stands. How their
p-values become a verdict is in `certification.judgement`.
"""
