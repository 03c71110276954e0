"""Return to player against published figures, twins and its own contradictions."""
