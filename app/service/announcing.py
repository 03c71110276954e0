"""Announcements: the coming round of a seat, when it can no longer be played, and the next shoe.

A number that was announced ends as settled, void or lapsed, never silently.
"""

from dataclasses import dataclass, replace

from sqlalchemy import Connection
from uuid_utils import uuid7

from app.game.cards import Card
from app.proof.dealing import is_made_whole, shoe_after
from app.service.chance import announcement_of, as_stored, secret_or_reason, unreadable
from app.service.house import House
from app.service.refusals import NotDealing
from app.service.requests import Player
from app.service.results import Result
from app.store.engine import writing
from app.store.entries import account_of
from app.store.forms import Diverged
from app.store.ids import PlayerId, RoundId, SeatId
from app.store.rounds import add_announced, any_round, end, latest_round, live_round
from app.store.rows import AnnouncedRow, EndedRow, RoundRow
from app.store.seats import lock_player
from app.store.statuses import RoundStatus
from rng.announcement import SECRET_BYTES, Announcement, announce
from rng.sealing import NONCE_BYTES, Sealed, seal
from rng.shoe import Shoe
from rng.source import Refused


@dataclass(frozen=True, slots=True)
class Coming:
    """A number to be announced: whose it is, its money, and the shoe that it starts from."""

    player_id: PlayerId
    seat_id: SeatId
    number: int
    currency: str
    shoe: Shoe
    made_whole: bool
    not_before: str
    """When the number before it ended: a clock that was set back, or another process's, is not
    believed."""


def first_round(house: House, player_id: PlayerId, seat_id: SeatId, currency: str) -> Coming:
    """Number 1 of a seat, from a whole shoe (R3)."""
    packs = house.terms_of(player_id).rules_file.rules.shoe.packs
    shoe = Shoe.whole(packs)
    return Coming(player_id, seat_id, 1, currency, shoe, made_whole=False, not_before="")


def round_after(house: House, last: RoundRow) -> Coming:
    """The number after `last`, which has ended."""
    before = last.announced
    shoe, whole = next_shoe(house, last)
    return Coming(
        before.player_id,
        before.seat_id,
        before.number + 1,
        before.currency,
        shoe,
        whole,
        not_before="" if last.ended is None else last.ended.ended_at,
    )


def announce_round(house: House, tx: Connection, coming: Coming) -> AnnouncedRow | None:
    """Announce this number; None, and nothing, if the source refuses.

    The player is locked, and the seat has no live round.
    """
    try:
        secret, nonce = house.source.take(SECRET_BYTES), house.source.take(NONCE_BYTES)
    except Refused:
        return None  # section 5: a settlement still commits, with no next round
    rules_file = house.terms_of(coming.player_id).rules_file
    announcement = announce(
        seat_id=coming.seat_id,
        number=coming.number,
        round_id=str(uuid7()),
        rules_id=rules_file.rules.id,
        rules_sha256=rules_file.sha256,
        shoe=coming.shoe,
        server_secret=secret,
    )
    sealed = seal(house.keys.sealing, secret, nonce, announcement)
    row = _announced_row(house, coming, announcement, sealed)
    add_announced(tx, row)
    return row


def next_shoe(house: House, last: RoundRow) -> tuple[Shoe, bool]:
    """The shoe of the round after `last` (ended), and whether R3 made it whole just before."""
    before = last.announced
    rules_file = house.terms_of(before.player_id).rules_file
    if before.rules_sha256 != rules_file.sha256:
        return Shoe.whole(rules_file.rules.shoe.packs), False  # new rules begin with a whole shoe
    if last.ended is None or last.ended.result is None:
        return Shoe.parse(before.shoe_before), before.made_whole
    with as_stored(before.round_id):
        cards = Result.from_json(last.ended.result).cards
        dealt = [Card.parse(name).number for name in cards]
        left = Shoe.parse(before.shoe_before).without(dealt)
        return shoe_after(left, rules_file.rules), is_made_whole(left, rules_file.rules)


