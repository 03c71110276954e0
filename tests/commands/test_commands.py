"""Help, versions, health and faults of the command line."""

import re
import resource
import socket
import stat
import subprocess
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from app.cli import SUMMARIES, main
from app.store.engine import sqlite_driver
from tests.commands.command_line import refusal, run, run_alone, run_here
from tests.commands.served import PONTOON, served
from tests.ports import free_port

HELP_CPU_SECONDS_MAX = 2.0  # of the process itself, however many share the cores; the aim is 0.3


def test_help_lists_every_command_and_imports_none_of_them() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run_alone("--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert seconds < HELP_CPU_SECONDS_MAX
    assert done.returncode == 0
    for name, summary in SUMMARIES.items():
        assert name in done.stdout
        assert summary[:30] in done.stdout
    loaded = "import sys; from app.cli import main; main(['--help'], standalone_mode=False)"
    script = f"{loaded}; print([m for m in ('flask', 'sqlalchemy', 'rich') if m in sys.modules])"
    code = subprocess.run(
        [PONTOON[0], "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert code.rstrip().endswith("[]")


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_command_has_help(name: str) -> None:
    done = CliRunner().invoke(main, [name, "--help"])
    assert done.exit_code == 0, done.output
    assert "Usage:" in done.stdout


def test_an_unknown_command_is_refused_in_words() -> None:
    assert "No such command" in refusal(run("deal"))


def test_version_names_what_decides_a_round() -> None:
    done = run_alone("version")
    assert done.returncode == 0
    for word in ("pontoon", "python", "sqlite", "casino-8-deck/1", "pontoon/proof/1"):
        assert word in done.stdout


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = run("serve", "--port", port, cwd=tmp_path)
    assert f"Port {port} is taken" in refusal(done)
    assert "--port" in done.stderr
    assert not (tmp_path / "var").exists()


def test_a_locked_database_is_one_sentence(tmp_path: Path, hurried: None) -> None:
    file = tmp_path / "pontoon.db"
    holder = sqlite_driver().connect(file, isolation_level=None)
    holder.execute("CREATE TABLE held (x)")
    holder.execute("BEGIN EXCLUSIVE")
    done = run_here("serve", "--port", str(free_port()), "--database", f"sqlite:///{file}")
    holder.close()
    assert "locked" in refusal(done)
    assert "--database" in done.stderr


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "pontoon.db"
    file.write_bytes(b"not a database, but long enough to be looked at. " * 100)
    done = run("serve", "--port", str(free_port()), "--database", f"sqlite:///{file}")
    assert "not an SQLite database" in refusal(done)


def test_an_address_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    for address in ("pontoon.db", "mysql://somewhere/x", "sqlite://"):
        done = run("serve", "--port", str(free_port()), "--database", address, cwd=tmp_path)
        assert "sqlite:///" in refusal(done)


def test_an_origin_with_a_path_is_refused(tmp_path: Path) -> None:
    done = run("serve", "--allow-origin", "https://casino.example/play", cwd=tmp_path)
    assert "is not an origin" in refusal(done)


def test_missing_keys_of_a_played_database_are_one_sentence(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        httpx.post(f"{house.url}/v1/demo/sessions", trust_env=False).raise_for_status()
    (tmp_path / "keys").rename(tmp_path / "elsewhere")
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    done = run("serve", "--port", str(free_port()), "--database", database)
    assert "keys" in refusal(done)
    assert "--keys" in done.stderr
    doctor = run("doctor", "--database", database)
    assert doctor.returncode == 1
    assert "is missing" in doctor.stdout


def test_serve_says_where_it_serves_and_stops_when_told(tmp_path: Path) -> None:
    with served(tmp_path, "--no-demo", "--allow-origin", "https://casino.example") as house:
        answer = httpx.get(
            f"{house.url}/version", headers={"Origin": "https://casino.example"}, trust_env=False
        )
        assert answer.headers["Access-Control-Allow-Origin"] == "https://casino.example"
        assert httpx.post(f"{house.url}/v1/demo/sessions", trust_env=False).status_code == 403
    assert house.url in house.out.read_text(encoding="utf-8")
    assert "Traceback" not in house.err.read_text(encoding="utf-8")
    assert house.process.returncode == 0


def test_migrate_brings_a_new_database_to_the_newest_form(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'new' / 'pontoon.db'}"
    assert run("migrate", "--database", database).returncode == 0
    assert run("migrate", "--database", database).returncode == 0


def test_doctor_finds_nothing_wrong_before_the_first_start(tmp_path: Path) -> None:
    done = run("doctor", "--port", str(free_port()), cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    for subject in ("sqlite", "keys", "clock", "entropy", "port", "database"):
        assert subject in done.stdout
    assert not (tmp_path / "var").exists()


def test_doctor_looks_at_the_books_of_a_played_database(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        httpx.post(f"{house.url}/v1/demo/sessions", trust_env=False).raise_for_status()
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    done = run("doctor", "--port", str(free_port()), "--database", database)
    assert done.returncode == 0, done.stdout
    assert "balance" in done.stdout
    (tmp_path / "keys").chmod(0o755)
    open_to_others = run("doctor", "--port", str(free_port()), "--database", database)
    assert open_to_others.returncode == 1
    assert "chmod -R go-rwx" in open_to_others.stdout


def test_version_is_an_option_too_and_a_misspelt_command_gets_the_near_one() -> None:
    assert re.fullmatch(r"pontoon \d+\.\d+\.\d+\n", run("--version").stdout)
    assert "Did you mean replay?" in refusal(run("replya"))


@pytest.mark.parametrize("command", ["serve", "migrate", "play"])
def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("")
    port = ("--port", str(free_port())) if command == "serve" else ()
    done = run(command, *port, "--database", f"sqlite:///{tmp_path}/file/x/pontoon.db")
    assert "choose another place with --database" in refusal(done)
    doctor = run("doctor", "--database", f"sqlite:///{tmp_path}/file/x/pontoon.db")
    assert doctor.returncode == 1
    assert "is a file" in doctor.stdout


def test_keys_that_are_open_to_others_are_refused_with_the_line_that_closes_them(
    tmp_path: Path,
) -> None:
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    assert run("play", "--database", database, typed="q\n", cwd=tmp_path).returncode == 0
    keys = tmp_path / "keys"
    assert stat.S_IMODE((keys / "signing.pub.pem").stat().st_mode) == 0o644
    (keys / "sealing.key").chmod(0o666)
    for command in ("serve", "migrate", "play"):
        port = ("--port", str(free_port())) if command == "serve" else ()
        assert f"chmod -R go-rwx {keys}" in refusal(run(command, *port, "--database", database))
    subprocess.run(["chmod", "-R", "go-rwx", str(keys)], check=True)
    assert run("migrate", "--database", database, "--keys", str(keys)).returncode == 0


def test_doctor_says_what_serve_would_refuse_of_the_keys(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    keys, doctor = tmp_path / "keys", ("doctor", "--port", str(free_port()))

    def told() -> str:
        return run(*doctor, "--database", database).stdout

    assert run("migrate", "--database", database).returncode == 0
    assert "does not exist yet; serve makes it" in told()
    assert run("play", "--database", database, typed="q\n", cwd=tmp_path).returncode == 0
    assert "open to its owner only" in told()
    good = (keys / "sealing.key").read_text()
    (keys / "sealing.key").write_text("0" * 64 + "\n")
    assert "put back the folder of keys" in told()
    (keys / "sealing.key").write_text("nonsense")
    assert "is not a sealing key" in told()
    (keys / "sealing.key").write_text(good)
    (keys / "signing.pem").write_text("nonsense")
    assert "is not a signing key" in told()
    (keys / "signing.pem").unlink()
    assert "is missing" in told()


def test_the_public_key_that_is_put_beside_the_private_one_is_the_one_that_is_served(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as house:
        (named,) = httpx.get(f"{house.url}/v1/keys", trust_env=False).json()["keys"]
    assert (tmp_path / "keys" / "signing.pub.pem").read_text() == named["public_key"]


def test_a_start_says_where_the_game_is_and_nothing_else(tmp_path: Path) -> None:
    with served(tmp_path, "--quiet") as house:
        pass
    (line,) = house.out.read_text(encoding="utf-8").splitlines()
    assert line.startswith(f"Pontoon is served on {house.url} ")
    assert house.err.read_text(encoding="utf-8") == ""


def test_requests_are_logged_unless_told_to_be_quiet_and_files_never(tmp_path: Path) -> None:
    for folder, option in (("told", "--log"), ("quiet", "--quiet")):
        (tmp_path / folder).mkdir()
        with served(tmp_path / folder, option) as house:
            httpx.get(f"{house.url}/v1/table", trust_env=False)
            httpx.get(f"{house.url}/docs/docs.css", trust_env=False)
        written = house.err.read_text(encoding="utf-8")
        assert ("/v1/table" in written) == (option == "--log")
        assert "docs.css" not in written
        assert "/docs/" not in written


def test_void_pays_back_an_open_round_and_refuses_one_that_has_ended(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'pontoon.db'}"
    with served(tmp_path) as house, httpx.Client(base_url=house.url, trust_env=False) as http:
        opened = http.post("/v1/demo/sessions").json()
        http.headers["Authorization"] = f"Bearer {opened['token']}"
        state = {"legal_actions": [], "next_round": opened["next_round"]}
        for number in range(20):
            bet = {"round_id": state["next_round"]["round_id"], "stake": 500}
            state = http.post(
                "/v1/rounds", json=bet, headers={"Idempotency-Key": f"{number}"}
            ).json()
            if state["legal_actions"]:
                break
        before = state["balance"]
        missing = run("void", state["round_id"], "--database", database)
        assert "--reason" in refusal(missing)
        done = run("void", state["round_id"], "--reason", "power failed", "--database", database)
        assert done.returncode == 0, done.stderr
        after = http.get("/v1/session").json()
        assert (after["balance"], after["round"]) == (before + 500, None)
        proof = http.get(f"/v1/rounds/{state['round_id']}/proof").json()
        assert (proof["status"], proof["reason"]) == ("void", "power failed")
        again = run("void", state["round_id"], "--reason", "twice", "--database", database)
        assert "cannot be made void" in refusal(again)
