"""One small exposure of the shipped rules for all tests of it."""

import pytest

from certification.rtp.certify import certified_analysis
from certification.rtp.exact.analysis import Analysis
from certification.rtp.exposure.exposure import Exposure, Sizes, exposure
from certification.rtp.exposure.shoes import Starts, deal_shoes
from certification.rtp.simulation.plan import Plan, Seeds
from config.loader import RulesFile, ShoePolicy, load_rules

SEED = bytes(range(48))
SIZES = Sizes(shoes=640, exact=160)


@pytest.fixture(scope="session")
def rules_file() -> RulesFile:
    """The shipped rules."""
    return load_rules()


@pytest.fixture(scope="session")
def analysis(rules_file: RulesFile) -> Analysis:
    """Of a whole shoe."""
    return certified_analysis(rules_file)


@pytest.fixture(scope="session")
def found(rules_file: RulesFile, analysis: Analysis) -> Exposure:
    """An exposure of a few hundred shoes."""
    return exposure(rules_file, analysis, SEED, SIZES)


@pytest.fixture(scope="session")
def plan(rules_file: RulesFile, analysis: Analysis) -> Plan:
    """What its shoes are dealt by."""
    strategy = analysis.advice.strategy
    return Plan(rules_file, strategy, 10**6, SEED, ShoePolicy.PLAYED, Seeds.BLOCK)


@pytest.fixture(scope="session")
def starts(plan: Plan) -> Starts:
    """Its rounds."""
    return deal_shoes(plan, 64)
