"""The folder of any report of ours: signing it, and finding out what was changed since.

`report.json` holds a hash of every other file but the signature and the key; the signature is over
its bytes, so `openssl pkeyutl -verify -rawin` checks it too. A signature shows that nothing changed
since somebody signed; who that was is known only to those who know the key's fingerprint.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_public_key,
)
from pydantic import TypeAdapter, ValidationError

from app.proof.signing import BadKey, PublicKey, SigningKey
from certification.report.refusals import NoReport

REPORT: Final = "report.json"
SIGNATURE: Final = "report.json.sig"
PUBLIC_KEY: Final = "public_key.pem"
OWN: Final = frozenset((REPORT, SIGNATURE, PUBLIC_KEY))
FILES_MAX: Final = 1_000  # of a folder; a report has about twenty


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of the report's folder, as it was when the report was signed."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What every `report.json` has, among whatever else it says."""

    format: str
    report_id: str
    verdict: str
    key_fingerprint: str
    files: tuple[KeptFile, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a folder: `changes` is empty when all is as it was signed.

    `facts` is `UNKNOWN` where the signature already does not fit.
    """

    facts: Facts
    fingerprint: str
    changes: tuple[str, ...]


UNKNOWN: Final = Facts("", "", "", "", ())
_FACTS: Final = TypeAdapter(Facts)


def kept_files(folder: Path) -> tuple[KeptFile, ...]:
    """All files of a folder but the report, its signature and its key."""
    return tuple(_kept(folder))


def seal(folder: Path, text: bytes, key: SigningKey) -> None:
    """Write a report's JSON, its signature and its key; the JSON holds what `Facts` has."""
    (folder / REPORT).write_bytes(text)
    (folder / SIGNATURE).write_bytes(key.sign(text))
    (folder / PUBLIC_KEY).write_bytes(key.public.to_pem())


def check(folder: Path) -> Checked:
    """Compare a folder with what was signed.

    Raises `NoReport` where there is nothing to compare, or what is rightly signed is no report.
    """
    own = {name: folder / name for name in sorted(OWN)}
    if not any(path.is_file() for path in own.values()):
        raise NoReport(f"{folder} has no {REPORT}")
    missing = tuple(f"{name} is missing" for name, path in own.items() if not path.is_file())
    if missing:
        return Checked(UNKNOWN, "", missing)
    text, signature = own[REPORT].read_bytes(), own[SIGNATURE].read_bytes()
    pem = own[PUBLIC_KEY].read_bytes()
    try:
        key = PublicKey.from_pem(pem)
    except BadKey as error:
        return Checked(UNKNOWN, "", (f"{PUBLIC_KEY} is {error}",))
    if pem != key.to_pem():
        return Checked(UNKNOWN, fingerprint(key), (f"{PUBLIC_KEY} is not as it was written",))
    if not key.signed(text, signature):
        changed = f"{REPORT}, {SIGNATURE} or {PUBLIC_KEY} was changed: the signature does not fit"
        return Checked(UNKNOWN, fingerprint(key), (changed,))
    try:
        facts = _FACTS.validate_json(text)
    except ValidationError as error:
        raise NoReport(f"{REPORT} is signed, but not a report of ours") from error
    return Checked(facts, fingerprint(key), tuple(_changes(folder, facts, key)))


def fingerprint(key: PublicKey) -> str:
    """SHA-256 over the 32 bytes of the key, in hex; a proof's key id is its first 16 digits."""
    public = load_pem_public_key(key.to_pem())
    raw = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)[-32:]
    return sha256(raw).hexdigest()


def _changes(folder: Path, facts: Facts, key: PublicKey) -> Iterator[str]:
    if facts.key_fingerprint != fingerprint(key):
        yield f"the report names another key, {facts.key_fingerprint}"
    said = {file.path: file for file in facts.files}
    found = {file.path: file for file in _kept(folder)}
    for path in sorted(said.keys() | found.keys()):
        if path not in found:
            yield f"{path} is missing"
        elif path not in said:
            yield f"{path} was added"
        elif found[path] != said[path]:
            yield f"{path} was changed"


def _kept(folder: Path) -> Iterator[KeptFile]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    if len(paths) > FILES_MAX:
        raise NoReport(f"{folder} holds {len(paths):,} files: a report has fewer than {FILES_MAX}")
    for path in paths:
        name = path.relative_to(folder).as_posix()
        if name not in OWN:
            data = path.read_bytes() if path.is_file() else b""
            yield KeptFile(name, len(data), sha256(data).hexdigest())
