"""What `--allow-origin` and PONTOON_ALLOW_ORIGINS take: origins that a browser would send."""

import pytest
from click.testing import CliRunner

from app.api.origins import BadOrigin, require_origins
from app.commands.serve import command
from app.factory import wsgi
from app.settings import BadSetting, settings_from_environment

GOOD = (
    "https://casino.example",
    "http://localhost:8000",
    "http://127.0.0.1:65535",
    "https://[::1]:8443",
    "https://a_b.casino-1.example",
)
BAD = (
    "https://Casino.example",
    "HTTPS://casino.example",
    "https://casino.example:",
    "https://casino.example:0",
    "https://casino.example:65536",
    "https://casino.example:443",
    "http://casino.example:080",
    "https://casino.example/",
    "https://casino.example\n",
    "https://..",
    "https://-",
    "https://[::1",
    "https://[0::1]",
    "https://é.example",
    "https://*.example",
    "ftp://casino.example",
    "null",
    "*",
    "",
)


@pytest.mark.parametrize("origin", GOOD)
def test_an_origin_is_taken(origin: str) -> None:
    require_origins([origin])


@pytest.mark.parametrize("origin", BAD)
def test_what_no_browser_sends_is_refused(origin: str) -> None:
    with pytest.raises(BadOrigin, match=r"is not an origin.*https://casino\.example\.$"):
        require_origins(["https://casino.example", origin])


def test_the_command_refuses_it_in_one_sentence() -> None:
    said = CliRunner().invoke(command, ["--allow-origin", "https://Casino.example"])
    assert said.exit_code == 2
    assert "lower case" in said.output


@pytest.mark.parametrize(("said", "meant"), [(None, True), ("1", True), ("0", False)])
def test_another_server_has_guests_unless_it_is_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, said: str | None, meant: bool
) -> None:
    monkeypatch.delenv("PONTOON_DEMO", raising=False)
    if said is not None:
        monkeypatch.setenv("PONTOON_DEMO", said)
    assert settings_from_environment().demo is meant


@pytest.mark.parametrize("said", ["", "false", "no", "off", "true", "00"])
def test_another_server_is_not_left_to_guess_whether_it_has_guests(
    monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setenv("PONTOON_DEMO", said)
    with pytest.raises(BadSetting, match="PONTOON_DEMO is 1 or 0"):
        wsgi()


def test_another_server_refuses_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTOON_ALLOW_ORIGINS", "https://casino.example https://casino.example/x")
    with pytest.raises(BadOrigin):
        wsgi()
