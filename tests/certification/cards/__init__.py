"""Tests of `certification.cards`."""
