"""Run as a program by `test_forks`: a process that has a connection forks, and both go on.

A process of its own, for what is tried here is not to happen to a test runner.
"""

import json
import os
import sys

from sqlalchemy import Engine

from app.store.engine import open_engine, reading, writing


def session(engine: Engine) -> int:
    """Which session of the database server it is; 0 where there is no server."""
    with writing(engine) as tx:
        if engine.dialect.name == "sqlite":
            return int(tx.exec_driver_sql("SELECT 0").scalar_one())
        return int(tx.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())


def in_child(engine: Engine) -> dict[str, int]:
    read_end, write_end = os.pipe()
    if os.fork() == 0:
        kept = engine.pool.checkedin()  # type: ignore[attr-defined]  # a QueuePool
        with os.fdopen(write_end, "w") as pipe:
            json.dump({"kept": kept, "session": session(engine)}, pipe)
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        found: dict[str, int] = json.load(pipe)
    os.wait()
    return found


def main(url: str) -> None:
    engine = open_engine(url)
    with reading(engine), reading(engine):
        pass
    before = session(engine)
    with reading(engine):  # of its two connections one is in use while it forks, one is not
        child = in_child(engine)
    print(json.dumps({"before": before, "child": child, "after": session(engine)}))
    engine.dispose()


if __name__ == "__main__":
    main(sys.argv[1])
