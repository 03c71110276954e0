"""The shipped rules file: its values, and that it is a contract which nobody edits."""

import hashlib
from fractions import Fraction

import pytest

from config.documents import resource
from config.loader import UnknownRules, load_rules, rules_by_hash, shipped_rules
from config.rules import (
    DealerRules,
    Interrupted,
    InterruptedFinish,
    Pays,
    PlayerRules,
    PontoonAfterSplit,
    Rules,
    ShoeRules,
    Soft17,
    StakeRules,
)

# Rounds are bound to these hashes for ever. A change of the rules is a new file and a new line
# here; an old line is never changed.
SHIPPED = {
    "casino-8-deck/1": "4c40ba13145455afc7da36c708612397419192d128d627911faaccdbca8e0f56",
}


def test_no_shipped_rules_file_was_edited_added_or_lost() -> None:
    assert {file.rules.id: file.sha256 for file in shipped_rules()} == SHIPPED


def test_the_hash_is_that_of_the_bytes_of_the_file() -> None:
    data = resource("rules/casino-8-deck-1.toml").read_bytes()
    assert load_rules().sha256 == hashlib.sha256(data).hexdigest()


def test_the_shipped_rules_are_r1_to_r19() -> None:
    assert load_rules("casino-8-deck/1").rules == Rules(
        id="casino-8-deck/1",
        shoe=ShoeRules(packs=8, reshuffle_after=139),
        dealer=DealerRules(soft_17=Soft17.TWIST, five_card_trick=True),
        player=PlayerRules(
            stick_min=15,
            twist_on_21=True,
            buys_per_hand=1,
            hands_max=3,
            one_card_to_split_aces=False,
            pontoon_after_split=PontoonAfterSplit.PONTOON,
        ),
        pays=Pays(win=Fraction(1), pontoon=Fraction(2), five_card_trick=Fraction(2)),
        stakes=StakeRules(min_pence=200, max_pence=100_000, step_pence=100),
        interrupted=Interrupted(finish=InterruptedFinish.STICK_WHEN_ALLOWED),
    )


def test_three_hands_and_the_dealer_use_at_most_twenty_cards() -> None:
    assert load_rules().rules.cards_max == 20


@pytest.mark.parametrize("sha256", SHIPPED.values())
def test_shipped_rules_are_found_by_their_hash(sha256: str) -> None:
    assert rules_by_hash(sha256).sha256 == sha256


def test_an_unknown_id_or_hash_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownRules, match=r"casino-9-deck/1.*casino-8-deck/1"):
        load_rules("casino-9-deck/1")
    with pytest.raises(UnknownRules, match=SHIPPED["casino-8-deck/1"]):
        rules_by_hash("00" * 32)
