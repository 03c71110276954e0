"""Tests in a real Chromium: pages as people use them, with no request beyond their own origin."""
