"""What every command that writes a signed report is given: a key, and an empty folder."""

from pathlib import Path
from typing import Final

import click

from app.commands.extras import Unusable
from app.proof.signing import KEY_SEED_BYTES, BadKey, SigningKey
from rng.entropy import EntropySource
from rng.source import RandomSource, Refused

SIGN_OPTION: Final = click.option(
    "--sign-with",
    "key_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="An Ed25519 private key in PEM. Without it a fresh key signs, and is thrown away.",
)


def signing_key(key_file: Path | None) -> SigningKey:
    """The key in this file; without one a fresh key, which nobody keeps."""
    try:
        if key_file is not None:
            return SigningKey.from_pem(key_file.read_bytes())
        return SigningKey.from_seed(RandomSource(EntropySource()).take(KEY_SEED_BYTES))
    except OSError as error:
        raise Unusable(f"--sign-with: {error.filename}: {error.strerror}.") from None
    except BadKey as error:
        raise Unusable(f"--sign-with: {error}.") from None
    except Refused as refused:
        raise Unusable(f"{refused}.") from None


def empty_folder(out: Path) -> Path:
    """The folder for a report: made, or there and empty."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        taken = any(out.iterdir())
    except OSError as error:
        raise Unusable(f"{error.filename}: {error.strerror}.") from None
    if taken:
        raise Unusable(f"{out} is not empty: give a new folder.")
    return out
