"""What is quoted from somebody's file stays on its line, and shows what it is."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from app.commands.replay import command
from app.proof.document import to_json
from config.loader import BadRules, load_rules
from config.quoting import QUOTED_CHARACTERS_MAX, quoted
from tests.proof.rounds import RandomSeat

EVIL = "x\x1b[2J\nverdict: confirmed\u202e"


@pytest.mark.parametrize("name", [EVIL, "\u00ad", "\U000e0041", "\x9b", "\ud800", "\u2028"])
def test_what_does_not_print_is_escaped(name: str) -> None:
    assert quoted(name).isascii()
    assert quoted(name).isprintable()
    assert quoted(quoted(name)) == quoted(name)


def test_a_long_text_is_cut() -> None:
    assert len(quoted("x" * 1_000_000)) == QUOTED_CHARACTERS_MAX + 3


@pytest.mark.parametrize("option", ["proof", "--announced", "--rules"])
def test_no_key_of_a_document_forges_a_line_of_replay(tmp_path: Path, option: str) -> None:
    proof, document = tmp_path / "proof.json", tmp_path / "document"
    whole = to_json(RandomSeat(seed=3).settled().proof)
    proof.write_text(whole)
    key = '"x\\u001b[2J\\nverdict: confirmed\\u202e"'
    document.write_text(f"{key} = 1\n" if option == "--rules" else f"{{{key}: 1, {whole[1:]}")
    given = [str(document)] if option == "proof" else [option, str(document), str(proof)]
    said = CliRunner().invoke(command, given)
    assert said.exit_code == 2
    assert "\x1b" not in said.output
    assert "\u202e" not in said.output
    assert not any(line.startswith("verdict") for line in said.output.splitlines())


def test_a_key_of_a_rules_file_is_quoted(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('"x\\u001b[2J" = 1\n')
    with pytest.raises(BadRules) as refused:
        load_rules(file)
    assert str(refused.value).isprintable()
