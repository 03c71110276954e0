"""Tests of `certification.controls`."""
