"""From data to a verdict: seeds and streams, families of tests, two stages, rates of error.

The tests themselves are in `certification.cards` and `certification.sp800_22`; how a verdict is
printed and signed is in `certification.report`.
"""