def outdated(house: House, live: RoundRow | None) -> str | None:
    """Why the seat needs another announcement; None while it has one that stands, or a round."""
    if live is None:
        return "nothing is announced"
    if live.status is not RoundStatus.ANNOUNCED:
        return None
    announced = live.announced
    if announced.rules_sha256 != house.terms_of(announced.player_id).rules_file.sha256:
        return "the rules of the table have changed"
    if announced.sealed_key_id != house.keys.sealing.key_id:
        return "the key that seals secrets has changed"
    return None


def renew(house: House, player: Player, why: str | None = None) -> Announcement:
    """Lapse an announcement that no longer stands, or stands for `why`, and make the next one.

    Raises `NotDealing`, and changes nothing, if the source refuses; `RoundFrozen` where the result
    of the last round cannot be read, so that nobody knows the shoe of the next one.
    """
    try:
        with writing(house.engine) as tx:
            return announcement_of(_renewed(house, tx, player, why))
    except Diverged as found:
        raise unreadable(house, found) from None


def lapse_announced(house: House, round_id: RoundId, reason: str) -> bool:
    """Lapse this number in a transaction of its own, if it is still announced; else False."""
    with writing(house.engine) as tx:
        row = any_round(tx, round_id)
        if row is None:
            return False
        lock_player(tx, row.announced.player_id)
        row = any_round(tx, round_id)
        if row is None or row.status is not RoundStatus.ANNOUNCED:
            return False
        _lapse(house, tx, row, reason)
    return True


def not_dealing(house: House) -> NotDealing:
    """The refusal of a house whose source of chance refuses."""
    return NotDealing(house.table.retry_after_seconds)


def _renewed(house: House, tx: Connection, player: Player, why: str | None) -> AnnouncedRow:
    lock_player(tx, player.player_id)
    live = live_round(tx, player.seat_id)
    reason = outdated(house, live) or why
    if live is not None and (reason is None or live.status is not RoundStatus.ANNOUNCED):
        return live.announced
    if live is not None and reason is not None:
        _lapse(house, tx, live, reason)
    row = announce_round(house, tx, _coming(house, tx, player))
    if row is None:
        raise not_dealing(house)
    return row


def _coming(house: House, tx: Connection, player: Player) -> Coming:
    last, currency = latest_round(tx, player.seat_id), account_of(tx, player.player_id).currency
    if last is None:
        return first_round(house, player.player_id, player.seat_id, currency)
    # The number after one that was lapsed for what was wrong in it does not inherit that.
    return replace(round_after(house, last), player_id=player.player_id, currency=currency)


def _lapse(house: House, tx: Connection, live: RoundRow, reason: str) -> None:
    """End an announced number that no bet has bound, and publish its secret."""
    secret, reason = secret_or_reason(house, live.announced, reason)
    ended = EndedRow(
        status=RoundStatus.LAPSED,
        version=1,
        server_secret=secret,
        reason=reason,
        staked=0,
        returned=0,
        house_played_from=None,
        result=None,
        software=house.software,
        ended_at=max(house.stamp(), live.announced.announced_at),
    )
    end(tx, live.announced.round_id, RoundStatus.ANNOUNCED, ended)


def _announced_row(
    house: House, coming: Coming, announcement: Announcement, sealed: Sealed
) -> AnnouncedRow:
    jurisdiction = house.terms_of(coming.player_id).jurisdiction
    return AnnouncedRow(
        round_id=RoundId(announcement.round_id),
        player_id=coming.player_id,
        seat_id=coming.seat_id,
        number=announcement.number,
        rules_id=announcement.rules_id,
        rules_sha256=announcement.rules_sha256,
        currency=coming.currency,
        jurisdiction_id=None if jurisdiction is None else jurisdiction.id,
        jurisdiction_sha256=None if jurisdiction is None else jurisdiction.sha256,
        shoe_before=announcement.shoe_before,
        made_whole=coming.made_whole,
        commitment=announcement.commitment,
        sealed_key_id=sealed.key_id,
        sealed_nonce=sealed.nonce,
        sealed_secret=sealed.ciphertext,
        announced_at=max(house.stamp(), coming.not_before),
    )
