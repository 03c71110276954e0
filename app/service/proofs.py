"""Proofs: what is stored of an ended round as a signed document, and all of a seat's in a stream.

A proof states the stored facts; it does not compute them again, so a fact that was tampered with
stands in the proof for `pontoon replay` to find.
"""

from collections.abc import Iterator

from app.proof.build import Bet, Ending, Play, Revealed, Terms, build_proof
from app.proof.document import Jurisdiction, Proof, Status, parse_proof, to_json
from app.proof.signing import sign
from app.service.chance import announcement_of, as_stored, tell_unreadable, unreadable
from app.service.house import House
from app.service.refusals import NotFound, RoundFrozen, RoundInPlay, SecretLost
from app.service.requests import Player
from app.service.results import Result
from app.store.engine import reading
from app.store.forms import Diverged
from app.store.ids import RoundId
from app.store.rounds import ended_after, round_of_seat
from app.store.rows import AnnouncedRow, BoundRow, EndedRow, RoundRow
from app.store.statuses import RoundStatus

PROOFS_AT_ONCE = 100
"""Rounds that the stream reads at a time, each page in a transaction of its own."""


def proof(house: House, player: Player, round_id: RoundId) -> Proof:
    """The signed proof. Raises `NotFound`, `RoundInPlay`, `RoundFrozen` or `SecretLost`."""
    row = _stored(house, player, round_id)
    if row is None or row.status is RoundStatus.ANNOUNCED:
        raise NotFound("no such round")
    if row.status is RoundStatus.FROZEN:
        raise RoundFrozen(round_id)
    if row.ended is None:
        raise RoundInPlay(f"round {row.announced.number} has not ended")
    if row.ended.server_secret is None:
        raise SecretLost(round_id, row.announced.number)
    try:
        return _signed(house, row, row.ended, row.ended.server_secret)
    except Diverged as found:
        raise unreadable(house, found) from None


def proofs(house: House, player: Player) -> Iterator[Proof]:
    """Proofs of all ended rounds of the seat, by number.

    A number whose secret is lost has none, nor has one whose stored facts cannot be read: `chain`
    finds that gap, and `proof` says its reason.
    """
    number = 0
    while True:  # ends: each page moves `number` up
        with reading(house.engine) as tx:
            page = ended_after(tx, player.seat_id, number, PROOFS_AT_ONCE)
        if not page:
            return
        for _, row in page:
            yield from _if_readable(house, row)
        number = page[-1][0]


def _stored(house: House, player: Player, round_id: RoundId) -> RoundRow | None:
    try:
        with reading(house.engine) as tx:
            return round_of_seat(tx, player.seat_id, round_id)
    except Diverged as found:
        raise unreadable(house, found) from None


def _if_readable(house: House, row: RoundRow | Diverged) -> Iterator[Proof]:
    try:
        if isinstance(row, Diverged):
            raise row
        if row.ended is not None and row.ended.server_secret is not None:
            one = _signed(house, row, row.ended, row.ended.server_secret)
        else:
            return
    except Diverged as found:
        tell_unreadable(house, found)
        return
    yield one


def _signed(house: House, row: RoundRow, ended: EndedRow, secret: str) -> Proof:
    with as_stored(row.announced.round_id):
        return _signed_facts(house, row, ended, secret)


def _signed_facts(house: House, row: RoundRow, ended: EndedRow, secret: str) -> Proof:
    announced = row.announced
    revealed = Revealed(announcement_of(announced), bytes.fromhex(secret))
    ending = Ending(_status(ended), ended.ended_at, ended.reason)
    terms = Terms(announced.currency, ended.software, _jurisdiction(announced))
    bet = None if row.bound is None else _bet(row.bound)
    signed = sign(build_proof(revealed, ending, terms, bet, _play(ended)), house.keys.signing)
    return parse_proof(to_json(signed).encode())  # what nobody could read does not leave


def _play(ended: EndedRow) -> Play | None:
    if ended.result is None:
        return None
    result = Result.from_json(ended.result)
    facts = result.facts(ended.staked, ended.returned)
    return Play(result.actions, facts, ended.house_played_from)


def _jurisdiction(announced: AnnouncedRow) -> Jurisdiction | None:
    if announced.jurisdiction_id is None or announced.jurisdiction_sha256 is None:
        return None
    return Jurisdiction(announced.jurisdiction_id, announced.jurisdiction_sha256)


def _bet(bound: BoundRow) -> Bet:
    return Bet(bound.client_seed, bound.stake, bound.opened_at)


def _status(ended: EndedRow) -> Status:
    match ended.status:
        case RoundStatus.SETTLED:
            return "settled"
        case RoundStatus.VOID:
            return "void"
        case RoundStatus.LAPSED:
            return "lapsed"
        case other:
            raise ValueError(f"{other} is not the status of an ended round")
