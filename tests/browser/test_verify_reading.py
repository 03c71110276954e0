"""What is no proof is refused by the page as by `pontoon replay`, with a reason in words."""

import pytest

from app.proof.reading import DOCUMENT_BYTES_MAX
from app.proof.signing import SigningKey
from tests.browser.checker import Checker
from tests.proof.rounds import HOUSE_KEY
from tests.proof.test_document import GOOD, UNUSABLE

DEEP_ENOUGH = 100

NUMBERS = {
    "-0": True,
    "0": True,
    "-9007199254740991": True,
    "9007199254740992": False,
    "1e2": False,
    "1.0": False,
    "01": False,
    "+1": False,
    ".5": False,
    "NaN": False,
    "-Infinity": False,
    "0x10": False,
}
STRINGS = {
    r"\/": True,
    r"\ud83d\ude00": True,
    "\U0001f600" * 200: True,
    "\U0001f600" * 201: False,
    "\u2028": False,
    "\x7f": False,
    "\x85": False,
    "\u202e": False,
    r"a\u0000b": False,
    "a\tb": False,
    r"\x41": False,
    r"\ud83d": False,
    r"\ude00\ud83d": False,
    r"\u12": False,
    "": False,
}
AROUND = {
    " \t\r\n{}\n ": True,
    "\ufeff{}": False,
    "\v{}": False,
    "{}\xa0": False,
    "{},": False,
    "[{}]": False,
    "{}{}": False,
    "// no\n{}": False,
}

_ONE_FILE = """async (latin1) => {
  const lines = [];
  const blob = new Blob([Uint8Array.from(latin1, (byte) => byte.charCodeAt(0))]);
  for await (const { unusable } of window.pontoonVerify.judgeLines(blob)) {
    lines.push(unusable ?? "");
  }
  return lines;
}"""
_KEY = """async (pem) => {
  try { return (await window.pontoonVerify.readKey(pem)).keyId; }
  catch (error) { return error.message; }
}"""


def usable(checker: Checker, documents: list[str]) -> list[bool]:
    return ["unusable" not in said for said in checker.judged(documents)]


@pytest.mark.parametrize(
    ("document", "why"), [row[1:] for row in UNUSABLE], ids=[row[0] for row in UNUSABLE]
)
def test_what_is_no_proof_is_refused_in_a_sentence(
    checker: Checker, document: bytes, why: str
) -> None:
    unusable = checker.page.evaluate(_ONE_FILE, (document or b"x").decode("latin-1"))
    assert all(unusable) or document.count(b"\n") == 1  # two documents are two lines
    assert not any("\n" in reason or len(reason) > 300 for reason in unusable)


def test_numbers_strings_and_surroundings_are_read_as_strictly(checker: Checker) -> None:
    good = GOOD.decode()
    net = f'"net":{proof_fields_net(good)}'
    numbers = [good.replace(net, f'"net":{number}') for number in NUMBERS]
    assert usable(checker, numbers) == list(NUMBERS.values())
    strings = [good.replace("pontoon test", string) for string in STRINGS]
    assert usable(checker, strings) == list(STRINGS.values())
    around = [form.replace("{}", good) for form in AROUND]
    assert usable(checker, around) == list(AROUND.values())


def proof_fields_net(good: str) -> int:
    return int(good.partition('"net":')[2].partition(",")[0])


def test_a_name_of_the_language_itself_is_an_unknown_field(checker: Checker) -> None:
    for name in ("__proto__", "constructor", "toString"):
        document = f'{GOOD.decode()[:-1]},"{name}":1}}'
        assert checker.judged([document]) == [{"unusable": f"{name}: is no field of this document"}]
    without = GOOD.decode().replace('"net"', '"valueOf"')
    assert checker.judged([without]) == [{"unusable": "net: is missing"}]


def test_a_line_of_any_length_and_depth_is_refused_and_the_next_one_read(checker: Checker) -> None:
    lines = [
        b"[" * DEEP_ENOUGH,
        b"{" + b"x" * (10 * DOCUMENT_BYTES_MAX),
        GOOD,
        b" " * (DOCUMENT_BYTES_MAX + 1) + GOOD,
        b"\xff" + GOOD,
        GOOD.replace(b"pontoon test", b"\xc3\xa9"),
    ]
    said = checker.page.evaluate(_ONE_FILE, b"\n".join(lines).decode("latin-1"))
    assert said == [
        "not JSON: nested too deep at character 10",
        "larger than 65,536 bytes, the most it may have",
        "",
        "larger than 65,536 bytes, the most it may have",
        "not JSON: not UTF-8",
        "",
    ]


def test_keys_are_named_as_the_program_names_them_and_others_are_refused(checker: Checker) -> None:
    pem = HOUSE_KEY.public.to_pem().decode()
    assert checker.page.evaluate(_KEY, pem) == HOUSE_KEY.public.key_id
    not_pem = "not a public key in PEM (-----BEGIN PUBLIC KEY-----)"
    other = "a public key, but not an Ed25519 one"
    private = SigningKey.from_seed(bytes(32)).to_pem().decode()
    refused = [
        ("", not_pem),
        ("key", not_pem),
        (private, not_pem),
        (pem.replace("M", "!", 1), not_pem),
        ("-----BEGIN PUBLIC KEY-----\nAAA\n-----END PUBLIC KEY-----", other),
        ("-----BEGIN PUBLIC KEY-----\nAAAAA\n-----END PUBLIC KEY-----", not_pem),
    ]
    for text, why in refused:
        assert checker.page.evaluate(_KEY, text) == why


def test_a_signature_by_another_key_is_a_finding(checker: Checker) -> None:
    other = SigningKey.from_seed(bytes(32)).public
    (said,) = checker.judged([GOOD.decode()], key=other)
    assert (said["signature"], [one["where"] for one in said["findings"]]) == (
        "invalid",
        ["signature"],
    )


def test_the_canonical_form_is_that_of_rfc_8785(checker: Checker) -> None:
    # Section 3.2.3 of the RFC: keys are sorted by their UTF-16 code units.
    keys = ["€", "\r", "\ufb33", "1", "\U0001f600", "\x80", "ö"]
    text = checker.page.evaluate(
        "(keys) => pontoonVerify.canonical(Object.fromEntries(keys.map((key) => [key, 0])))", keys
    )
    assert text == '{"\\r":0,"1":0,"\x80":0,"ö":0,"€":0,"\U0001f600":0,"\ufb33":0}'
