"""The batteries as a family: what is judged, what is only printed, what did not run."""

import json

import pytest
from click.testing import CliRunner

from app.commands.rng_battery import battery
from certification.batteries import dieharder, ent
from certification.batteries.feed import TookTooLong, feed, generated
from certification.batteries.results import (
    LEVEL,
    Answered,
    Battery,
    NotRun,
    Reading,
    Standing,
    judge,
)
from certification.batteries.run import Call, answered, declared, run_calls
from certification.judgement.results import Verdict
from config.certification_plan import PlanName
from rng.ctr_drbg import CtrDrbg
from tests.missing import need

SEED = bytes(range(48))


def reading(p_value: float, said: str = "PASSED", standing: Standing = Standing.JUDGED) -> Reading:
    return Reading(Battery.DIEHARDER, "-d 0", "some test", "p", p_value, said, standing)


def family(*readings: Reading) -> Verdict:
    return judge(SEED, [Answered("dieharder 3.31.1", 0, readings, ())]).verdict


def test_weak_is_printed_and_not_judged() -> None:
    assert family(reading(0.001, "WEAK"), *[reading(0.5)] * 99) is Verdict.PASS


def test_one_p_value_where_dieharder_says_failed_rejects_a_family_of_a_hundred() -> None:
    assert family(reading(0.9e-6, "FAILED"), *[reading(0.5)] * 99) is Verdict.REJECT


def test_a_doubted_test_rejects_nothing_and_takes_no_part_in_the_correction() -> None:
    doubted = reading(0.0, "FAILED", Standing.PRINTED)
    assert family(doubted, reading(0.5)) is Verdict.PASS
    assert family(*[doubted] * 50, reading(LEVEL * 0.9)) is Verdict.REJECT


def test_nothing_run_is_no_result() -> None:
    found = judge(SEED, [Answered("ent", 0, (), (NotRun(Battery.ENT, "-t", "not installed"),))])
    assert found.results == ()
    assert [each.why for each in found.not_run] == ["not installed"]


def test_an_absent_program_is_named_as_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    calls = (*declared(Battery.ENT, PlanName.STANDARD), Call(Battery.DIEHARDER, ("-d", "0"), 100))
    found = run_calls(calls, SEED, lambda *_: None)
    assert not found.results
    assert [each.battery for each in found.not_run] == [Battery.ENT, Battery.DIEHARDER]
    assert all("is not installed; on Debian type: apt install" in n.why for n in found.not_run)


def test_quick_declares_nothing_standard_the_good_ones_full_everything() -> None:
    for name in Battery:
        assert declared(name, PlanName.QUICK) == ()
    standard = {call.arguments for call in declared(Battery.DIEHARDER, PlanName.STANDARD)}
    full = {call.arguments for call in declared(Battery.DIEHARDER, PlanName.FULL)}
    assert standard < full
    assert dieharder.DOUBTED.isdisjoint(asked.number for asked in dieharder.STANDARD)
    assert dieharder.DOUBTED.issubset(asked.number for asked in dieharder.FULL)


def test_the_bytes_are_those_of_one_instance_in_requests_of_65536() -> None:
    drbg = CtrDrbg.instantiate(SEED)
    assert b"".join(generated(SEED, 65_536 + 5)) == drbg.generate(65_536) + drbg.generate(5)


def test_a_program_that_stops_reading_ends_the_feeding() -> None:
    fed = feed(("head", "-c", "3"), iter([b"abc" * 50_000] * 1_000))
    assert fed.text == "abc"
    assert fed.bytes_read < 150_000_000


def test_a_program_that_never_ends_is_ended() -> None:
    with pytest.raises(TookTooLong, match=r"ended after 0\.2 seconds"):
        feed(("sleep", "60"), iter([b""]), seconds_max=0.2)


def test_ent_passes_the_generator() -> None:
    need("ent")
    found = answered(Call(Battery.ENT, ent.TERSE, 2**22), SEED)
    assert found.bytes_read == 2**22
    assert judge(SEED, [found]).verdict is Verdict.PASS


def test_the_command_prints_the_family_as_json() -> None:
    need("ent")
    done = CliRunner().invoke(battery, ["ent", "--seed", SEED.hex(), "--json"])
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert (found["verdict"], found["seed"]) == ("pass", SEED.hex())
    assert len(found["results"]) == 4


@pytest.mark.parametrize("seed", ["", "ab", "00 " * 48, "zz" * 48])
def test_the_command_takes_a_seed_of_96_hex_digits(seed: str) -> None:
    done = CliRunner().invoke(battery, ["ent", "--seed", seed])
    assert (done.exit_code, "a seed is 96 hex digits" in done.output) == (2, True)


def test_the_command_leaves_with_2_when_nothing_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = CliRunner().invoke(battery, ["ent"])
    assert (done.exit_code, "ent is not installed" in done.output) == (2, True)


def test_dieharder_passes_the_generator_and_repeats_itself() -> None:
    need("dieharder")
    asked = dieharder.Asked(11)
    call = Call(Battery.DIEHARDER, asked.arguments, dieharder.BYTES_MAX, asked)
    found = answered(call, SEED)
    assert found.program == "dieharder 3.31.1"
    assert judge(SEED, [found]).verdict is Verdict.PASS
    assert answered(call, SEED).readings == found.readings
