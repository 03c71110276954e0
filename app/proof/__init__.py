"""Proof documents of ended rounds: built, signed, and judged by playing the round again.

Imports the game, the draw and the rules, and neither server, database nor network.
"""
