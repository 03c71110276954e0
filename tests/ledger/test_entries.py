"""Entries: every movement sums to zero, or it is not built."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game.money import Pence
from app.ledger.entries import (
    DEMO_FUNDS,
    HOUSE,
    STAKES,
    Entry,
    EntryKind,
    Posting,
    Unbalanced,
    closing_entry,
    grant_entry,
    player_account,
    stake_entry,
)

PLAYER = player_account("seat")
SUMS = st.integers(min_value=1, max_value=10**9).map(Pence)


def test_an_entry_that_does_not_sum_to_zero_is_not_built() -> None:
    with pytest.raises(Unbalanced, match="sum to 1 pence"):
        Entry(EntryKind.STAKE, "round", (Posting(PLAYER, Pence(-99)), Posting(STAKES, Pence(100))))


@pytest.mark.parametrize(
    "postings",
    [
        (),
        (Posting(PLAYER, Pence(0)), Posting(STAKES, Pence(0))),
        (Posting(PLAYER, Pence(5)), Posting(PLAYER, Pence(-5))),
    ],
)
def test_an_entry_that_moves_nothing_is_not_built(postings: tuple[Posting, ...]) -> None:
    with pytest.raises(Unbalanced):
        Entry(EntryKind.STAKE, "round", postings)


def test_a_stake_leaves_the_player_and_waits() -> None:
    entry = stake_entry("seat", "round", Pence(200))
    assert entry.postings == (Posting(PLAYER, Pence(-200)), Posting(STAKES, Pence(200)))


def test_a_lost_stake_goes_to_the_house() -> None:
    entry = closing_entry(EntryKind.SETTLEMENT, "seat", "round", Pence(200), Pence(0))
    assert entry.postings == (Posting(STAKES, Pence(-200)), Posting(HOUSE, Pence(200)))


def test_a_win_is_paid_by_the_house() -> None:
    entry = closing_entry(EntryKind.SETTLEMENT, "seat", "round", Pence(200), Pence(600))
    assert entry.postings == (
        Posting(STAKES, Pence(-200)),
        Posting(PLAYER, Pence(600)),
        Posting(HOUSE, Pence(-400)),
    )


def test_a_void_round_costs_the_house_nothing() -> None:
    entry = closing_entry(EntryKind.VOID, "seat", "round", Pence(400), Pence(400))
    assert {posting.account for posting in entry.postings} == {STAKES, PLAYER}


def test_play_money_comes_from_the_demo_funds() -> None:
    entry = grant_entry("seat", Pence(100_000))
    assert entry.postings[0] == Posting(DEMO_FUNDS, Pence(-100_000))


@given(SUMS, st.integers(min_value=0, max_value=10**9))
def test_every_closing_balances_and_empties_what_was_held(staked: Pence, returned: int) -> None:
    held = stake_entry("seat", "round", staked)
    closing = closing_entry(EntryKind.SETTLEMENT, "seat", "round", staked, Pence(returned))
    amounts = [p.amount for p in held.postings + closing.postings if p.account == STAKES]
    assert sum(amounts) == 0
    assert sum(posting.amount for posting in closing.postings) == 0
