"""What the house shows of its keys: the public half of the signing key, with which anybody checks
a proof's signature. The private halves are in `app.service.keys`, and leave no function.
"""

import os
from pathlib import Path

from app.proof.signing import PublicKey

PUBLIC_FILE = "signing.pub.pem"
PUBLIC_FILE_MODE = 0o644


def write_public_key(key: PublicKey, folder: Path) -> None:
    """Put the public key beside the private one, unless it stands there already."""
    path, pem = folder / PUBLIC_FILE, key.to_pem()
    if path.exists() and path.read_bytes() == pem:
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.write_bytes(pem)
    draft.chmod(PUBLIC_FILE_MODE)
    draft.replace(path)
