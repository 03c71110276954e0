"""The proofs of a seat one after another: numbers, shoes, ids and times go on."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.proof.chain import Chain
from app.proof.document import Proof
from app.proof.follow import KnownRules, known_rules
from app.proof.judge import judge
from config.documents import resource
from config.loader import RulesFile, load_rules
from tests.proof.rounds import RandomSeat, random_proofs

OTHER_SEAT = "01890000-0000-7000-8000-00000000b0b5"


def found(proofs: list[Proof], rules_files: KnownRules | None = None) -> list[tuple[int, str]]:
    """The number of each proof with a finding, and where the finding is."""
    chain = Chain(rules_files)
    return [
        (proof.number, finding.where)
        for proof in proofs
        for finding in chain.add(proof, judge(proof, rules_files=rules_files)).findings
    ]


def mixed(count: int) -> list[Proof]:
    """Rounds of every ending."""
    seat = RandomSeat(seed=8)
    makers = (seat.settled, seat.settled, seat.lapsed, seat.void, seat.unstaked)
    return [makers[index % len(makers)]().proof for index in range(count)]


PROOFS = mixed(30)


def test_rounds_of_every_ending_go_on_from_one_another_and_through_a_whole_shoe() -> None:
    proofs = mixed(150)
    assert found(proofs) == []
    made_whole = [proof.number for proof in proofs if proof.shoe_before == "8" * 52]
    assert len(made_whole) > 4


def test_a_file_may_begin_at_any_number() -> None:
    assert found(PROOFS[7:]) == []


def test_number_one_begins_with_a_whole_shoe() -> None:
    seat = RandomSeat(seed=8)
    seat.shoe = seat.shoe.without([0])
    assert found([seat.settled().proof]) == [(1, "chain.shoe_before")]


def test_a_round_left_out_is_a_gap() -> None:
    assert found(PROOFS[:9] + PROOFS[10:]) == [(11, "chain.number")]


def test_a_round_given_twice_repeats_everything_that_is_used_once() -> None:
    where = ["chain.round_id", "chain.commitment", "chain.server_secret", "chain.number"]
    assert found([*PROOFS[:9], PROOFS[8], *PROOFS[9:]]) == [(9, name) for name in where]


def test_newest_first_is_not_the_order() -> None:
    assert found([PROOFS[1], PROOFS[0]]) == [(1, "chain.number")]


def test_another_seat_does_not_belong_here() -> None:
    other = RandomSeat(seed=9, seat=OTHER_SEAT).settled().proof
    assert found([*PROOFS[:3], other, *PROOFS[3:]]) == [(1, "chain.seat_id")]


def test_r3_the_next_round_starts_from_what_the_last_one_left() -> None:
    seat = RandomSeat(seed=8)
    first = seat.settled().proof
    seat.shoe = seat.shoe.without([51])
    assert found([first, seat.settled().proof]) == [(2, "chain.shoe_before")]


def test_a_false_list_of_cards_does_not_make_the_next_shoe_look_wrong() -> None:
    false = replace(PROOFS[5], cards=PROOFS[5].cards[::-1])
    assert found([*PROOFS[:5], false, *PROOFS[6:]]) == [(6, "cards")]


def test_a_secret_may_not_be_used_again() -> None:
    again = replace(PROOFS[1], server_secret=PROOFS[0].server_secret)
    assert (2, "chain.server_secret") in found([PROOFS[0], again])


def test_a_round_opens_after_the_one_before_has_ended() -> None:
    early = replace(PROOFS[1], opened_at="2026-03-02T10:00:00.000000Z")
    assert found([PROOFS[0], early, PROOFS[2]]) == [(2, "chain.opened_at")]
    lapsed_early = replace(PROOFS[2], settled_at="2026-03-02T10:00:00.000000Z")
    assert found([*PROOFS[:2], lapsed_early]) == [(3, "chain.settled_at")]


def test_after_an_unusable_line_the_chain_begins_again() -> None:
    chain = Chain()
    chain.add(PROOFS[0], judge(PROOFS[0]))
    chain.interrupt()
    assert chain.add(PROOFS[5], judge(PROOFS[5])).findings == ()


def after_a_gap(proof: Proof) -> list[tuple[str, object, object]]:
    """What is found in a proof that comes after round 10 and a line that is none."""
    chain = Chain()
    for before in PROOFS[:10]:
        chain.add(before, judge(before))
    chain.interrupt()
    findings = chain.add(proof, judge(proof)).findings
    return [(finding.where, finding.expected, finding.found) for finding in findings]


def test_after_an_unusable_line_the_seat_is_still_the_same() -> None:
    other = RandomSeat(seed=9, seat=OTHER_SEAT).settled().proof
    assert ("chain.seat_id", PROOFS[0].seat_id, OTHER_SEAT) in after_a_gap(other)


def test_after_an_unusable_line_numbers_do_not_go_back() -> None:
    back = replace(PROOFS[20], number=3)
    assert ("chain.number", "more than 10", 3) in after_a_gap(back)


def test_after_an_unusable_line_time_does_not_go_back() -> None:
    early = replace(PROOFS[20], opened_at="2026-03-02T10:00:00.000000Z")
    found_ = [where for where, _, _ in after_a_gap(early)]
    assert found_ == ["chain.opened_at"]


def test_a_line_that_is_nothing_between_two_rounds_hides_no_change_of_the_shoe() -> None:
    assert after_a_gap(PROOFS[10]) == []
    other = replace(PROOFS[10], shoe_before="8" * 52)
    assert "chain.shoe_before" in [where for where, _, _ in after_a_gap(other)]


@pytest.fixture
def two_packs(tmp_path: Path) -> RulesFile:
    text = resource("rules/casino-8-deck-1.toml").read_text(encoding="utf-8")
    text = text.replace('id = "casino-8-deck/1"', 'id = "two-packs/1"')
    text = text.replace("packs = 8 ", "packs = 2 ").replace("= 139 ", "= 40 ")
    path = tmp_path / "two-packs-1.toml"
    path.write_text(text, encoding="utf-8")
    return load_rules(path)


def test_a_new_rules_file_starts_a_whole_shoe(two_packs: RulesFile) -> None:
    rules_files = known_rules((two_packs,))
    seat = RandomSeat(seed=8)
    proofs = [seat.settled().proof, seat.lapsed().proof]
    seat.new_rules(two_packs)
    proofs += [seat.settled().proof for _ in range(20)]
    assert found(proofs, rules_files) == []
    seat.new_rules(load_rules())
    seat.shoe = seat.shoe.without([0])
    assert found([*proofs, seat.settled().proof], rules_files) == [(23, "chain.shoe_before")]


def test_a_shoe_of_other_packs_is_impossible(two_packs: RulesFile) -> None:
    seat = RandomSeat(seed=8, rules_file=two_packs)
    proof = replace(seat.settled().proof, shoe_before="8" * 52)
    assert found([proof], known_rules((two_packs,))) == [
        (1, "commitment"),
        (1, "shoe_before"),
        (1, "chain.shoe_before"),
    ]


def test_a_file_of_rules_does_not_stand_in_for_shipped_ones(two_packs: RulesFile) -> None:
    false = replace(two_packs, rules=replace(two_packs.rules, id="casino-8-deck/1"))
    proofs = list(random_proofs(seed=1, count=3))
    assert found(proofs, known_rules((false,))) == []
