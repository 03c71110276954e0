"""Sessions: credentials of a player. Money and limits are the player's, the round is the seat's."""

from contextlib import suppress
from datetime import timedelta
from functools import lru_cache, partial

from sqlalchemy import Connection, Engine
from uuid_utils import uuid7

from app.game.money import Pence
from app.ledger.entries import grant_entry
from app.proof.instants import stamp
from app.service.announcing import (
    announce_round,
    first_round,
    next_shoe,
    not_dealing,
    outdated,
    renew,
)
from app.service.answering import current_view
from app.service.chance import announcement_of, as_stored, unreadable
from app.service.house import GAME, OPERATOR, House, KnownSessions
from app.service.limits import limits_of
from app.service.playing import freeze
from app.service.refusals import Forbidden, NotDealing, Unauthorised
from app.service.requests import Player
from app.service.transferring import readable_account
from app.service.views import NewSession, SessionView, ShoeView
from app.store.engine import reading, writing
from app.store.entries import open_account, post
from app.store.forms import Diverged
from app.store.ids import PlayerId, SeatId, SessionId
from app.store.limits import latest_limit
from app.store.rounds import last_stake, latest_round, net_of_session
from app.store.rows import AccountRow, RoundRow, SeatRow, SessionRow
from app.store.seats import (
    BadSession,
    NoSession,
    add_player,
    add_seat,
    add_session,
    seat_of,
    seat_row,
    session_of_token,
)
from app.store.statuses import RoundStatus
from rng.shoe import Shoe
from rng.source import Refused
from rng.tokens import new_token, token_hash

SESSIONS_KEPT = 4096
"""Sessions that a house remembers by the hash of their token: their rows never change."""


def known_sessions(engine: Engine) -> KnownSessions:
    """Sessions of this database by the hash of their token, the latest ones from memory."""
    return lru_cache(maxsize=SESSIONS_KEPT)(partial(_session_of, engine))


def open_demo_session(house: House) -> NewSession:
    """A guest with play money, at a new seat. Raises `Forbidden` where there is no demo."""
    if not house.demo:
        raise Forbidden("this server was started without guests")
    try:
        token = new_token(house.source)
    except Refused:
        raise not_dealing(house) from None
    session, seat_id = _open_seat(house, token)
    view = session_view(house, Player(session.session_id, session.player_id, seat_id))
    return NewSession(session.session_id, token, session.expires_at, view)


def authenticate(house: House, token: str) -> Player:
    """Whose token this is. Raises `Unauthorised`."""
    try:
        session, seat_id = house.session_of(token_hash(token))
    except BadSession as bad:
        house.log.critical("session unreadable", why=str(bad))
        raise Unauthorised("no session has this token") from None
    except NoSession:
        raise Unauthorised("no session has this token") from None
    if session.expires_at <= house.stamp():
        raise Unauthorised("the session is over")
    return Player(session.session_id, session.player_id, seat_id)


def session_view(house: House, player: Player) -> SessionView:
    """Where the session stands. Makes the announcement that is missing or no longer stands."""
    with readable_account(house):
        try:
            return _fresh_view(house, player)
        except Diverged as found:
            frozen, why = freeze(house, found), found
        if frozen:
            with suppress(Diverged):  # a frozen round may be one that cannot even be shown
                return _view(house, player)
        raise unreadable(house, why)


def _fresh_view(house: House, player: Player) -> SessionView:
    if _announcement_due(house, player):
        # Where nothing can be announced the view says so: neither a round nor a next one.
        with suppress(NotDealing):
            renew(house, player)
    return _view(house, player)


def _session_of(engine: Engine, hashed: str) -> tuple[SessionRow, SeatId]:
    with reading(engine) as tx:
        session = session_of_token(tx, hashed)
        return session, seat_of(tx, session.player_id, GAME)


def _announcement_due(house: House, player: Player) -> bool:
    with reading(house.engine) as tx:
        return outdated(house, _seat(house, tx, player).live) is not None


def _open_seat(house: House, token: str) -> tuple[SessionRow, SeatId]:
    now = house.now()
    at, player_id, seat_id = stamp(now), PlayerId(str(uuid7())), SeatId(str(uuid7()))
    expires = now + timedelta(seconds=house.table.session_lifetime_seconds)
    session = SessionRow(SessionId(str(uuid7())), player_id, at, stamp(expires))
    grant = Pence(house.table.demo_balance_pence)
    currency = house.terms_of(player_id).currency
    with writing(house.engine) as tx:
        add_player(tx, player_id, OPERATOR, player_id, at)
        open_account(tx, AccountRow(player_id, currency, grant))
        post(tx, grant_entry(player_id, grant), at)
        add_seat(tx, seat_id, player_id, GAME, at)
        add_session(tx, session, token_hash(token))
        if announce_round(house, tx, first_round(house, player_id, seat_id, currency)) is None:
            raise not_dealing(house)
    return session, seat_id


def _view(house: House, player: Player) -> SessionView:
    with reading(house.engine) as tx:
        seat = _seat(house, tx, player)
        live = seat.live
        announced = live is not None and live.status is RoundStatus.ANNOUNCED
        return SessionView(
            session_id=seat.session.session_id,
            currency=seat.account.currency,
            balance=house.terms_of(player.player_id).wallet.balance(tx, seat.account),
            last_stake=last_stake(tx, player.seat_id),
            round=None if live is None or announced else current_view(house, tx, live),
            next_round=announcement_of(live.announced) if live and announced else None,
            shoe=_shoe(house, tx, player, live),
            limits=limits_of(latest_limit(tx, player.player_id)),
            net=net_of_session(tx, player.session_id),
            started_at=seat.session.started_at,
            expires_at=seat.session.expires_at,
            server_time=house.stamp(),
        )


def _shoe(house: House, tx: Connection, player: Player, live: RoundRow | None) -> ShoeView | None:
    """As the round in play found it: what it has dealt would tell the dealer's cards."""
    if live is not None:
        with as_stored(live.announced.round_id):
            shoe = Shoe.parse(live.announced.shoe_before)
        return ShoeView(str(shoe), shoe.remaining, live.announced.made_whole)
    last = latest_round(tx, player.seat_id)
    if last is None:
        return None
    shoe, made_whole = next_shoe(house, last)
    return ShoeView(str(shoe), shoe.remaining, made_whole)


def _seat(house: House, tx: Connection, player: Player) -> SeatRow:
    try:
        return seat_row(tx, player.session_id, player.seat_id, house.stamp())
    except NoSession:
        raise Unauthorised("the session is over") from None
