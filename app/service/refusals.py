"""Why the house says no: small classes, each with the facts that help the caller on.

What HTTP makes of them is in one table of the API. Nothing here names an undealt card or a secret.
"""

from app.game.choices import Barred
from app.game.outcomes import Action
from app.service.views import RoundView
from app.store.ids import RoundId
from rng.announcement import Announcement


class Refusal(Exception):
    """The house says no, and nothing has changed."""


class Unauthorised(Refusal):
    """No session has this token, or it is over."""


class Forbidden(Refusal):
    """This house does not do that for anybody, or not for who asks."""


class NotFound(Refusal):
    """There is no such thing, or it is somebody else's."""


class InvalidField(Refusal):
    """A field has not the form it needs."""

    def __init__(self, name: str, expected: str) -> None:
        super().__init__(f"{name}: {expected}")
        self.name = name
        self.expected = expected


class NotWholePounds(Refusal):
    """R17: a stake that is not a multiple of the step."""


class StakeAboveLimit(Refusal):
    """R17, R18: a stake above the table's maximum or the player's own limit."""

    def __init__(self, why: str, limit: int) -> None:
        super().__init__(why)
        self.limit = limit


class InsufficientFunds(Refusal):
    """The balance does not cover the stake."""

    def __init__(self, needed: int, balance: int) -> None:
        super().__init__(f"{needed} pence are needed, and the balance is {balance}")
        self.needed = needed
        self.balance = balance


class KeyReused(Refusal):
    """The idempotency key already stands for another request."""


class RequestInProgress(Refusal):
    """The same request, or the round's stake, still waits at the wallet."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__(f"still waiting at the wallet; ask again in {retry_after_seconds} s")
        self.retry_after_seconds = retry_after_seconds


class AnnouncementChanged(Refusal):
    """The bet answers another announcement than the current one."""

    def __init__(self, next_round: Announcement) -> None:
        super().__init__("the bet does not name the coming round")
        self.next_round = next_round


class RoundOpen(Refusal):
    """A round is in play: another cannot be opened."""

    def __init__(self, current: RoundView) -> None:
        super().__init__(f"round {current.number} is in play")
        self.current = current


class RoundInPlay(Refusal):
    """The proof of a round exists once it has ended."""


class RoundFrozen(Refusal):
    """The round differs from its own record; no action is taken until the house has looked."""

    def __init__(self, round_id: RoundId) -> None:
        super().__init__(f"round {round_id} is frozen")
        self.round_id = round_id


class SecretLost(Refusal):
    """The number was spent, and its secret can no longer be unsealed: it has no proof."""

    def __init__(self, round_id: RoundId, number: int) -> None:
        super().__init__(
            f"number {number} was spent, and the house has lost its secret: there is no proof of"
            " it, and the proofs of the seat have a gap there"
        )
        self.round_id = round_id
        self.number = number


class IllegalAction(Refusal):
    """The rules do not allow the action now."""

    def __init__(
        self,
        action: Action,
        why: str,
        legal_actions: tuple[Action, ...],
        barred: tuple[Barred, ...],
        current: RoundView,
    ) -> None:
        super().__init__(f"{action.value} is not allowed now: {why}")
        self.action = action
        self.why = why
        self.legal_actions = legal_actions
        self.barred = barred
        self.current = current


class StaleVersion(Refusal):
    """The action was meant for another version of the round."""

    def __init__(self, expected: int, current: RoundView) -> None:
        super().__init__(f"the round is at version {current.version}, not {expected}")
        self.expected = expected
        self.current = current


class LimitLocked(Refusal):
    """R18: the limit was changed in this week already."""

    def __init__(self, may_change_from: str) -> None:
        super().__init__(f"the table limit may be changed again from {may_change_from}")
        self.may_change_from = may_change_from


class BadCursor(Refusal):
    """The cursor is not one that this service gave."""


class NotDealing(Refusal):
    """The source of chance refuses, so no bet is taken. Stakes are untouched."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__("no rounds are dealt at the moment; no stake has been taken")
        self.retry_after_seconds = retry_after_seconds


class WalletUnavailable(Refusal):
    """The wallet did not answer; what it was asked stays written down and is asked again."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__("the wallet does not answer at the moment")
        self.retry_after_seconds = retry_after_seconds


class CannotVoid(Refusal):
    """The round has ended, or what it owes cannot be told from its record."""
