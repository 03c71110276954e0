"""The checker as a file: where it is, and the hashes of its own script and style that it carries.

After a change of either, `python -m tests.browser.verify_file` writes the new hashes.
"""

import base64
import hashlib
import re
from pathlib import Path

VERIFY = Path(__file__).parents[2] / "app" / "web" / "verify.html"
_SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def hashed(page: str) -> str:
    """The page with the hashes that its Content-Security-Policy should name."""
    for source, pattern in (("script-src", _SCRIPT), ("style-src", _STYLE)):
        (text,) = pattern.findall(page)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        page = re.sub(rf"{source} '[^']*'", f"{source} 'sha256-{digest}'", page, count=1)
    return page


if __name__ == "__main__":
    VERIFY.write_text(hashed(VERIFY.read_text(encoding="utf-8")), encoding="utf-8")
