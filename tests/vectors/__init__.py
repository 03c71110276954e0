"""Data for tests, with its sources in README.md."""
