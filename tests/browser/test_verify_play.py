"""A thousand proofs from play, and play under other rules: page and program say the same."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.proof.document import Proof, to_json
from app.proof.follow import known_rules
from config.loader import RulesFile, ShoePolicy, load_rules
from tests.browser.checker import Checker, as_said, chained, comparable, ndjson
from tests.proof.rounds import HOUSE_KEY, RandomSeat

PROOFS = 1_000
CHANGES = [
    ("shoe.packs=6", "shoe.reshuffle_after=100"),
    ("shoe.reshuffle_after=0",),
    ("dealer.soft_17=stick",),
    ("dealer.five_card_trick=false",),
    ("player.stick_min=12",),
    ("player.stick_min=18", "player.twist_on_21=false"),
    ("player.buys_per_hand=0",),
    ("player.hands_max=1",),
    ("player.hands_max=4",),
    ("player.one_card_to_split_aces=true",),
    ("player.pontoon_after_split=21",),
    ("player.pontoon_after_split=21", "player.one_card_to_split_aces=true"),
    ("pays.win=3:2", "pays.pontoon=3:1", "pays.five_card_trick=5:2"),
    ("stakes.min_pence=500", "stakes.max_pence=50000", "stakes.step_pence=500"),
]

TWENTY_ONE = re.compile(r"Hand \d: A[CDHS] [TJQK][CDHS], soft 21\.|[TJQK][CDHS] A[CDHS], soft 21\.")


def played(seat: RandomSeat, count: int) -> Iterator[Proof]:
    """Rounds of every ending; some are finished by the house, some have no seed of the player."""
    makers = (
        seat.settled,
        lambda: seat.settled(house_from=1),
        seat.void,
        lambda: seat.settled(client_seed=False),
        seat.unstaked,
        seat.settled,
        lambda: seat.void(actions_max=0),
        seat.lapsed,
    )
    for index in range(count):
        yield makers[index % len(makers)]().proof


def renamed(file: RulesFile) -> RulesFile:
    """The same rules by an id that a document may have: that of a change has a `+`."""
    return replace(file, rules=replace(file.rules, id="changed/1"))


def test_a_thousand_proofs_from_play_are_confirmed_as_one_file(checker: Checker) -> None:
    proofs = list(played(RandomSeat(seed=41), PROOFS))
    assert {proof.status for proof in proofs} == {"settled", "void", "lapsed"}
    assert {len(proof.hands) for proof in proofs} == {0, 1, 2, 3}
    assert any(proof.words_passed_over for proof in proofs)
    said = checker.lines(ndjson(proofs), HOUSE_KEY.public)
    assert said == chained(map(to_json, proofs), HOUSE_KEY.public)
    verdicts = {(one["verdict"], one["signature"]) for one in said}
    assert (len(said), verdicts) == (PROOFS, {("confirmed", "valid")})


def test_each_round_is_told_line_for_line_as_replay_tells_it(checker: Checker) -> None:
    proofs = list(played(RandomSeat(seed=42), 300))
    said = checker.judged([to_json(proof) for proof in proofs])
    for proof, one in zip(proofs, said, strict=True):
        assert comparable(one) == comparable(as_said(proof)), proof.number


def test_what_a_split_ace_and_a_ten_are_called_follows_the_rules_too(checker: Checker) -> None:
    file = renamed(load_rules(changes=("player.pontoon_after_split=21",)))
    seat = RandomSeat(seed=40, rules_file=file)
    proofs = [seat.settled().proof for _ in range(120)]
    said = checker.judged([to_json(proof) for proof in proofs], rules_files=[file])
    known = known_rules((file,))
    told = [as_said(proof, rules_files=known)["told"] for proof in proofs]
    assert [one["told"] for one in said] == told
    assert any(TWENTY_ONE.search(one) for one in told)


@pytest.mark.parametrize("changes", CHANGES, ids=" ".join)
def test_every_field_of_the_rules_is_obeyed(checker: Checker, changes: tuple[str, ...]) -> None:
    file = renamed(load_rules(changes=changes, shoe=ShoePolicy.FRESH))
    seat = RandomSeat(seed=43, rules_file=file)
    proofs = [seat.settled(stake=file.rules.stakes.min_pence).proof for _ in range(150)]
    judged = checker.lines(ndjson(proofs), rules_files=[file])
    assert [one["findings"] for one in judged] == [[] for _ in proofs]
    assert judged == chained(map(to_json, proofs), rules_files=known_rules((file,)))
