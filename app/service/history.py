"""Rounds that somebody looks at: one, or a page of those that have ended."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from app.service.answering import current_view, shown_ended
from app.service.chance import tell_unreadable, unreadable
from app.service.house import House
from app.service.playing import freeze
from app.service.refusals import BadCursor, NotFound
from app.service.requests import Player
from app.service.views import HistoryView, RoundView
from app.store.engine import reading
from app.store.forms import Diverged
from app.store.ids import RoundId
from app.store.rounds import played_before, round_of_seat
from app.store.rows import EndedRow, RoundRow
from app.store.statuses import RoundStatus
from rng.announcement import NUMBER_MAX

_CURSOR_CHARACTERS_MAX = 32
_CURSOR_PREFIX = "before:"


def round_view(house: House, player: Player, round_id: RoundId) -> RoundView:
    """The round as it stands.

    Raises `NotFound` where the seat never bet on it, `RoundFrozen` where it cannot even be shown.
    """
    try:
        return _round_view(house, player, round_id)
    except Diverged as found:
        freeze(house, found)
    try:
        return _round_view(house, player, round_id)
    except Diverged as found:
        raise unreadable(house, found) from None


def history(house: House, player: Player, cursor: str | None, limit: int) -> HistoryView:
    """Settled and void rounds of the seat, newest first; `limit` is kept within the table's.

    One whose row cannot be read is not among them, as it is not in the stream of proofs.
    """
    most = max(1, min(limit, house.table.history_rounds_max))
    before = NUMBER_MAX if cursor is None else _number_of(cursor)
    with reading(house.engine) as tx:
        rows = played_before(tx, player.seat_id, before, most + 1)
    views = []
    for _, row in rows[:most]:
        match row:
            case RoundRow(ended=EndedRow() as ended):
                views.append(shown_ended(house, row, ended))
            case Diverged():
                tell_unreadable(house, row)
    more = len(rows) > most
    return HistoryView(tuple(views), _cursor_of(rows[most - 1][0]) if more else None)


def _round_view(house: House, player: Player, round_id: RoundId) -> RoundView:
    with reading(house.engine) as tx:
        row = round_of_seat(tx, player.seat_id, round_id)
        if row is None or row.status is RoundStatus.ANNOUNCED:
            raise NotFound("no such round")
        return current_view(house, tx, row)


def _cursor_of(number: int) -> str:
    return urlsafe_b64encode(f"{_CURSOR_PREFIX}{number}".encode()).rstrip(b"=").decode()


def _number_of(cursor: str) -> int:
    padded = cursor + "=" * (-len(cursor) % 4)
    try:
        text = urlsafe_b64decode(padded.encode("ascii")).decode("ascii")
    except ValueError:
        text = ""
    digits = text.removeprefix(_CURSOR_PREFIX)
    number = int(digits) if digits.isdigit() and len(digits) < _CURSOR_CHARACTERS_MAX else 0
    if not 1 <= number <= NUMBER_MAX or _cursor_of(number) != cursor:
        raise BadCursor("not a cursor of this service")
    return number
