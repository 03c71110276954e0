"""What leaves the house: frozen views of JSON-ready values, named as the API names them.

They are made from dealt and shown cards only. `as_json` writes them; `played_round` reads back the
one view that is stored, the answer to a bet or an action.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from app.store.ids import RoundId, SessionId
from rng.announcement import Announcement


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand of the player; `outcome` and `returned` are None until it is settled."""

    cards: tuple[str, ...]
    total: int
    soft: bool
    stake: int
    state: str
    outcome: str | None
    returned: int | None


@dataclass(frozen=True, slots=True)
class DealerView:
    """The dealer's hand: `??` face down, `total` and `result` None, until the round ends."""

    cards: tuple[str, ...]
    total: int | None
    result: str | None


@dataclass(frozen=True, slots=True)
class BarredView:
    """Why an action is not legal."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as its player may see it.

    `stake_requested` and `stake` are None only in a lapsed round; a lapsed round, and one whose
    stake was never confirmed, has no hands and an empty dealer.
    """

    round_id: RoundId
    number: int
    version: int
    status: str
    stake_requested: int | None
    stake: int | None
    client_seed: str | None
    commitment: str
    hands: tuple[HandView, ...]
    active_hand: int | None
    dealer: DealerView
    legal_actions: tuple[str, ...]
    barred: dict[str, BarredView]
    staked: int
    returned: int | None
    net: int | None


@dataclass(frozen=True, slots=True)
class PlayedRound(RoundView):
    """The round in an answer to POST: with the balance after it, and what comes next.

    `next_round` is None while the round is in play, and after it when the source refuses.
    """

    balance: int
    next_round: Announcement | None


@dataclass(frozen=True, slots=True)
class ShoeView:
    """The shoe as the round in play found it, or as the coming round will find it."""

    counts: str
    remaining: int
    made_whole: bool


@dataclass(frozen=True, slots=True)
class LimitsView:
    """R18; both None until the player first sets a limit."""

    table_max: int | None
    may_change_from: str | None


@dataclass(frozen=True, slots=True)
class SessionView:
    """Where a session stands. `round` or `next_round` is None, both only if the source refuses."""

    session_id: SessionId
    currency: str
    balance: int
    last_stake: int | None
    round: RoundView | None
    next_round: Announcement | None
    shoe: ShoeView | None
    limits: LimitsView
    net: int
    started_at: str
    expires_at: str
    server_time: str


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session just opened. The token is shown this once; only its hash is kept."""

    session_id: SessionId
    token: str = field(repr=False)
    expires_at: str
    session: SessionView


@dataclass(frozen=True, slots=True)
class HistoryView:
    """A page of ended rounds, newest first; `next_cursor` is None on the last one."""

    rounds: tuple[RoundView, ...]
    next_cursor: str | None


def as_fields(view: Any) -> Any:
    """The view as dicts and lists, ready for JSON; keys in the order of the fields."""
    if isinstance(view, str | int | float | None):
        return view
    if isinstance(view, tuple | list):
        return [as_fields(item) for item in view]
    if isinstance(view, dict):
        return {key: as_fields(value) for key, value in view.items()}
    return {name: as_fields(getattr(view, name)) for name in view.__dataclass_fields__}


def as_json(view: object) -> str:
    """The view as JSON text without spaces, keys in the order of the fields."""
    return _JSON.encode(view)


def played_round(text: str) -> PlayedRound:
    """The view that `as_json` wrote."""
    facts = json.loads(text)
    facts["hands"] = tuple(hand_view(hand) for hand in facts["hands"])
    facts["dealer"] = dealer_view(facts["dealer"])
    facts["legal_actions"] = tuple(facts["legal_actions"])
    facts["barred"] = {name: BarredView(**bar) for name, bar in facts["barred"].items()}
    if facts["next_round"] is not None:
        facts["next_round"] = Announcement(**facts["next_round"])
    return PlayedRound(**facts)


def hand_view(facts: dict[str, Any]) -> HandView:
    """A hand from its stored JSON object."""
    return HandView(**{**facts, "cards": tuple(facts["cards"])})


def dealer_view(facts: dict[str, Any]) -> DealerView:
    """The dealer from its stored JSON object."""
    return DealerView(**{**facts, "cards": tuple(facts["cards"])})


def _named(view: Any) -> dict[str, Any]:
    return {name: getattr(view, name) for name in view.__dataclass_fields__}


_JSON = json.JSONEncoder(separators=(",", ":"), default=_named)
