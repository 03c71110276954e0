"""A plan so small that a whole run takes seconds; its law needs streams of a million bits.

Everything here is fixed, the source of the live secrets too: a fair dealer fails one run in some
ten thousand, and a test that says PASS must not.
"""

from dataclasses import replace
from pathlib import Path

from certification.cards.dealer import Dealer
from certification.judgement.live import Drawn
from certification.judgement.results import Origin, RunResult
from certification.judgement.run import run_plan
from config.certification_plan import BitSizes, CardSizes, Plan, PlanName, load_plan
from rng.ctr_drbg import REQUEST_BYTES_MAX, CtrDrbg

SMALL = replace(
    load_plan(PlanName.QUICK),
    bits=BitSizes(streams=4, bits=1_000_000),
    cards=CardSizes(
        rounds_served=500,
        rounds_twin=4_500,
        shoes=300,
        integers=11_000,
        seats=50,
        rounds_a_seat=20,
        secrets=2_000,
        blocks=20_000,
        live_secrets=1_000,
    ),
)
ORIGIN = Origin(PlanName.QUICK, "00" * 32, 1)
LIVE_SEED = bytes(range(48))


def take(length: int) -> bytes:
    """The same bytes in every run, in the place of the operating system's."""
    drbg = CtrDrbg.instantiate(LIVE_SEED)
    sizes = [REQUEST_BYTES_MAX] * (length // REQUEST_BYTES_MAX) + [length % REQUEST_BYTES_MAX]
    return b"".join(drbg.generate(size) for size in sizes if size)


def run(plan: Plan, dealer: Dealer, folder: Path, origin: Origin = ORIGIN) -> RunResult:
    """One run in this process."""
    return run_plan(plan, dealer, origin, Drawn(take, folder), workers=1)
