"""The folder of keys as `pontoon doctor` looks at it: every refusal that `serve` would give."""

from dataclasses import dataclass
from pathlib import Path

from app.commands.finding import Finding, halves
from app.commands.places import place_fault
from app.service.key_rights import KeysOpen, require_private
from app.service.keys import (
    SEALING_FILE,
    SIGNING_FILE,
    BadKeyFile,
    KeysMissing,
    read_keys,
    require_keys,
)


@dataclass(frozen=True, slots=True)
class Needed:
    """What the database asks of the keys; a new one has no round yet, so serve makes them."""

    new: bool
    key_ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class KeyFault:
    """What is wrong with the keys, and what to do."""

    found: str
    remedy: str


def keys_finding(folder: Path | None, needed: Needed) -> Finding:
    """What there is to say of this folder of keys."""
    if folder is None:
        return Finding("keys", "no folder named", "name one with --keys: PostgreSQL needs it")
    fault = key_fault(folder, needed)
    if fault is not None:
        return Finding("keys", fault.found, fault.remedy)
    if needed.new and not folder.is_dir():
        return Finding("keys", f"{folder} does not exist yet; serve makes it")
    return Finding("keys", f"{folder}, open to its owner only")


def key_fault(folder: Path, needed: Needed) -> KeyFault | None:
    """Why `serve` would refuse these keys, or None where it would not."""
    try:
        require_private(folder)
        if needed.new and not _whole(folder):
            fault = place_fault(folder)
            remedy = "choose another place with --keys"
            return KeyFault(f"{folder} cannot be made: {fault}", remedy) if fault else None
        require_keys(read_keys(folder), needed.key_ids, folder)
    except KeysOpen as refusal:
        return KeyFault(*halves(refusal))
    except KeysMissing as refusal:
        return KeyFault(*halves(refusal))
    except BadKeyFile as refusal:
        remedy = "put the file back from its backup, or name another folder with --keys"
        return KeyFault(str(refusal), remedy)
    except OSError as error:
        remedy = "let this user read it, or name another folder with --keys"
        return KeyFault(f"{error.filename} cannot be read: {error.strerror}", remedy)
    return None


def _whole(folder: Path) -> bool:
    return all((folder / name).exists() for name in (SEALING_FILE, SIGNING_FILE))
