"""The house's two keys, in a folder outside the database: sealing and signing.

They are made for a new database only. A database whose secrets were sealed under a key that is not
here is refused: dealing on under another key would leave announced rounds that nobody can open.
Only the public half of the signing key leaves: it stands beside them, to check signatures with.
"""

import hashlib
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.proof.signing import KEY_SEED_BYTES, BadKey, PublicKey, SigningKey
from app.service.files import write_once, write_whole
from rng.sealing import KEY_BYTES, SealBroken, SealingKey
from rng.source import RandomSource

SEALING_FILE = "sealing.key"
SIGNING_FILE = "signing.pem"
PUBLIC_FILE = "signing.pub.pem"
OLDER_SEALING_FILES = "sealing-*.key"
FOLDER_MODE = 0o700
PUBLIC_FILE_MODE = 0o644
_KEY_ID_PREFIX = b"pontoon/sealing-key/1\n"
_KEY_ID_DIGITS = 16


class KeysMissing(Exception):
    """A key is needed and not here."""


class BadKeyFile(Exception):
    """A key file does not hold a key."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The key in use, older ones that sealed rounds still announced, the signing key, and where."""

    sealing: SealingKey = field(repr=False)
    older: Mapping[str, SealingKey] = field(repr=False)
    signing: SigningKey = field(repr=False)
    folder: Path

    def has(self, key_id: str) -> bool:
        """Whether what was sealed under this key can be unsealed here."""
        return key_id == self.sealing.key_id or key_id in self.older

    def sealing_named(self, key_id: str) -> SealingKey:
        """The key in use, or an older one. Raises `SealBroken` where it is not here."""
        if key_id == self.sealing.key_id:
            return self.sealing
        if key_id not in self.older:
            raise SealBroken(f"the key {key_id} is not here")
        return self.older[key_id]


def make_missing_keys(folder: Path, source: RandomSource) -> None:
    """Make the keys of a new database; those that are there already stay as they are."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    if not (folder / SEALING_FILE).exists():
        write_once(folder / SEALING_FILE, source.take(KEY_BYTES).hex().encode() + b"\n")
    if not (folder / SIGNING_FILE).exists():
        key = SigningKey.from_seed(source.take(KEY_SEED_BYTES))
        write_once(folder / SIGNING_FILE, key.to_pem())


def read_keys(folder: Path) -> Keys:
    """The keys in this folder. Raises `KeysMissing` or `BadKeyFile`."""
    sealing = _sealing_key(folder / SEALING_FILE)
    older = (_sealing_key(path) for path in sorted(folder.glob(OLDER_SEALING_FILES)))
    try:
        signing = SigningKey.from_pem(_read(folder / SIGNING_FILE))
    except BadKey as bad:
        raise BadKeyFile(f"{folder / SIGNING_FILE} is not a signing key: {bad}") from None
    return Keys(sealing, {key.key_id: key for key in older}, signing, folder)


def require_keys(keys: Keys, needed: Iterable[str], folder: Path) -> None:
    """Raises `KeysMissing` unless every id in `needed` is one of the sealing keys."""
    missing = [key_id for key_id in needed if key_id not in {keys.sealing.key_id, *keys.older}]
    if missing:
        raise KeysMissing(
            f"the database holds secrets sealed under the key {', '.join(missing)}, which is not in"
            f" {folder}: put back the folder of keys that belongs to it, or name it with --keys"
        )


def write_public_key(key: PublicKey, folder: Path) -> None:
    """Put the public key beside the private one, for everybody, unless it stands there already."""
    path, pem = folder / PUBLIC_FILE, key.to_pem()
    if not path.exists() or path.read_bytes() != pem:
        write_whole(path, pem)
    if stat.S_IMODE(path.stat().st_mode) != PUBLIC_FILE_MODE:
        path.chmod(PUBLIC_FILE_MODE)


def _sealing_key(path: Path) -> SealingKey:
    try:
        key = bytes.fromhex(_read(path).decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadKeyFile(f"{path} is not a sealing key: it holds {2 * KEY_BYTES} hex digits")
    return SealingKey(hashlib.sha256(_KEY_ID_PREFIX + key).hexdigest()[:_KEY_ID_DIGITS], key)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise KeysMissing(
            f"{path} is missing, and the database has rounds already: put back the folder of keys"
            " that belongs to it, or name it with --keys"
        ) from None
