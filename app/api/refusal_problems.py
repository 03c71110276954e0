"""Which refusal of the service is which problem, and the facts that go with it.

This is the only place where a refusal meets an HTTP status.
"""

from collections.abc import Callable, Mapping

from app.api.problems import PROBLEMS, Problem, WrongField
from app.service import refusals
from app.service.refusals import Refusal
from app.service.views import BarredView, as_fields

Facts = Callable[[Refusal], dict[str, object]]

SLUGS: Mapping[type[Refusal], str] = {
    refusals.Unauthorised: "unauthorised",
    refusals.Forbidden: "forbidden",
    refusals.NotFound: "not-found",
    refusals.InvalidField: "invalid-field",
    refusals.NotWholePounds: "stake-not-whole-pounds",
    refusals.StakeAboveLimit: "stake-above-limit",
    refusals.InsufficientFunds: "insufficient-funds",
    refusals.KeyReused: "idempotency-key-reused",
    refusals.RequestInProgress: "request-in-progress",
    refusals.AnnouncementChanged: "announcement-changed",
    refusals.RoundOpen: "round-open",
    refusals.RoundInPlay: "round-in-play",
    refusals.RoundFrozen: "round-frozen",
    refusals.SecretLost: "not-found",
    refusals.IllegalAction: "illegal-action",
    refusals.StaleVersion: "stale-version",
    refusals.LimitLocked: "limit-locked",
    refusals.BadCursor: "bad-cursor",
    refusals.NotDealing: "not-dealing",
    refusals.WalletUnavailable: "wallet-unavailable",
}

_FACTS: tuple[str, ...] = (
    "limit",
    "needed",
    "balance",
    "next_round",
    "current",
    "round_id",
    "legal_actions",
    "may_change_from",
)
"""Attributes of refusals that the answer repeats under their own names."""


def problem_of(refusal: Refusal) -> Problem:
    """The problem that this refusal is answered with."""
    return PROBLEMS[SLUGS[type(refusal)]]


def detail_of(refusal: Refusal, table_max: int) -> str:
    """What happened this time, in words; `table_max` is the highest stake of the rules in force."""
    if isinstance(refusal, refusals.InvalidField):
        return f"/{refusal.name}: {refusal.expected}"
    if isinstance(refusal, refusals.StakeAboveLimit):
        own = refusal.limit < table_max
        whose = "the player's own table limit (R18)" if own else "the table's maximum (R17)"
        return f"{refusal}, which is {whose}"
    return str(refusal) or problem_of(refusal).meaning


def facts_of(refusal: Refusal) -> dict[str, object]:
    """The members that help the caller on, ready for JSON."""
    facts = {name: as_fields(getattr(refusal, name)) for name in _FACTS if hasattr(refusal, name)}
    if isinstance(refusal, refusals.InvalidField):
        facts["errors"] = [WrongField(f"/{refusal.name}", refusal.expected).facts()]
    if isinstance(refusal, refusals.IllegalAction):
        facts["barred"] = {
            bar.action.value: as_fields(BarredView(bar.code, bar.text)) for bar in refusal.barred
        }
    if isinstance(refusal, refusals.StaleVersion):
        facts["current_version"] = refusal.current.version
    return facts


def headers_of(refusal: Refusal) -> dict[str, str]:
    """Retry-After where the refusal says when to ask again."""
    seconds = getattr(refusal, "retry_after_seconds", None)
    if seconds is None:
        return {}
    return {"Retry-After": str(seconds)}
