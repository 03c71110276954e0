"""Rounds with seeds of their own: section 5 to the letter, and played as `app.game` plays."""

from hashlib import sha256
from hmac import digest
from itertools import islice
from uuid import UUID

import pytest

from app.game.cards import DECK
from certification.rtp.simulation.payouts import Payouts
from certification.rtp.simulation.plain import play_out
from certification.rtp.simulation.plan import Block, Plan, Seeds, block_entropy
from certification.rtp.simulation.seeded import SeededRound, play_seeded, seeded_rounds
from config.loader import ShoePolicy
from rng.ctr_drbg import CtrDrbg
from rng.draw import RoundDraw
from rng.shoe import Shoe
from tests.certification.simulation.plans import SEED, plan_of

ROUNDS = 1_100  # past the first request


def require_played_as_app_game_plays(plan: Plan, played: SeededRound) -> None:
    """The same cards, stake and money."""
    state = play_out(plan, lambda k: DECK[played.draw.card_number(k)])
    assert state.net is not None
    unit = Payouts.of(plan.file.rules).unit
    assert played.walked.cards == len(state.cards)
    assert played.walked.stake * state.stake == state.staked
    assert played.walked.net * state.stake == state.net * unit


@pytest.mark.parametrize(
    ("changes", "strategy"),
    [
        ((), "optimal"),
        ((), "mixed"),
        (("player.hands_max=4", "dealer.five_card_trick=false"), "mixed"),
        (("player.one_card_to_split_aces=true", "pays.pontoon=3:2"), "mixed"),
    ],
)
def test_every_round_is_played_as_the_rules_say(changes: tuple[str, ...], strategy: str) -> None:
    plan = plan_of(*changes, strategy=strategy, seeds=Seeds.ROUND)
    for played in seeded_rounds(plan, Block(0, ROUNDS)):
        require_played_as_app_game_plays(plan, played)


def test_seat_round_id_and_secret_are_taken_in_this_order() -> None:
    """Written out once more, without `rng.announcement`."""
    plan = plan_of(strategy="optimal", seeds=Seeds.ROUND)
    drbg = CtrDrbg.instantiate(block_entropy(SEED, 5))
    taken = drbg.generate(65_536) + drbg.generate(65_536)
    for played in seeded_rounds(plan, Block(5, ROUNDS)):
        at = 64 * (played.number - 1)
        seat, round_id, secret = (
            taken[at : at + 16],
            taken[at + 16 : at + 32],
            taken[at + 32 :][:32],
        )
        lines = [
            "pontoon/commit/1",
            str(UUID(bytes=seat)),
            str(played.number),
            str(UUID(bytes=round_id)),
            plan.file.sha256,
            str(played.shoe),
            secret.hex(),
        ]
        commitment = sha256("\n".join(lines).encode()).hexdigest()
        seed = digest(secret, f"pontoon/round/1\n{commitment}\n".encode(), "sha384")
        again = RoundDraw(seed, played.shoe)
        cards = range(played.walked.cards)
        assert [again.card_number(k) for k in cards] == [played.draw.card_number(k) for k in cards]


def test_the_shoe_goes_on_from_round_to_round_until_the_cut() -> None:
    plan = plan_of(strategy="optimal", seeds=Seeds.ROUND)
    before = Shoe.whole(8)
    for played in seeded_rounds(plan, Block(0, 200)):
        assert played.shoe == before
        after = played.draw.shoe_after(played.walked.cards)
        assert played.last_of_shoe == (416 - after.remaining >= 139)
        before = Shoe.whole(8) if played.last_of_shoe else after


def test_a_fresh_shoe_is_whole_before_every_seeded_round() -> None:
    plan = plan_of(strategy="optimal", seeds=Seeds.ROUND, shoe=ShoePolicy.FRESH)
    assert {played.shoe for played in seeded_rounds(plan, Block(0, 50))} == {Shoe.whole(8)}


def test_progress_is_told_by_the_request() -> None:
    told: list[int] = []
    plan = plan_of(strategy="optimal", seeds=Seeds.ROUND)
    tally = play_seeded(plan, Block(0, 2_100), told.append)
    assert (told, tally.rounds) == ([1024, 1024], 2_100)


def test_another_block_has_other_rounds() -> None:
    plan = plan_of(strategy="optimal", seeds=Seeds.ROUND)
    first, second = (
        [played.draw.card_number(0) for played in islice(seeded_rounds(plan, Block(b, 50)), 50)]
        for b in (0, 1)
    )
    assert first != second
