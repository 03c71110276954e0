"""What the player kept from before the bet: it shows something, contradicts, or says too little."""

import json
from dataclasses import asdict, replace

import pytest

from app.proof.beforehand import (
    NOT_CHOSEN_BY_THE_PLAYER,
    AnnouncedBet,
    NextRound,
    Shown,
    ShownCommitment,
    in_plain_words,
    parse_announced,
)
from app.proof.judge import judge
from app.proof.reading import UnusableProof
from app.proof.report import checks
from tests.proof.rounds import RandomSeat

SEAT = RandomSeat(seed=21)
DEALT = SEAT.settled()
PROOF = DEALT.proof
NEXT_ROUND = NextRound(**asdict(DEALT.announcement))
KEPT = AnnouncedBet(NEXT_ROUND, PROOF.client_seed, PROOF.stake or 0)
SEEDLESS = SEAT.settled(client_seed=False)
OTHER_ID = "01890000-0000-7000-8000-0000000000ff"


def test_an_announcement_and_a_seed_that_agree_show_that_the_seeds_were_fixed() -> None:
    for shown in (KEPT, ShownCommitment(PROOF.commitment, PROOF.client_seed)):
        verdict = judge(PROOF, shown)
        assert (verdict.verdict, verdict.fixed_beforehand) == ("confirmed", "shown")


def test_nothing_kept_shows_nothing() -> None:
    verdict = judge(PROOF)
    assert (verdict.verdict, verdict.fixed_beforehand) == ("confirmed", "not shown")


def test_a_commitment_without_the_players_seed_shows_nothing() -> None:
    verdict = judge(PROOF, ShownCommitment(PROOF.commitment, None))
    assert (verdict.verdict, verdict.fixed_beforehand) == ("confirmed", "not shown")


def test_without_a_seed_of_the_player_the_house_may_have_chosen_its_secret() -> None:
    kept = AnnouncedBet(NextRound(**asdict(SEEDLESS.announcement)), None, SEEDLESS.proof.stake or 0)
    verdict = judge(SEEDLESS.proof, kept)
    assert (verdict.verdict, verdict.fixed_beforehand) == ("confirmed", "not shown")
    said = in_plain_words(SEEDLESS.proof, kept, fixed=False)
    assert said == NOT_CHOSEN_BY_THE_PLAYER
    assert "did not change its secret, not that it did not choose it" in said


CONTRADICTIONS: list[tuple[Shown, str]] = [
    (replace(KEPT, next_round=replace(NEXT_ROUND, seat_id=OTHER_ID)), "seat_id"),
    (replace(KEPT, next_round=replace(NEXT_ROUND, number=99)), "number"),
    (replace(KEPT, next_round=replace(NEXT_ROUND, round_id=OTHER_ID)), "round_id"),
    (replace(KEPT, next_round=replace(NEXT_ROUND, rules_id="casino-8-deck/2")), "rules_id"),
    (replace(KEPT, next_round=replace(NEXT_ROUND, rules_sha256="0" * 64)), "rules_sha256"),
    (replace(KEPT, next_round=replace(NEXT_ROUND, shoe_before="7" * 52)), "shoe_before"),
    (replace(KEPT, next_round=replace(NEXT_ROUND, commitment="0" * 64)), "commitment"),
    (replace(KEPT, client_seed="x" * 16), "client_seed"),
    (replace(KEPT, client_seed=None), "client_seed"),
    (replace(KEPT, stake=KEPT.stake + 100), "stake"),
    (ShownCommitment("0" * 64, PROOF.client_seed), "commitment"),
    (ShownCommitment("0" * 64, None), "commitment"),
    (ShownCommitment(PROOF.commitment, "x" * 16), "client_seed"),
]


@pytest.mark.parametrize(("shown", "field"), CONTRADICTIONS)
def test_what_contradicts_the_proof_refutes_it(shown: Shown, field: str) -> None:
    verdict = judge(PROOF, shown)
    assert [finding.where for finding in verdict.findings] == [f"announced.{field}"]
    assert (verdict.verdict, verdict.fixed_beforehand) == ("refuted", "not shown")


def test_a_difference_is_named_before_anything_else_is_asked_for() -> None:
    for shown, proof in (
        (ShownCommitment("0" * 64, None), PROOF),
        (ShownCommitment("0" * 64, None), SEEDLESS.proof),
    ):
        said = checks(proof, judge(proof, shown), shown)[-1]
        assert said.startswith("WRONG  beforehand  What was kept says otherwise of commitment:")


def test_a_secret_that_does_not_open_the_commitment_was_not_fixed_beforehand() -> None:
    changed = replace(PROOF, server_secret="0" * 64)
    assert judge(changed, KEPT).fixed_beforehand == "not shown"


def test_wrong_money_does_not_unfix_the_seeds() -> None:
    verdict = judge(replace(PROOF, net=PROOF.net + 1), KEPT)
    assert (verdict.verdict, verdict.fixed_beforehand) == ("refuted", "shown")


def test_r17_a_kept_stake_of_one_pound_was_raised_to_the_least() -> None:
    seat = RandomSeat(seed=1)
    dealt = seat.settled(stake=200)
    kept = AnnouncedBet(NextRound(**asdict(dealt.announcement)), dealt.proof.client_seed, 100)
    assert judge(dealt.proof, kept).fixed_beforehand == "shown"
    assert judge(PROOF, replace(KEPT, stake=100)).findings[0].expected == 200


def test_a_lapsed_number_is_compared_with_its_announcement_but_bound_no_bet() -> None:
    lapsed = RandomSeat(seed=3).lapsed()
    kept = AnnouncedBet(NextRound(**asdict(lapsed.announcement)), "x" * 16, 500)
    verdict = judge(lapsed.proof, kept)
    assert (verdict.verdict, verdict.fixed_beforehand) == ("confirmed", "not shown")
    other = replace(kept, next_round=replace(kept.next_round, commitment="0" * 64))
    assert judge(lapsed.proof, other).verdict == "refuted"


def test_a_kept_file_is_read_as_strictly_as_a_proof() -> None:
    document = {"next_round": asdict(NEXT_ROUND), "client_seed": KEPT.client_seed, "stake": 500}
    assert parse_announced(json.dumps(document).encode()) == replace(KEPT, stake=500)
    for changes in ({"stake": "500"}, {"stake": 0}, {"client_seed": "short"}, {"more": 1}):
        with pytest.raises(UnusableProof):
            parse_announced(json.dumps({**document, **changes}).encode())
    with pytest.raises(UnusableProof, match="next_round"):
        parse_announced(json.dumps({"stake": 500}).encode())
