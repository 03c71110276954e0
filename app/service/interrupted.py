"""What the house does to rounds: finish one that its player left, or void one it cannot finish."""

from sqlalchemy import Connection

from app.game.choices import house_action
from app.game.play import RoundEnded, void_round
from app.service.chance import Diverged
from app.service.house import House
from app.service.playing import (
    THE_HOUSE,
    add_action,
    add_void,
    close,
    freeze,
    load,
    load_unjudged,
    rules_of,
)
from app.service.refusals import CannotVoid, NotFound, RequestInProgress
from app.store.engine import reading, writing
from app.store.entries import stakes_held
from app.store.rounds import any_round, left_alone
from app.store.rows import RoundRow
from app.store.seats import lock_seat
from app.store.transfers import unanswered

SWEEP_ROUNDS_MAX = 50
"""Rounds that one sweep finishes; the next one takes the rest."""


def finish_interrupted(house: House, round_id: str) -> None:
    """Play the round to its end as `interrupted.finish` says; one that has ended is left alone.

    Raises `NotFound`, or `RequestInProgress` while a stake of it waits at the wallet.
    """
    try:
        with writing(house.engine) as tx:
            row = _locked(tx, round_id)
            if row.status != "in_play":
                return
            if unanswered(tx, round_id):
                raise RequestInProgress(house.table.retry_after_seconds)
            _play_out(house, tx, row)
    except Diverged as found:
        freeze(house, found)


def void(house: House, round_id: str, reason: str) -> None:
    """R3: pay back a round that cannot be finished, also a frozen one. Raises `CannotVoid`.

    What is paid follows from its inputs, and only if the ledger holds exactly those stakes.
    """
    with writing(house.engine) as tx:
        row = _locked(tx, round_id)
        if row.status not in ("in_play", "frozen"):
            raise CannotVoid(f"a round that is {row.status} cannot be made void")
        if unanswered(tx, round_id):
            raise RequestInProgress(house.table.retry_after_seconds)
        try:
            before = load_unjudged(house, tx, row)
            voided = void_round(before.state)
        except (Diverged, RoundEnded) as why:
            raise CannotVoid(f"what the round owes cannot be told: {why}") from None
        held = stakes_held(tx, round_id)
        if voided.staked != held:
            raise CannotVoid(f"its record has stakes of {voided.staked}, the ledger holds {held}")
        at = house.stamp()
        close(house, tx, add_void(tx, before, voided, at), at, reason)


def sweep(house: House) -> int:
    """Finish rounds whose seats no session is valid for any more; how many were tried."""
    with reading(house.engine) as tx:
        found = left_alone(tx, house.stamp(), SWEEP_ROUNDS_MAX)
    for round_id in found:
        try:
            finish_interrupted(house, round_id)
        except RequestInProgress:
            continue  # its stake is still at the wallet: the next sweep finds it again
    return len(found)


def _play_out(house: House, tx: Connection, row: RoundRow) -> None:
    at = house.stamp()
    opened = load(house, tx, row)
    for _ in range(rules_of(house, row).cards_max):
        if opened.state.ended:
            break
        opened = add_action(tx, opened, house_action(opened.state), THE_HOUSE, at)
    close(house, tx, opened, at)


def _locked(tx: Connection, round_id: str) -> RoundRow:
    row = any_round(tx, round_id)
    if row is None:
        raise NotFound("no such round")
    lock_seat(tx, row.announced.seat_id)
    return any_round(tx, round_id) or row
