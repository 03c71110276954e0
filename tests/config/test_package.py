"""The package by itself: nothing but the standard library, and it works without a source tree."""

import subprocess
import sys
import zipfile
from pathlib import Path

import config

PACKAGE = Path(config.__file__).parent
IN_A_ZIP = """
import json, sys
from config.certified import load_certified
from config.documents import resource
from config.loader import load_rules, shipped_rules
from config.table import load_table
from config.texts import rules_text
assert ".zip" in load_rules.__code__.co_filename
assert [file.rules.id for file in shipped_rules()] == ["casino-8-deck/1"]
assert len(rules_text(load_rules().rules, load_table())) == 19
json.loads(resource("schema/proof-1.json").read_bytes())
assert load_certified("casino-8-deck/1").rules_sha256 == load_rules().sha256
outside = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(outside - {"config", "__main__"}))
"""


def test_everything_loads_from_an_archive_with_the_standard_library_alone(tmp_path: Path) -> None:
    archive = tmp_path / "pontoon.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for file in sorted(PACKAGE.rglob("*")):
            if file.suffix in {".py", ".toml", ".json"}:
                zipped.write(file, Path("config") / file.relative_to(PACKAGE))
    # -I and -S: neither this folder nor any installed package can be found.
    code = f"import sys; sys.path.insert(0, {str(archive)!r})\n{IN_A_ZIP}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_rules_is_the_module_and_not_the_folder_of_that_name() -> None:
    from config import rules

    assert rules.__file__ == str(PACKAGE / "rules.py")
