"""Tests of the report on the return: tolerances, what it says, its pages, its signature."""
