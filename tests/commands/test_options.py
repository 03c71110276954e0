"""Options that several commands have: the same words, form and refusal everywhere."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from app.cli import SUMMARIES, main

ALIKE = ("--rules", "--set", "--strategy", "--shoe", "--processes", "--sign-with", "--keys")
"""Options that mean the same wherever they are, in the same words."""
SEEDED = (
    ("simulate", "--rounds", "5"),
    ("exposure",),
    ("rng", "stream", "--bytes", "1"),
    ("rng", "deal", "--rounds", "1"),
    ("rng", "battery", "ent"),
)


def commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command and its name, those below other commands too."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{above}{name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{above}{name} ")


ALL = dict(commands(main))


def options(name: str) -> dict[str, click.Option]:
    """The commands that have this option."""
    return {
        command: parameter
        for command, it in ALL.items()
        for parameter in it.params
        if isinstance(parameter, click.Option) and name in parameter.opts
    }


@pytest.mark.parametrize("name", ALIKE)
def test_an_option_of_several_commands_is_one(name: str) -> None:
    found = options(name)
    found.pop("replay", None)  # its --rules are files that this program has not
    assert len(found) > 1
    forms = {
        (
            one.help,
            str(one.metavar),
            one.multiple,
            str(one.default),
            one.type.to_info_dict()["name"],
        )
        for command, one in found.items()
    }
    assert len(forms) == 1, sorted(found)


def test_every_command_that_takes_a_seed_is_tried_below() -> None:
    assert set(options("--seed")) == {
        " ".join(word for word in words if word in ALL or f"{words[0]} {word}" in ALL)
        for words in SEEDED
    }
    assert {words[0] for words in SEEDED} <= set(SUMMARIES)


@pytest.mark.parametrize("words", SEEDED)
@pytest.mark.parametrize("seed", ["ab", "g" * 96, "a" * 97])
def test_a_seed_that_is_none_is_refused_in_the_same_words(
    words: tuple[str, ...], seed: str
) -> None:
    done = CliRunner().invoke(main, [*words, "--seed", seed])
    assert done.exit_code == 2
    assert "a seed is 96 hex digits (48 bytes)" in done.stderr


@pytest.mark.parametrize(
    "words", [("rtp", "report", "--quick"), ("certify", "rng"), ("certify", "all")]
)
def test_a_key_that_is_none_and_a_folder_that_is_taken_are_refused_in_the_same_words(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "no.pem").write_text("no key")
    out = tmp_path / "taken"
    for part in ("rng", "rtp"):
        (out / part).mkdir(parents=True)
        (out / part / "file").write_text("there")

    def told(*more: str) -> str:
        done = CliRunner().invoke(main, [*words, "--out", str(out), *more])
        assert done.exit_code == 2, done.output
        return done.stderr

    assert "--sign-with: " in told("--sign-with", str(tmp_path / "no.pem"))
    assert "No such file or directory" in told("--sign-with", str(tmp_path / "nowhere.pem"))
    assert "is not empty: give a new folder." in told()
