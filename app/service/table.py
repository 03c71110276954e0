"""What is played here: rules with their texts, stakes, chips, keys, and what the game returns."""

from dataclasses import dataclass

from app.game.events import EVENTS_FORMAT
from app.proof.document import PROOF_FORMAT
from app.service.house import House
from config.certified import NotCertified, load_certified
from config.rules import Pays
from config.texts import RuleText, rules_text


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules in force, and their texts R1 to R19."""

    id: str
    sha256: str
    texts: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class StakesView:
    """R17, in pence."""

    min: int
    max: int
    step: int


@dataclass(frozen=True, slots=True)
class PaysView:
    """R15, as written in the rules file: `2:1` is two pence won for each staked."""

    win: str
    pontoon: str
    five_card_trick: str


@dataclass(frozen=True, slots=True)
class StrategyCellView:
    """What the strategy of the disclosure does with a hand of so many cards and this total."""

    cards: int
    soft: bool
    total: int
    bought: bool
    action: str


@dataclass(frozen=True, slots=True)
class StrategyPairView:
    """What it does with a pair that may be split."""

    rank: str
    action: str


@dataclass(frozen=True, slots=True)
class RtpView:
    """What the game returns, by which strategy and method; fractions, in opening stakes.

    `rtp` is exact, of a whole shoe; `rtp_displayed` the lower of it and of shoes played to the cut.
    """

    rtp: float
    rtp_displayed: float
    house_edge: float
    standard_deviation: float
    stake_mean: float
    method: str
    strategy: str
    cells: tuple[StrategyCellView, ...]
    pairs: tuple[StrategyPairView, ...]


@dataclass(frozen=True, slots=True)
class VersionsView:
    """What decides how a round is played and written down, and which key signs its proof."""

    software: str
    events_format: str
    proof_format: str
    key_id: str


@dataclass(frozen=True, slots=True)
class TableView:
    """What is played here; `rtp` is None until it is certified for these very rules."""

    rules: RulesView
    currency: str
    limits: StakesView
    pays: PaysView
    chips: tuple[int, ...]
    keys: dict[str, str]
    packs: int
    cut: int
    advice: bool
    rtp: RtpView | None
    versions: VersionsView


def table_view(house: House) -> TableView:
    """The table of this house; the same for every player."""
    file, table = house.rules_file, house.table
    rules = file.rules
    return TableView(
        rules=RulesView(rules.id, file.sha256, rules_text(rules, table)),
        currency=house.terms.currency,
        limits=StakesView(rules.stakes.min_pence, rules.stakes.max_pence, rules.stakes.step_pence),
        pays=_pays(rules.pays),
        chips=table.chips_pence,
        keys=dict(table.keys),
        packs=rules.shoe.packs,
        cut=rules.shoe.reshuffle_after,
        advice=table.advice_after_hand,
        rtp=_rtp(house),
        versions=VersionsView(
            house.software, EVENTS_FORMAT, PROOF_FORMAT, house.keys.signing.public.key_id
        ),
    )


def _pays(pays: Pays) -> PaysView:
    odds = (pays.win, pays.pontoon, pays.five_card_trick)
    return PaysView(*(f"{each.numerator}:{each.denominator}" for each in odds))


def _rtp(house: House) -> RtpView | None:
    try:
        certified = load_certified(house.rules_file.rules.id)
    except NotCertified:
        return None
    if certified.rules_sha256 != house.rules_file.sha256:
        return None
    return RtpView(
        rtp=certified.rtp,
        rtp_displayed=certified.rtp_displayed,
        house_edge=certified.house_edge,
        standard_deviation=certified.sd,
        stake_mean=certified.stake_mean,
        method=certified.method,
        strategy=certified.strategy,
        cells=tuple(
            StrategyCellView(cell.cards, cell.soft, cell.total, cell.bought, cell.action.value)
            for cell in certified.cells
        ),
        pairs=tuple(StrategyPairView(pair.rank, pair.action.value) for pair in certified.pairs),
    )
