"""A whole file of proofs: broken in each way, it has the same findings as in `pontoon replay`."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.proof.document import Proof, to_json
from app.proof.follow import known_rules
from config.loader import RulesFile, load_rules
from tests.browser.checker import Checker, chained, ndjson
from tests.proof.rounds import RandomSeat
from tests.proof.test_chain import OTHER_SEAT, PROOFS, mixed

EARLY = "2026-03-02T10:00:00.000000Z"


def other_seat() -> list[Proof]:
    return [*PROOFS[:3], RandomSeat(seed=9, seat=OTHER_SEAT).settled().proof, *PROOFS[3:]]


def false_shoe(number: int) -> list[Proof]:
    """Round `number` starts from a shoe that lacks a card it should have."""
    seat = RandomSeat(seed=8)
    proofs = [seat.settled().proof for _ in range(number - 1)]
    seat.shoe = seat.shoe.without([51])
    return [*proofs, seat.settled().proof, seat.settled().proof]


def at(index: int, **changes: object) -> list[Proof]:
    proof = replace(PROOFS[index], **changes)  # type: ignore[arg-type] # by name
    return [*PROOFS[:index], proof, *PROOFS[index + 1 :]]


BROKEN: dict[str, Callable[[], list[Proof]]] = {
    "a round left out": lambda: PROOFS[:9] + PROOFS[10:],
    "two rounds left out": lambda: PROOFS[:9] + PROOFS[11:],
    "a round given twice": lambda: [*PROOFS[:9], PROOFS[8], *PROOFS[9:]],
    "newest first": lambda: PROOFS[::-1],
    "two changed about": lambda: [*PROOFS[:4], PROOFS[5], PROOFS[4], *PROOFS[6:]],
    "another seat": other_seat,
    "a first shoe not whole": lambda: false_shoe(1),
    "a shoe that does not go on": lambda: false_shoe(6),
    "a false list of cards": lambda: at(5, cards=PROOFS[5].cards[::-1]),
    "a secret used again": lambda: at(1, server_secret=PROOFS[0].server_secret),
    "a commitment used again": lambda: at(4, commitment=PROOFS[2].commitment),
    "a round id used again": lambda: at(6, round_id=PROOFS[2].round_id),
    "a round that opens too early": lambda: at(1, opened_at=EARLY),
    "a lapsed round too early": lambda: at(2, settled_at=EARLY),
    "a round that never ends": lambda: at(3, settled_at="2026-03-02T25:00:00Z"),
    "rules that nobody knows": lambda: at(7, rules_id="etc/1"),
    "a refuted round in between": lambda: at(5, shoe_before="1" * 52),
}


@pytest.mark.parametrize("proofs", BROKEN.values(), ids=BROKEN)
def test_a_broken_chain_has_the_findings_of_replay(
    checker: Checker, proofs: Callable[[], list[Proof]]
) -> None:
    broken = proofs()
    said = checker.lines(ndjson(broken))
    assert said == chained(map(to_json, broken))
    assert any(one["findings"] for one in said)


def test_a_file_may_begin_at_any_number_and_go_on_through_every_ending(checker: Checker) -> None:
    proofs = mixed(150)[7:]
    assert [one["findings"] for one in checker.lines(ndjson(proofs))] == [[] for _ in proofs]


def test_after_an_unusable_line_the_chain_begins_again(checker: Checker) -> None:
    documents = [*map(to_json, PROOFS[:3]), "what is this", *map(to_json, PROOFS[5:8])]
    said = [comparable_line(one) for one in checker.lines("\r\n\n".join(documents))]
    assert said == chained(documents)
    assert [one.get("verdict") for one in said].count("confirmed") == 6


def test_an_unusable_line_hides_no_other_seat_and_no_way_back(checker: Checker) -> None:
    other = RandomSeat(seed=9, seat=OTHER_SEAT).settled().proof
    after = [other, PROOFS[1], PROOFS[6], PROOFS[8]]
    documents = [*map(to_json, PROOFS[:3]), "what is this", *map(to_json, after)]
    said = [comparable_line(one) for one in checker.lines("\n".join(documents))]
    assert said == chained(documents)
    found = [[one["where"] for one in line.get("findings", [])] for line in chained(documents)]
    assert found[4][-1] == "chain.seat_id"
    assert found[5][-1] == "chain.number"
    assert found[6:] == [[], ["chain.number"]]


def comparable_line(said: dict[str, object]) -> dict[str, object]:
    return {"unusable": True} if "unusable" in said else said


def test_a_new_rules_file_starts_a_whole_shoe(checker: Checker) -> None:
    file = two_packs()
    seat = RandomSeat(seed=8)
    proofs = [seat.settled().proof, seat.lapsed().proof]
    seat.new_rules(file)
    proofs += [seat.settled().proof for _ in range(20)]
    seat.new_rules(load_rules())
    seat.shoe = seat.shoe.without([0])
    proofs.append(seat.settled().proof)
    said = checker.lines(ndjson(proofs), rules_files=[file])
    assert said == chained(map(to_json, proofs), rules_files=known_rules((file,)))
    found = [(at, one["where"]) for at, line in enumerate(said, 1) for one in line["findings"]]
    assert found == [(23, "chain.shoe_before")]


def two_packs() -> RulesFile:
    changed = load_rules(changes=("shoe.packs=2", "shoe.reshuffle_after=40"))
    return replace(changed, rules=replace(changed.rules, id="two-packs/1"))
