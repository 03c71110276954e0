"""The table of problems (RFC 9457): slug, status, title, what happened and what to do.

Every problem the API can answer stands here once; `/problems/<slug>` is made from it, and so are
the error answers of the OpenAPI document. Which refusal is which problem: `refusal_problems.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """One kind of problem: `type` is `/problems/<slug>`."""

    slug: str
    status: int
    title: str
    meaning: str
    remedy: str

    @property
    def type(self) -> str:
        return f"/problems/{self.slug}"


class Refused(Exception):
    """A request the API itself refuses, before or beside the service."""

    def __init__(
        self,
        slug: str,
        detail: str,
        facts: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.problem = PROBLEMS[slug]
        self.detail = detail
        self.facts = dict(facts or {})
        self.headers = dict(headers or {})


@dataclass(frozen=True, slots=True)
class WrongField:
    """One field that was refused: where it stands and what belongs there."""

    pointer: str
    expected: str
    place: str = field(default="body")

    def facts(self) -> dict[str, str]:
        return {"in": self.place, "pointer": self.pointer, "expected": self.expected}


def invalid_field(wrong: Iterable[WrongField]) -> Refused:
    """The problem `invalid-field`, with every field that is wrong."""
    errors = [item.facts() for item in wrong]
    detail = "; ".join(f"{error['pointer'] or 'the body'}: {error['expected']}" for error in errors)
    return Refused("invalid-field", detail, {"errors": errors})


_TABLE = (
    Problem(
        "malformed-json",
        400,
        "The body is not JSON",
        "The body could not be read as one JSON object in UTF-8. A key that appears twice, NaN, "
        "Infinity, a number too large for a double, an integer over 64 bits and nesting deeper "
        "than 32 levels are refused too, because readers differ about what they mean. So is a "
        "body in chunks: whether it was cut cannot be told.",
        "Send one JSON object made by a JSON library, with each key once, whole, with "
        "Content-Length.",
    ),
    Problem(
        "idempotency-key-missing",
        400,
        "Idempotency-Key is missing or malformed",
        "Every POST that may move money carries the header Idempotency-Key: 1 to 64 characters "
        "from ! to ~. It makes it safe to send the same request again after a lost answer.",
        "Make a new key, such as a UUID, for each thing you want done, and send the same key again "
        "only to repeat the same request.",
    ),
    Problem(
        "bad-cursor",
        400,
        "The cursor is not one of ours",
        "The cursor of a list is the next_cursor of the page before, unchanged.",
        "Start again without a cursor, then pass on each next_cursor as it came.",
    ),
    Problem(
        "unauthorised",
        401,
        "No valid session",
        "The call needs the header Authorization: Bearer <token>, with the token of a session "
        "that has not expired.",
        "Open a session and send its token: POST /v1/demo/sessions where there is play money. A "
        "server started with --no-demo opens none by itself.",
    ),
    Problem(
        "forbidden",
        403,
        "Not allowed with this credential",
        "The credential is valid, but this call is outside of what it may do. Guests with play "
        "money are turned away when the server was started with --no-demo.",
        "Use a credential of the right scope, or ask the operator for one.",
    ),
    Problem(
        "player-suspended",
        403,
        "The player is suspended",
        "The operator has suspended this player: no stake is taken. A round in play can still be "
        "finished and every proof can be read.",
        "Ask the operator. Finish the round in play, if there is one.",
    ),
    Problem(
        "not-found",
        404,
        "There is no such thing here",
        "Nothing stands at this address, or it belongs to somebody else; the answer is the same.",
        "Check the address. Rounds are listed at GET /v1/rounds.",
    ),
    Problem(
        "method-not-allowed",
        405,
        "This address does not take that method",
        "The address exists, but not with this method.",
        "Use one of the methods named in the header Allow.",
    ),
    Problem(
        "body-too-large",
        413,
        "The body is too large",
        "Bodies of more than 64 KiB are refused; nothing of them is looked at.",
        "Send only the documented fields; the largest valid body has some hundred bytes.",
    ),
    Problem(
        "unsupported-media-type",
        415,
        "The body is not declared as JSON",
        "A body is sent with the header Content-Type: application/json.",
        "Set Content-Type: application/json (charset, if named, is utf-8) and no encoding.",
    ),
    Problem(
        "invalid-field",
        422,
        "A field is missing, unknown or has a wrong value",
        "The JSON was read, but a field does not have the form that is documented. errors names "
        "each such field by a JSON pointer, with what is expected there. Nothing is coerced: "
        '"5" and 1.5 and true are not amounts.',
        "Correct the fields that errors names and send the request again.",
    ),
    Problem(
        "stake-not-whole-pounds",
        422,
        "The stake is not a multiple of the step",
        "Stakes are in pence, and multiples of the step that GET /v1/table names (rule R17).",
        "Round the stake to a multiple of limits.step of GET /v1/table.",
    ),
    Problem(
        "stake-above-limit",
        422,
        "The stake is above the limit",
        "The opening stake is above the table's maximum or the player's own limit (R17, R18); "
        "detail says which of the two.",
        "Stake at most what the answer names as limit. GET /v1/table and GET /v1/limits show both.",
    ),
    Problem(
        "idempotency-key-reused",
        422,
        "This Idempotency-Key was used for another request",
        "A key stands for one request: the same method, path and body.",
        "Make a new key for a new request.",
    ),
    Problem(
        "illegal-action",
        409,
        "The rules do not allow this action now",
        "legal_actions names what may be done now; barred says why the others may not.",
        "Choose one of legal_actions.",
    ),
    Problem(
        "stale-version",
        409,
        "The round has moved on",
        "expected_version is not the version of the round: another request came first. The answer "
        "carries the round as it is now, under current.",
        "Show the player the current round and decide again.",
    ),
    Problem(
        "announcement-changed",
        409,
        "Another round is announced",
        "The bet names a round that is not the one announced now. Nothing was staked. The answer "
        "carries the current announcement as next_round.",
        "Keep the new announcement, make a new client seed and bet on its round_id.",
    ),
    Problem(
        "round-open",
        409,
        "A round is in play",
        "A seat plays one round at a time, and one is in play. The answer carries it as current.",
        "Finish the round (POST /v1/rounds/{id}/actions); its last answer announces the next one.",
    ),
    Problem(
        "reality-check-due",
        409,
        "A reality check is due",
        "The jurisdiction asks that the player is told about time and money before going on.",
        "Show the check, send the player's answer, then bet again.",
    ),
    Problem(
        "round-in-play",
        409,
        "The round is still in play",
        "The proof of a round holds its secret, so it exists only when the round has ended.",
        "Finish the round, then ask again.",
    ),
    Problem(
        "limit-locked",
        409,
        "The limit was changed this week already",
        "The table limit may be changed once in each week, which begins on Friday at 00:00 EST "
        "(UTC-5). may_change_from names the next instant (R18).",
        "Change it at may_change_from or later. Sending the value in force is always allowed.",
    ),
    Problem(
        "insufficient-funds",
        409,
        "The balance does not cover the stake",
        "The balance is below what the bet, buy or split costs. Nothing was taken.",
        "Stake less, or choose an action that costs nothing.",
    ),
    Problem(
        "request-in-progress",
        409,
        "What is asked for is still being worked on",
        "A request with this key waits for the wallet, or another request holds what this one "
        "needs. What is asked will be done once, however often it is sent.",
        "Send the same request again after the seconds named in Retry-After.",
    ),
    Problem(
        "round-frozen",
        409,
        "The round is frozen",
        "What is stored of the round does not follow from its inputs, or the database was "
        "restored. No action is taken on it and it has no proof until an operator has settled it.",
        "Contact the operator and name the round_id.",
    ),
    Problem(
        "too-soon",
        429,
        "Too soon after the round before",
        "The jurisdiction sets a least time between rounds.",
        "Bet again after the seconds named in Retry-After.",
    ),
    Problem(
        "rate-limited",
        429,
        "Too many requests",
        "Guest sessions are limited for each address; bodies on their way and streams, for all "
        "callers together.",
        "Keep the session you have, or try again after the seconds named in Retry-After.",
    ),
    Problem(
        "internal-error",
        500,
        "Something went wrong on our side",
        "The request met a fault in the server. What had been committed stands, nothing else does.",
        "Read the state with GET /v1/session. A bet or action may be sent again with the same "
        "Idempotency-Key. Report the request_id if it happens again.",
    ),
    Problem(
        "not-dealing",
        503,
        "No round can be dealt now",
        "The source of chance, the database or a key of the house is not in a state to deal. No "
        "stake was taken.",
        "Try again after the seconds named in Retry-After. The operator finds the cause in "
        "/readyz and with pontoon doctor.",
    ),
    Problem(
        "wallet-unavailable",
        503,
        "The wallet does not answer",
        "The operator's wallet could not be reached in time. The bet stays bound to its round and "
        "is carried on as soon as the wallet answers; no money is lost or taken twice.",
        "Send the same request with the same Idempotency-Key again after the seconds named in "
        "Retry-After.",
    ),
)

PROBLEMS: Mapping[str, Problem] = {problem.slug: problem for problem in _TABLE}
