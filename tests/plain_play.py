"""How every test plays a hand that it only needs to end."""

from collections.abc import Container


def plain_action(legal: Container[str]) -> str:
    """Stick as soon as that is allowed, else twist: it risks no more and always ends."""
    return "stick" if "stick" in legal else "twist"
