"""Tests, mirroring the packages they judge; never shipped."""
