"""Proofs: what is stored of an ended round as a signed document, and all of a seat's in a stream.

A proof states the stored facts; it does not compute them again, so a fact that was tampered with
stands in the proof for `pontoon replay` to find.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

from app.proof.build import Bet, Ending, Revealed, Terms, build_proof
from app.proof.document import DealerFacts, HandFacts, Proof, Status
from app.proof.signing import sign
from app.service.chance import announcement_of
from app.service.clock import moment
from app.service.house import House
from app.service.refusals import NotFound, RoundFrozen, RoundInPlay
from app.service.requests import Player
from app.store.engine import reading
from app.store.rounds import ended_after, round_of_seat
from app.store.rows import BoundRow, EndedRow, RoundRow

PROOFS_AT_ONCE = 100
"""Rounds that the stream reads at a time, each page in a transaction of its own."""


def proof(house: House, player: Player, round_id: str) -> Proof:
    """The signed proof. Raises `NotFound`, `RoundInPlay` or `RoundFrozen`."""
    with reading(house.engine) as tx:
        row = round_of_seat(tx, player.seat_id, round_id)
    if row is None or row.status == "announced":
        raise NotFound("no such round")
    if row.status == "frozen":
        raise RoundFrozen(round_id)
    if row.ended is None:
        raise RoundInPlay(f"round {row.announced.number} has not ended")
    if row.ended.server_secret is None:
        raise RoundFrozen(round_id)  # lapsed, its secret lost: there is nothing to show
    return _signed(house, row, row.ended, row.ended.server_secret)


def proofs(house: House, player: Player) -> Iterator[Proof]:
    """Proofs of all ended rounds of the seat, by number."""
    number = 0
    while True:  # ends: each page moves `number` up
        with reading(house.engine) as tx:
            page = ended_after(tx, player.seat_id, number, PROOFS_AT_ONCE)
        if not page:
            return
        for row in page:
            if row.ended is not None and row.ended.server_secret is not None:
                yield _signed(house, row, row.ended, row.ended.server_secret)
        number = page[-1].announced.number


def _signed(house: House, row: RoundRow, ended: EndedRow, secret: str) -> Proof:
    revealed = Revealed(announcement_of(row.announced), bytes.fromhex(secret))
    ending = Ending(_status(ended), moment(ended.ended_at), ended.reason)
    terms = Terms(house.table.currency, ended.software)
    bet = None if row.bound is None else _bet(row.bound)
    header = build_proof(revealed, ending, terms, bet, None)
    return sign(header if ended.result is None else _with_play(header, ended), house.signing_key)


def _with_play(header: Proof, ended: EndedRow) -> Proof:
    facts = json.loads(ended.result or "{}")
    hands = tuple(
        HandFacts(tuple(hand["cards"]), hand["stake"], hand["outcome"], hand["returned"])
        for hand in facts["hands"]
    )
    dealer = facts["dealer"]
    return replace(
        header,
        actions=tuple(facts["actions"]),
        cards=tuple(facts["cards"]),
        words_passed_over=facts["words_passed_over"],
        hands=hands,
        dealer=DealerFacts(tuple(dealer["cards"]), dealer["total"], dealer["result"]),
        staked=ended.staked,
        returned=ended.returned,
        net=ended.returned - ended.staked,
        house_played_from=ended.house_played_from,
    )


def _bet(bound: BoundRow) -> Bet:
    return Bet(bound.client_seed, bound.stake, moment(bound.opened_at))


def _status(ended: EndedRow) -> Status:
    match ended.status:
        case "settled" | "void" | "lapsed":
            return ended.status
        case other:
            raise ValueError(f"{other} is not the status of an ended round")
