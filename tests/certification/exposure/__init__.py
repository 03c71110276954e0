"""Tests of what a player gains who reads the counts: shoes, estimates, gains, the command."""
