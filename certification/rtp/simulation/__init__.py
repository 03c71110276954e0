"""Rounds dealt by the million with the production generator, and what they say about the return."""
