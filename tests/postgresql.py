"""A PostgreSQL cluster of the tests' own, reached by a Unix socket in a short folder, never by TCP.

PostgreSQL refuses to run as root, so root runs it as the user `postgres`. Nothing here knows what
the databases hold.
"""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import psycopg

SUPERUSER = "postgres"
START_SECONDS_MAX = 30
STOP_SECONDS_MAX = 20
# A socket's path has at most 107 bytes on Linux; a user's own temporary folder may be a long one.
FOLDER_OF_SOCKETS = Path("/tmp")


class Missing(Exception):
    """PostgreSQL cannot run here; the message says what is missing and how to get it."""


class Durability(Enum):
    """Whether commits reach the disk: `SYNCED` for tests that kill, `LAX` where speed is all."""

    SYNCED = "on"
    LAX = "off"


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running cluster; `folder` holds its socket."""

    folder: Path

    def url(self, database: str) -> str:
        """Address of a database as SQLAlchemy reads it."""
        return f"postgresql+psycopg://{SUPERUSER}@/{database}?host={self.folder}"

    @contextmanager
    def database(self, template: str = "template0", encoding: str = "UTF8") -> Iterator[str]:
        """A fresh copy of `template`, dropped at the end with whatever is still connected to it."""
        name = f"t_{secrets.token_hex(6)}"
        self._order(f"CREATE DATABASE {name} TEMPLATE {template} ENCODING '{encoding}'")
        try:
            yield self.url(name)
        finally:
            self._order(f"DROP DATABASE {name} WITH (FORCE)")

    def answers(self) -> bool:
        """Whether the cluster takes connections."""
        try:
            self._order("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _order(self, statement: str) -> None:
        where = f"host={self.folder} user={SUPERUSER} dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def running_cluster(durability: Durability) -> Iterator[Cluster]:
    """Make a cluster, run it, stop it by its process, remove it; raises `Missing`."""
    binaries, owner = _binaries(), _owner()
    folder = Path(tempfile.mkdtemp(prefix="pontoon-pg-", dir=FOLDER_OF_SOCKETS))
    try:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        data = folder / "data"
        make: list[str | Path] = [
            binaries / "initdb",
            "-D",
            data,
            "-U",
            SUPERUSER,
            "-A",
            "trust",
            "-E",
            "UTF8",
        ]
        _start([*make, "--no-locale", "--no-sync"], folder, owner).wait()
        settings = [
            f"fsync={durability.value}",
            "listen_addresses=",
            f"unix_socket_directories={folder}",
        ]
        settings += ["shared_buffers=32MB", "max_connections=120", "timezone=UTC"]
        options = [word for setting in settings for word in ("-c", setting)]
        server = _start([binaries / "postgres", "-D", data, *options], folder, owner)
        try:
            yield _ready(Cluster(folder), server)
        finally:
            _stop(server)
    finally:
        shutil.rmtree(folder)


def _binaries() -> Path:
    """The folder of the newest PostgreSQL: Debian keeps it out of PATH."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name)
    )
    on_path = shutil.which("initdb")
    if on_path is not None:
        folders.append(Path(on_path).resolve().parent)
    usable = [
        path for path in folders if (path / "initdb").exists() and (path / "postgres").exists()
    ]
    if not usable:
        raise Missing("PostgreSQL is not installed; on Debian: apt install postgresql")
    return usable[-1]


def _owner() -> pwd.struct_passwd:
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid())
    try:
        return pwd.getpwnam("postgres")
    except KeyError as error:
        raise Missing("PostgreSQL does not run as root, and no user postgres is here") from error


def _start(
    command: list[str | Path], folder: Path, owner: pwd.struct_passwd
) -> subprocess.Popen[bytes]:
    """Start as `owner`; what it prints goes to `log` in the folder."""
    as_owner = os.geteuid() == 0
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            command,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            user=owner.pw_uid if as_owner else None,
            group=owner.pw_gid if as_owner else None,
            extra_groups=[] if as_owner else None,
        )


def _ready(cluster: Cluster, server: subprocess.Popen[bytes]) -> Cluster:
    end = time.monotonic() + START_SECONDS_MAX
    while not cluster.answers():
        if server.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"PostgreSQL did not start:\n{(cluster.folder / 'log').read_text()}")
        time.sleep(0.05)
    return cluster


def _stop(server: subprocess.Popen[bytes]) -> None:
    """A fast shutdown (SIGINT) ends its connections; an immediate one (SIGQUIT) if that fails."""
    server.send_signal(signal.SIGINT)
    try:
        server.wait(STOP_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)
        server.wait(STOP_SECONDS_MAX)
