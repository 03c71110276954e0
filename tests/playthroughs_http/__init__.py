"""Rounds played over HTTP, in process and against `pontoon serve`, with eyes on what leaks."""
