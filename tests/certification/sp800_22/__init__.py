"""Tests of the fifteen tests of SP 800-22."""
