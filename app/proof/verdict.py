"""What an audit says: findings and a verdict. How they are found is in `judge` and `chain`."""

from dataclasses import dataclass, field, replace
from typing import Literal

from app.game.state import RoundState
from rng.shoe import Shoe

Fact = str | int | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: the field, what follows or is required, and what is stated."""

    where: str
    expected: Fact
    found: Fact


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of judging one proof.

    `state` is the round as far as it follows from the inputs, `shoe_after` the shoe that the next
    round must start from; both are None where they do not follow.
    """

    findings: tuple[Finding, ...]
    fixed_beforehand: Literal["shown", "not shown"]
    signature: Literal["valid", "invalid", "not checked"]
    state: RoundState | None = field(repr=False)
    shoe_after: Shoe | None

    @property
    def verdict(self) -> Literal["confirmed", "refuted"]:
        """Confirmed when there is no finding."""
        return "refuted" if self.findings else "confirmed"

    def with_findings(self, more: tuple[Finding, ...]) -> "Verdict":
        """The same verdict with findings made beside it."""
        return replace(self, findings=self.findings + more) if more else self
