"""Orders: one function for each thing a player, an operator or an auditor may ask.

Every function takes the `House` and returns frozen views or raises a refusal; no HTTP here.
"""
