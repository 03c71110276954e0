"""The forms of stored texts are those that announcements and bets were made in."""

import pytest

from app.store import forms
from rng import announcement


@pytest.mark.parametrize("name", ["UUID_FORM", "SHA256_FORM", "SHOE_FORM", "CLIENT_SEED_FORM"])
def test_a_text_is_stored_in_the_form_that_it_was_made_in(name: str) -> None:
    assert getattr(forms, name) == getattr(announcement, name)
