"""The form of what is stored: where a row becomes a value, each of its columns is held against it.

SQLite keeps any value in any column, and a file may be edited past every guard. A row that holds
what no writer of ours puts there is told as `Diverged` or `BadAccount`, and nothing of it goes on.
Whether a fact of the right form is the right one is judged by who uses it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.game.outcomes import Action
from app.store.ids import PlayerId, RoundId
from app.store.statuses import Actor, RoundStatus, TransferKind, TransferState

Check = Callable[[Any], bool]
Form = Callable[[Sequence[Any]], bool]

PENCE_MAX: Final = 2**53 - 1
"""Of any sum: the largest integer that every JSON reader keeps (RFC 8785)."""
STEPS_MAX: Final = 64
"""Of a round: no rules lead to more than 19 actions."""
NUMBER_MAX: Final = 2**53 - 2
"""Of a round: the one after it has a number too."""
BLOB_BYTES_MAX: Final = 64
"""Of a nonce (12) or a sealed secret (48)."""
_32_BITS_MAX: Final = 2**31 - 1

# Of the same form as `rng.announcement` has them, which is not for the store to import.
UUID_FORM: Final = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
SHA256_FORM: Final = r"[0-9a-f]{64}"
SHOE_FORM: Final = r"[0-8]{52}"
CLIENT_SEED_FORM: Final = r"[!-~]{16,64}"
_STAMP = (
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z"
)
_CURRENCY = r"[A-Z]{3}"
_NAME = r"[!-~]{1,200}"
_WORDS = r"[^\n]{1,200}"


class Diverged(Exception):
    """A round is not what was written of it, or not what follows from that; it is to be frozen.

    `place` is where in this program it was noticed, for the log: a fault of ours looks the same.
    """

    def __init__(self, round_id: RoundId, why: str, place: str = "") -> None:
        super().__init__(f"round {round_id}: {why}")
        self.round_id = round_id
        self.why = why
        self.place = place


class BadAccount(Exception):
    """What is kept of a player's money and limit is not what was written of it."""

    def __init__(self, player_id: PlayerId) -> None:
        super().__init__(f"the account of player {player_id} cannot be read")
        self.player_id = player_id


def _whole(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _text(pattern: str) -> Check:
    fullmatch = re.compile(pattern).fullmatch
    return lambda value: type(value) is str and fullmatch(value) is not None


def _or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _blob(value: Any) -> bool:
    return type(value) is bytes and len(value) <= BLOB_BYTES_MAX


def _any_text(value: Any) -> bool:
    return type(value) is str


def _yes_or_no(value: Any) -> bool:
    return type(value) in (bool, int) and value in (0, 1)  # SQLite itself has no such type


def _form(columns: Mapping[str, str | Check]) -> Form:
    """Of a row with these columns, in their order; a column of text has a pattern.

    The texts are matched as one, a line for each: a round is read with every request.
    """
    forms = tuple(columns.values())
    texts = tuple(at for at, form in enumerate(forms) if isinstance(form, str))
    lines = "\n".join(f"(?:{form})" for form in forms if isinstance(form, str))
    others = tuple((at, form) for at, form in enumerate(forms) if not isinstance(form, str))
    fullmatch = re.compile(lines).fullmatch

    def fits(values: Sequence[Any]) -> bool:
        try:
            found = fullmatch("\n".join([values[at] for at in texts]))
        except TypeError:
            return False
        return found is not None and all(check(values[at]) for at, check in others)

    return fits


announced_fits = _form(
    {
        "round_id": UUID_FORM,
        "player_id": UUID_FORM,
        "seat_id": UUID_FORM,
        "number": _whole(1, NUMBER_MAX),
        "rules_id": _NAME,
        "rules_sha256": SHA256_FORM,
        "currency": _CURRENCY,
        "jurisdiction_id": _or_null(_text(_WORDS)),
        "jurisdiction_sha256": _or_null(_text(SHA256_FORM)),
        "shoe_before": SHOE_FORM,
        "made_whole": _yes_or_no,
        "commitment": SHA256_FORM,
        "sealed_key_id": _NAME,
        "sealed_nonce": _blob,
        "sealed_secret": _blob,
        "announced_at": _STAMP,
    }
)
bound_fits = _form(
    {
        "session_id": UUID_FORM,
        "stake_requested": _whole(1, PENCE_MAX),
        "stake": _whole(1, PENCE_MAX),
        "client_seed": _or_null(_text(CLIENT_SEED_FORM)),
        "opened_at": _STAMP,
    }
)
ended_fits = _form(
    {
        "version": _whole(1, _32_BITS_MAX),
        "server_secret": _or_null(_text(SHA256_FORM)),
        "reason": _or_null(_any_text),
        "staked": _whole(0, PENCE_MAX),
        "returned": _whole(0, PENCE_MAX),
        "house_played_from": _or_null(_whole(0, STEPS_MAX)),
        "result": _or_null(_any_text),
        "software": _WORDS,
        "ended_at": _STAMP,
    }
)
step_fits = _form(
    {
        "step": _whole(0, STEPS_MAX),
        "actor": "|".join(Actor),
        "action": "|".join(("deal", "void", *Action)),
        "events_format": _NAME,
        "events": _any_text,
        "at": _STAMP,
    }
)
transfer_fits = _form(
    {
        "transfer_id": UUID_FORM,
        "player_id": UUID_FORM,
        "round_id": UUID_FORM,
        "step": _whole(0, STEPS_MAX),
        "kind": "|".join(TransferKind),
        "amount": _whole(1, PENCE_MAX),
        "action": _or_null(_text("|".join(Action))),
        "state": "|".join(TransferState),
        "attempts": _whole(0, _32_BITS_MAX),
    }
)
account_fits = _form(
    {
        "account_id": rf"player:{UUID_FORM}",
        "kind": "player",
        "player_id": UUID_FORM,
        "currency": _CURRENCY,
        "balance": _or_null(_whole(0, PENCE_MAX)),
    }
)
session_fits = _form(
    {
        "session_id": UUID_FORM,
        "player_id": UUID_FORM,
        "started_at": _STAMP,
        "expires_at": _STAMP,
    }
)
limit_fits = _form(
    {
        "change": _whole(1, _32_BITS_MAX),
        "table_max": _whole(1, PENCE_MAX),
        "changed_at": _STAMP,
    }
)
uuid_fits = _text(UUID_FORM)
key_id_fits = _text(_NAME)
sha256_fits = _text(SHA256_FORM)
events_format_fits = _text(r"[a-z]+/events/[1-9][0-9]{0,5}")

WHAT_IS_THERE: Final[Mapping[RoundStatus, tuple[bool, bool]]] = {
    RoundStatus.ANNOUNCED: (False, False),
    RoundStatus.AWAITING_STAKE: (True, False),
    RoundStatus.IN_PLAY: (True, False),
    RoundStatus.FROZEN: (True, False),
    RoundStatus.SETTLED: (True, True),
    RoundStatus.VOID: (True, True),
    RoundStatus.LAPSED: (False, True),
}
"""Whether a round of this status has a bet, and an end."""
