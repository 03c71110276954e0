"""The analysis and its advice as JSON-ready fields and as rows. Nothing is rounded here."""

from collections.abc import Iterator
from dataclasses import asdict
from decimal import Decimal
from fractions import Fraction

from app.game.cards import RANKS
from app.game.outcomes import Action
from certification.rtp.exact.analysis import Advice, Analysis

Fields = dict[str, object]

ROW_NAMES = ("hand", "cards", "total", "bought", "action", "stick", "twist", "buy", "split")
_ORDER = (Action.STICK, Action.TWIST, Action.BUY)


def analysis_fields(analysis: Analysis) -> Fields:
    """All figures, flat; `dealer` and `net` (by opening stakes) as objects."""
    return {
        "rules_id": analysis.rules_id,
        "strategy": analysis.advice.strategy.name,
        "method": analysis.method,
        **asdict(analysis.figures),
        "chances": asdict(analysis.chances),
        "dealer": dict(analysis.dealer),
        "net": {net_key(net): chance for net, chance in analysis.net.items()},
    }


def net_key(net: Fraction) -> str:
    """A net result as a decimal, as far as it ends (1.5); else as a fraction (5/3)."""
    rest = net.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest > 1:
        return str(net)
    return f"{Decimal(net.numerator) / net.denominator:f}"


def advice_fields(advice: Advice) -> Fields:
    """The table: what to do in each cell and with each pair, and what each action brings."""
    return {
        "strategy": advice.strategy.name,
        "house_edge": advice.edge,
        "cells": [
            {
                "cards": cell.cards,
                "soft": cell.soft,
                "total": cell.total,
                "bought": cell.bought,
                "action": action.value,
                "expectations": {a.value: worth for a, worth in advice.cells[cell].items()},
            }
            for cell, action in advice.strategy.cells.items()
        ],
        "pairs": [
            {
                "rank": rank,
                "split": split,
                "expectations": {"keep": worths[0], "split": worths[1]},
            }
            for rank, split, worths in zip(RANKS, advice.strategy.pairs, advice.pairs, strict=True)
        ],
    }


def advice_rows(advice: Advice) -> Iterator[tuple[str, ...]]:
    """The same as rows under `ROW_NAMES`; a pair kept is played by the cell of its total."""
    for cell, action in advice.strategy.cells.items():
        worths = advice.cells[cell]
        yield (
            "soft" if cell.soft else "hard",
            str(cell.cards),
            str(cell.total),
            "yes" if cell.bought else "no",
            action.value,
            *(repr(worths[a]) if a in worths else "" for a in _ORDER),
            "",
        )
    for rank, split, (keep, apart) in zip(RANKS, advice.strategy.pairs, advice.pairs, strict=True):
        action_word = "split" if split else "keep"
        kept = repr(keep)
        yield ("pair", "2", rank, "no", action_word, kept, "", "", repr(apart))
