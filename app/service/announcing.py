"""Announcements: the coming round of a seat, when it can no longer be played, and the next shoe.

A number that was announced ends as settled, void or lapsed, never silently.
"""

import json

from sqlalchemy import Connection
from uuid_utils import uuid7

from app.game.cards import Card
from app.service.chance import announcement_of, unsealed
from app.service.house import House
from app.service.refusals import NotDealing
from app.service.views import AnnouncementView
from app.store.engine import writing
from app.store.rounds import add_announced, end, latest_round, live_round
from app.store.rows import AnnouncedRow, EndedRow, RoundRow
from app.store.seats import lock_seat
from config.rules import Rules
from rng.announcement import SECRET_BYTES, Announcement, announce
from rng.sealing import NONCE_BYTES, SealBroken, Sealed, seal
from rng.shoe import CARDS, Shoe
from rng.source import Refused


def announce_next(house: House, tx: Connection, seat_id: str) -> AnnouncedRow | None:
    """Announce the number after the last of the seat; None, and nothing, if the source refuses.

    The seat is locked, and has no live round.
    """
    last = latest_round(tx, seat_id)
    number = 1 if last is None else last.announced.number + 1
    shoe, made_whole = next_shoe(house, last)
    return announce_number(house, tx, seat_id, number, shoe, made_whole=made_whole)


def announce_number(
    house: House, tx: Connection, seat_id: str, number: int, shoe: Shoe, *, made_whole: bool
) -> AnnouncedRow | None:
    """Announce this number with this shoe; None, and nothing, if the source refuses."""
    try:
        secret, nonce = house.source.take(SECRET_BYTES), house.source.take(NONCE_BYTES)
    except Refused:
        return None  # section 5: a settlement still commits, with no next round
    announcement = announce(
        seat_id=seat_id,
        number=number,
        round_id=str(uuid7()),
        rules_id=house.rules_file.rules.id,
        rules_sha256=house.rules_file.sha256,
        shoe=shoe,
        server_secret=secret,
    )
    sealed = seal(house.sealing_key, secret, nonce, announcement)
    row = _announced_row(announcement, sealed, house.stamp(), made_whole=made_whole)
    add_announced(tx, row)
    return row


def next_shoe(house: House, last: RoundRow | None) -> tuple[Shoe, bool]:
    """The shoe of the round after `last` (ended), and whether R3 made it whole just before."""
    rules = house.rules_file.rules
    if last is None or last.announced.rules_sha256 != house.rules_file.sha256:
        return Shoe.whole(rules.shoe.packs), False  # a seat, and new rules, begin with a whole shoe
    if last.ended is None or last.ended.result is None:
        return Shoe.parse(last.announced.shoe_before), last.announced.made_whole
    dealt = [Card.parse(name).number for name in json.loads(last.ended.result)["cards"]]
    return shoe_after(rules, Shoe.parse(last.announced.shoe_before), dealt)


def shoe_after(rules: Rules, before: Shoe, dealt: list[int]) -> tuple[Shoe, bool]:
    """R3: the shoe without the cards dealt, or a whole one after its last round."""
    after = before.without(dealt)
    if rules.shoe.packs * CARDS - after.remaining >= rules.shoe.reshuffle_after:
        return Shoe.whole(rules.shoe.packs), True
    return after, False


def outdated(house: House, live: RoundRow | None) -> str | None:
    """Why the seat needs another announcement; None while it has one that stands, or a round."""
    if live is None:
        return "nothing is announced"
    if live.status != "announced":
        return None
    if live.announced.rules_sha256 != house.rules_file.sha256:
        return "the rules of the table have changed"
    if live.announced.sealed_key_id != house.sealing_key.key_id:
        return "the key that seals secrets has changed"
    return None


def renew(house: House, seat_id: str, why: str | None = None) -> AnnouncementView:
    """Lapse an announcement that no longer stands, or stands for `why`, and make the next one.

    Raises `NotDealing`, and changes nothing, if the source refuses.
    """
    with writing(house.engine) as tx:
        lock_seat(tx, seat_id)
        live = live_round(tx, seat_id)
        reason = outdated(house, live) or why
        if live is not None and (reason is None or live.status != "announced"):
            return announcement_view(live.announced)
        if live is not None and reason is not None:
            lapse(house, tx, live, reason)
        row = announce_next(house, tx, seat_id)
        if row is None:
            raise not_dealing(house)
        return announcement_view(row)


def lapse(house: House, tx: Connection, live: RoundRow, reason: str) -> None:
    """End an announced number that no bet has bound, and publish its secret."""
    try:
        secret: str | None = unsealed(house, live.announced).hex()
    except SealBroken:
        secret = None
        reason = f"{reason}; its secret can no longer be unsealed"
    ended = EndedRow(
        status="lapsed",
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
    end(tx, live.announced.round_id, "announced", ended)


def not_dealing(house: House) -> NotDealing:
    """The refusal of a house whose source of chance refuses."""
    return NotDealing(house.table.retry_after_seconds)


def announcement_view(row: AnnouncedRow) -> AnnouncementView:
    """`next_round`, as the player is told it."""
    told = announcement_of(row)
    return AnnouncementView(
        told.seat_id,
        told.number,
        told.round_id,
        told.rules_id,
        told.rules_sha256,
        told.shoe_before,
        told.commitment,
    )


def _announced_row(
    announcement: Announcement, sealed: Sealed, at: str, *, made_whole: bool
) -> AnnouncedRow:
    return AnnouncedRow(
        round_id=announcement.round_id,
        seat_id=announcement.seat_id,
        number=announcement.number,
        rules_id=announcement.rules_id,
        rules_sha256=announcement.rules_sha256,
        shoe_before=announcement.shoe_before,
        made_whole=made_whole,
        commitment=announcement.commitment,
        sealed_key_id=sealed.key_id,
        sealed_nonce=sealed.nonce,
        sealed_secret=sealed.ciphertext,
        announced_at=at,
    )
