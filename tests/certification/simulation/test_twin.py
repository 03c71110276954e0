"""The kernel and its slow twin: the same words, the same cards, the same hands, the same money."""

import pytest

from app.game.cards import DECK
from certification.rtp.simulation.plain import plain_rounds
from certification.rtp.simulation.plan import Block, Plan
from certification.rtp.simulation.vectors import LANES
from config.loader import ShoePolicy
from tests.certification.simulation.plans import KernelRound, kernel_rounds, plan_of

ROUNDS = 1500

FIELDS = [
    (),
    ("dealer.soft_17=stick",),
    ("dealer.five_card_trick=false",),
    ("dealer.five_card_trick=false", "dealer.soft_17=stick"),
    ("player.stick_min=2",),
    ("player.stick_min=18",),
    ("player.stick_min=21",),
    ("player.twist_on_21=false",),
    ("player.buys_per_hand=0",),
    ("player.hands_max=1",),
    ("player.hands_max=2",),
    ("player.hands_max=4",),
    ("player.one_card_to_split_aces=true",),
    ("player.pontoon_after_split=21",),
    ("player.pontoon_after_split=21", "player.one_card_to_split_aces=true"),
    ("pays.win=3:2", "pays.pontoon=7:5", "pays.five_card_trick=5:2"),
    ("shoe.packs=1", "shoe.reshuffle_after=20"),
    ("shoe.packs=1", "shoe.reshuffle_after=0"),
    ("shoe.packs=2", "shoe.reshuffle_after=80", "player.hands_max=4"),
    ("shoe.reshuffle_after=0",),
    ("shoe.reshuffle_after=1",),
    ("shoe.reshuffle_after=390",),
]


def twin_rounds(plan: Plan, block: Block) -> list[KernelRound]:
    """What `app.game` makes of the block."""
    return [
        KernelRound(
            tuple(DECK[number].rank for number in played.cards),
            played.net,
            played.stake,
            played.last_of_shoe,
        )
        for played in plain_rounds(plan, block)
    ]


def shoes_ended(rounds: list[KernelRound]) -> list[KernelRound]:
    """The kernel also ends a shoe when its block ends."""
    *most, last = rounds
    return [*most, KernelRound(last.ranks, last.net, last.stake, last_of_shoe=True)]


@pytest.mark.parametrize("changes", FIELDS, ids=" ".join)
def test_the_kernel_deals_and_pays_as_the_rules_say_under(changes: tuple[str, ...]) -> None:
    plan = plan_of(*changes)
    block = Block(len(changes), ROUNDS)
    assert list(kernel_rounds(plan, block)) == shoes_ended(twin_rounds(plan, block))


@pytest.mark.parametrize("name", ["optimal", "published", "mimic-dealer", "never-buy-or-split"])
def test_the_kernel_plays_as_the_twin_does_the_strategy(name: str) -> None:
    plan = plan_of(strategy=name)
    block = Block(3, ROUNDS)
    assert list(kernel_rounds(plan, block)) == shoes_ended(twin_rounds(plan, block))


def test_a_fresh_shoe_is_whole_before_every_round() -> None:
    plan = plan_of(shoe=ShoePolicy.FRESH)
    block = Block(0, ROUNDS)
    rounds = list(kernel_rounds(plan, block))
    assert rounds == twin_rounds(plan, block)
    assert all(each.last_of_shoe for each in rounds)


@pytest.mark.parametrize("lane", [1, 15, 16, LANES - 1])
def test_every_lane_deals_alike(lane: int) -> None:
    plan = plan_of()
    block = Block(7, 200)
    assert list(kernel_rounds(plan, block, lane)) == list(kernel_rounds(plan, block))


def test_the_mixed_strategy_splits_to_the_last_hand_and_buys() -> None:
    rounds = list(kernel_rounds(plan_of("player.hands_max=4"), Block(0, 4 * ROUNDS)))
    assert {each.stake for each in rounds} >= {1, 2, 3, 4, 5, 6}
