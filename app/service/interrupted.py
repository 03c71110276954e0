"""What the house does to rounds: finish one that its player left, or void one it cannot finish."""

from sqlalchemy import Connection

from app.game.choices import house_action
from app.game.play import RoundEnded, void_round
from app.service.closing import close, close_unplayed
from app.service.each_round import each_by_itself
from app.service.house import House
from app.service.playing import (
    OTHER_CURRENCY,
    OpenRound,
    add_action,
    add_void,
    freeze,
    load,
    load_unjudged,
    locked_round,
)
from app.service.refusals import CannotVoid, NotFound, RequestInProgress
from app.service.resuming import resume
from app.store.engine import reading, writing
from app.store.entries import account_of, stakes_held
from app.store.forms import BadAccount, Diverged
from app.store.idempotency import forget_waiting
from app.store.ids import RoundId, SeatId
from app.store.rounds import left_alone
from app.store.rows import RoundRow
from app.store.statuses import Actor, RoundStatus
from app.store.steps import steps_stored
from app.store.transfers import unanswered

SWEEP_ROUNDS_MAX = 50
"""Rounds that a sweep reads at a time."""
ACTIONS_MAX = 16
"""Actions of the house in one round: four hands, each of three twists at most and a stick."""


def finish_interrupted(house: House, round_id: RoundId) -> None:
    """Play the round to its end as `interrupted.finish` says; one that has ended is left alone.

    Raises `NotFound`, or `RequestInProgress` while a stake of it waits at the wallet.
    """
    try:
        with writing(house.engine) as tx:
            row = _locked(tx, round_id)
            if row.status is not RoundStatus.IN_PLAY:
                return
            _require_answered(house, tx, round_id)
            _play_out(house, tx, row)
    except Diverged as found:
        freeze(house, found)
        return
    resume(house, round_id)


def void(house: House, round_id: RoundId, reason: str) -> None:
    """R3: pay back a round that cannot be finished, also a frozen one. Raises `CannotVoid`.

    What is paid follows from its inputs, and only if the ledger holds exactly those stakes. A round
    that was never dealt gets back what the ledger holds for it, which needs no secret.
    """
    with writing(house.engine) as tx:
        row = _to_be_voided(house, tx, round_id)
        at = house.stamp()
        if steps_stored(tx, round_id):
            close(house, tx, _voided(house, tx, row, at), at, reason)
        else:
            close_unplayed(house, tx, row, at, reason)
        forget_waiting(tx, round_id)
    resume(house, round_id)


def sweep(house: House) -> int:
    """Finish rounds whose players have no valid session any more; how many were tried."""
    after, count, now = SeatId(""), 0, house.stamp()
    while True:  # ends: each turn moves `after` up through the ids
        with reading(house.engine) as tx:
            found = left_alone(tx, now, after, SWEEP_ROUNDS_MAX)
        if not found:
            return count
        each_by_itself(house, [round_id for _, round_id in found], finish_interrupted)
        after, count = found[-1][0], count + len(found)


def _voided(house: House, tx: Connection, row: RoundRow, at: str) -> OpenRound:
    try:
        before = load_unjudged(house, tx, row)
        voided = void_round(before.state)
    except (Diverged, RoundEnded) as why:
        raise CannotVoid(f"what the round owes cannot be told: {why}") from None
    held = stakes_held(tx, row.announced.round_id)
    if voided.staked != held:
        raise CannotVoid(f"its record has stakes of {voided.staked}, the ledger holds {held}")
    return add_void(tx, before, voided, at)


def _play_out(house: House, tx: Connection, row: RoundRow) -> None:
    at = house.stamp()
    if account_of(tx, row.announced.player_id).currency != row.announced.currency:
        raise Diverged(row.announced.round_id, OTHER_CURRENCY)
    opened = load(house, tx, row)
    for _ in range(ACTIONS_MAX):
        if opened.state.ended:
            break
        opened = add_action(tx, opened, house_action(opened.state), Actor.HOUSE, at)
    if not opened.state.ended:
        raise Diverged(row.announced.round_id, f"{ACTIONS_MAX} actions of the house do not end it")
    close(house, tx, opened, at)


def _to_be_voided(house: House, tx: Connection, round_id: RoundId) -> RoundRow:
    try:
        row = _locked(tx, round_id)
        _require_answered(house, tx, round_id)
        account_of(tx, row.announced.player_id)
    except (BadAccount, Diverged) as why:
        raise CannotVoid(f"what the round owes cannot be told: {why}") from None
    if row.status not in (RoundStatus.IN_PLAY, RoundStatus.FROZEN):
        raise CannotVoid(f"a round that is {row.status} cannot be made void")
    return row


def _locked(tx: Connection, round_id: RoundId) -> RoundRow:
    row = locked_round(tx, round_id)
    if row is None:
        raise NotFound("no such round")
    return row


def _require_answered(house: House, tx: Connection, round_id: RoundId) -> None:
    if unanswered(tx, round_id):
        raise RequestInProgress(house.table.retry_after_seconds)
