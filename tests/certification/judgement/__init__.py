"""Tests of `certification.judgement`."""
