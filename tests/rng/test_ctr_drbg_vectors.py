"""CTR_DRBG against answers of others: 60 cases of an independent program and 720 of NIST CAVP."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rng.ctr_drbg import CtrDrbg
from tests.rng.vectors import ROOT, cases

CAVP: Final = Path(os.environ.get("PONTOON_CAVP_DIR", ROOT / "../shared/vectors/cavp"))
CAVP_CASES: Final = 720


@pytest.mark.parametrize("case", cases("ctr_drbg.json"))
def test_ctr_drbg_gives_the_answers_of_an_independent_program(case: dict[str, Any]) -> None:
    drbg = CtrDrbg.instantiate(
        bytes.fromhex(case["entropy_input"]), bytes.fromhex(case["personalization"])
    )
    for step in case["steps"]:
        additional = bytes.fromhex(step["additional"])
        if "reseed" in step:
            drbg.reseed(bytes.fromhex(step["reseed"]), additional)
        else:
            assert drbg.generate(step["generate"], additional).hex() == step["returned"]


@pytest.mark.skipif(
    not CAVP.is_dir(),
    reason="the NIST CAVP files are not here; PONTOON_CAVP_DIR names their folder",
)
def test_ctr_drbg_gives_the_answers_of_all_720_nist_cavp_cases() -> None:
    judged = 0
    for path in sorted(CAVP.glob("CTR_DRBG_aes256_no_df_*.rsp")):
        for case in cavp_cases(path):
            judge_cavp(case, f"{path.name}, case {judged % 240}")
            judged += 1
    assert judged == CAVP_CASES


def cavp_cases(path: Path) -> Iterator[list[tuple[str, str]]]:
    """The cases of a response file, each as its lines after `COUNT`, in order."""
    for block in path.read_text().split("COUNT = ")[1:]:
        lines = block.split("[AES")[0].splitlines()[1:]
        yield [
            (name, value) for name, _, value in (line.partition(" = ") for line in lines) if name
        ]


def judge_cavp(lines: list[tuple[str, str]], where: str) -> None:
    """Two requests of 512 bits; the answer to the second one is given."""
    given: dict[str, list[bytes]] = {}
    for name, value in lines:
        given.setdefault(name.strip(), []).append(bytes.fromhex(value.removeprefix("=").strip()))
    additional = iter(given["AdditionalInput"])
    drbg = CtrDrbg.instantiate(given["EntropyInput"][0], given["PersonalizationString"][0])
    if "EntropyInputReseed" in given:
        drbg.reseed(given["EntropyInputReseed"][0], given["AdditionalInputReseed"][0])
    (expected,) = given["ReturnedBits"]
    returned = b""
    fresh = given.get("EntropyInputPR", [])
    for request in range(2):
        if fresh:  # prediction resistance: additional input goes into the reseed (9.3.1, step 7)
            drbg.reseed(fresh[request], next(additional))
            returned = drbg.generate(len(expected))
        else:
            returned = drbg.generate(len(expected), next(additional))
    assert returned == expected, where
