"""The rounds of `pontoon rng deal`: one seat, the fixed strategy, the functions that serve players.

What a round is made of is the generator's alone; ids are fixed, for they decide nothing.
"""

from collections.abc import Iterator
from typing import Final

from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import act, open_round
from app.game.state import RoundState
from app.proof.dealing import cards_of, shoe_after
from certification.cards.fixed_play import strategy
from certification.rtp.strategy import Cell, Strategy
from config.loader import RulesFile, load_rules
from rng.announcement import announce, round_seed
from rng.ctr_drbg import CtrDrbg
from rng.draw import RoundDraw
from rng.shoe import Shoe

HEADER: Final = "# number\tleft\tcards\thands\tdealer\tnet"

_SEAT_ID: Final = "00000000-0000-7000-8000-000000000001"
_SECRET_BYTES: Final = 32
_CLIENT_SEED_BYTES: Final = 16  # as the page makes them, 32 hex digits


def lines(rounds: int, seed: bytes) -> Iterator[str]:
    """A line for each round; `seed` is 48 bytes."""
    drbg = CtrDrbg.instantiate(seed)
    rules_file, fixed = load_rules(), strategy()
    shoe = Shoe.whole(rules_file.rules.shoe.packs)
    for number in range(1, rounds + 1):
        draw = _draw(drbg, rules_file, number, shoe)
        state = _played(rules_file, fixed, draw)
        yield _line(number, shoe, state)
        shoe = shoe_after(draw.shoe_after(state.cards_dealt), rules_file.rules)


def _draw(drbg: CtrDrbg, rules_file: RulesFile, number: int, shoe: Shoe) -> RoundDraw:
    secret = drbg.generate(_SECRET_BYTES)
    client_seed = drbg.generate(_CLIENT_SEED_BYTES).hex()
    announced = announce(
        seat_id=_SEAT_ID,
        number=number,
        round_id=f"00000000-0000-7000-8000-{number:012x}",
        rules_id=rules_file.rules.id,
        rules_sha256=rules_file.sha256,
        shoe=shoe,
        server_secret=secret,
    )
    return RoundDraw(round_seed(secret, announced.commitment, client_seed), shoe)


def _played(rules_file: RulesFile, fixed: Strategy, draw: RoundDraw) -> RoundState:
    rules = rules_file.rules
    stake, card_at = Pence(rules.stakes.min_pence), cards_of(draw)
    state = open_round(rules, stake, card_at)
    while not state.ended:
        state = act(state, chosen(state, fixed), card_at)
    return state


def chosen(state: RoundState, fixed: Strategy) -> Action:
    """What the strategy says of the active hand."""
    hand = state.hands[state.active_hand or 0]
    first, second = hand.cards[:2]
    splits = fixed.pairs[first.rank] and len(state.hands) < state.rules.player.hands_max
    if len(hand.cards) == 2 and first.rank == second.rank and splits:
        return Action.SPLIT
    total = hand.total
    return fixed.cells[Cell(len(hand.cards), total.soft, total.points, hand.buys > 0)]


def _line(number: int, shoe: Shoe, state: RoundState) -> str:
    hands = ",".join("" if hand.outcome is None else hand.outcome.value for hand in state.hands)
    result = "" if state.dealer.result is None else state.dealer.result.value
    net = (state.net or 0) // state.stake
    cards = ",".join(map(str, state.cards))
    return f"{number}\t{shoe.remaining}\t{cards}\t{hands}\t{result}\t{net:+d}"
