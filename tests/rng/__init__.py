"""Chance against its vectors, its limits and its failures."""
