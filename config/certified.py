"""Reader of the certified figures of a rules file: what the house tells players about its return.

A file below ``config/certified/`` is written by the exact analysis and only read here. It is
checked against itself (a law of results has one mean); that it is *right* is for a test of
``certification``, which computes it again. Figures are in opening stakes and fractions of 1.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import fsum
from pathlib import Path

from config.documents import BadConfig, Document, parse, read_bytes, resource
from config.fields import ID
from config.shapes import Choice, Figure, Text, WholeNumber, YesNo

# Figures are printed to nine decimals; sums of some dozens of them agree to this.
FIGURES_AGREE_WITHIN = 1e-6
# 3 card counts, totals 4 to 21, hard and soft, bought and not: under 200 cells can be reached.
CELLS_MAX = 400
RANKS = "A23456789TJQK"
# Four hands, each bought and paid at most 1000 to 1, would still be one row for each result.
RESULTS_MAX = 200

_SHARE = Figure(0, 1)
_SPREAD = Figure(0, 10_000)
_STAKES = WholeNumber(-10_000, 10_000)
_WORDS = Text(r"[^\x00-\x1f]{1,200}", "a line of 1 to 200 characters")
_HASH = Text(r"[0-9a-f]{64}", "a SHA-256 in 64 lower-case hex digits")
_RANK = Text(f"[{RANKS}]", f"one of the ranks {RANKS}")
_KEYS = (
    *("rules_id", "rules_sha256", "method", "strategy", "house_edge", "rtp", "rtp_cut"),
    *("stake_mean", "sd", "variance", "rtp_sd", "cells", "pairs", "net_law"),
)


class BadCertified(BadConfig):
    """Certified figures that are incomplete, or contradict themselves."""


class NotCertified(Exception):
    """There are no certified figures for these rules."""

    def __init__(self, rules_id: str) -> None:
        super().__init__(f"there are no certified figures for the rules {rules_id}")
        self.rules_id = rules_id


class Play(StrEnum):
    """What a strategy does with a hand."""

    TWIST = "twist"
    STICK = "stick"
    BUY = "buy"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class Cell:
    """What to do with a hand of so many cards and this total."""

    cards: int
    soft: bool
    total: int
    bought: bool
    action: Play


@dataclass(frozen=True, slots=True)
class PairCell:
    """What to do with two cards of one rank, where the hand may be split."""

    rank: str
    action: Play


@dataclass(frozen=True, slots=True)
class NetChance:
    """The chance of one result of a round, in opening stakes won (or, negative, lost)."""

    net: int
    probability: float


@dataclass(frozen=True, slots=True)
class Certified:
    """The figures of one rules file under one strategy.

    ``rtp`` is won / staked from a whole shoe, ``rtp_cut`` the same under R3's cut where it has
    been measured; ``rtp_sd`` is for one round, so a run of n rounds has ``rtp_sd`` / sqrt(n).
    """

    rules_id: str
    rules_sha256: str
    method: str
    strategy: str
    house_edge: float
    rtp: float
    rtp_cut: float | None
    stake_mean: float
    sd: float
    variance: float
    rtp_sd: float
    cells: tuple[Cell, ...]
    pairs: tuple[PairCell, ...]
    net_law: tuple[NetChance, ...]

    @property
    def rtp_displayed(self) -> float:
        """What players are told: the lower of a whole shoe's return and the cut's."""
        return self.rtp if self.rtp_cut is None else min(self.rtp, self.rtp_cut)


def load_certified(rules_id: str) -> Certified:
    """The shipped figures for these rules; ``NotCertified`` when there are none."""
    name = rules_id.replace("/", "-") + ".toml"
    file = resource(f"certified/{name}")
    # Changed rules have ids that are no file's, and no figures either.
    if not ID.fits(rules_id) or not file.is_file():
        raise NotCertified(rules_id)
    source = f"config/certified/{name}"
    document = parse(read_bytes(file, source, BadCertified), source, BadCertified)
    certified = _build(document)
    if certified.rules_id != rules_id:
        raise document.refuse("rules_id", f'"{rules_id}", as the file is named', "another")
    return certified


def read_certified(path: Path) -> Certified:
    """The figures in a file; ``BadCertified`` for anything less than complete and consistent."""
    data = read_bytes(path, str(path), BadCertified)
    return _build(parse(data, str(path), BadCertified))


def _build(document: Document) -> Certified:
    document.only(_KEYS)
    certified = Certified(
        rules_id=document.read("rules_id", ID),
        rules_sha256=document.read("rules_sha256", _HASH),
        method=document.read("method", _WORDS),
        strategy=document.read("strategy", _WORDS),
        house_edge=document.read("house_edge", Figure(-1, 1)),
        rtp=document.read("rtp", Figure(0, 2)),
        rtp_cut=document.read("rtp_cut", Figure(0, 2)) if "rtp_cut" in document.values else None,
        stake_mean=document.read("stake_mean", Figure(1, 8)),
        sd=document.read("sd", _SPREAD),
        variance=document.read("variance", Figure(0, 1e8)),
        rtp_sd=document.read("rtp_sd", _SPREAD),
        cells=tuple(_cell(row) for row in document.rows("cells", CELLS_MAX)),
        pairs=tuple(_pair(row) for row in document.rows("pairs", len(RANKS))),
        net_law=tuple(_chance(row) for row in document.rows("net_law", RESULTS_MAX)),
    )
    _check_strategy(document, certified)
    _check_law(document, certified)
    return certified


def _cell(row: Document) -> Cell:
    row.only(("cards", "soft", "total", "bought", "action"))
    return Cell(
        cards=row.read("cards", WholeNumber(2, 4)),
        soft=row.read("soft", YesNo()),
        total=row.read("total", WholeNumber(4, 21)),
        bought=row.read("bought", YesNo()),
        action=row.read("action", Choice(Play)),
    )


def _pair(row: Document) -> PairCell:
    row.only(("rank", "action"))
    return PairCell(row.read("rank", _RANK), row.read("action", Choice(Play)))


def _chance(row: Document) -> NetChance:
    row.only(("net", "probability"))
    return NetChance(row.read("net", _STAKES), row.read("probability", _SHARE))


def _check_strategy(document: Document, certified: Certified) -> None:
    places = [(cell.cards, cell.soft, cell.total, cell.bought) for cell in certified.cells]
    ranks = [pair.rank for pair in certified.pairs]
    for cell in certified.cells:
        # Only a pair is split (R10), and a hand is bought once (R9).
        if cell.action is Play.SPLIT or (cell.bought and cell.action is Play.BUY):
            raise document.refuse("cells", "an action that the hand may take", str(cell.action))
    for key, count, distinct in (
        ("cells", len(places), len(set(places))),
        ("pairs", len(ranks), len(set(ranks))),
    ):
        if count != distinct:
            raise document.refuse(key, "each hand once", f"{count - distinct} more than once")


def _check_law(document: Document, certified: Certified) -> None:
    law = certified.net_law
    nets = [chance.net for chance in law]
    if nets != sorted(set(nets)):
        raise document.refuse("net_law", "results in rising order, each once", str(nets))
    mean = fsum(chance.net * chance.probability for chance in law)
    square = fsum(chance.net**2 * chance.probability for chance in law)
    agree = (
        ("net_law", "probabilities that add up to", 1.0, fsum(c.probability for c in law)),
        ("house_edge", "the edge of net_law", -mean, certified.house_edge),
        ("variance", "the variance of net_law", square - mean**2, certified.variance),
        ("sd", "the root of the variance", certified.variance**0.5, certified.sd),
        ("rtp", "1 - house_edge / stake_mean", _rtp(certified), certified.rtp),
    )
    for key, what, expected, found in agree:
        if abs(expected - found) > FIGURES_AGREE_WITHIN:
            raise document.refuse(key, f"{what}, {expected:.9f}", f"{found:.9f}")


def _rtp(certified: Certified) -> float:
    return 1 - certified.house_edge / certified.stake_mean
