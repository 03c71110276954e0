"""A house that is killed at its n-th database statement, for every n, and what is found afterwards.

Run as a program, so that it may fork: each victim dies by `os._exit` in a process of its own, with
nothing flushed and nothing closed. Then a survivor opens the same database, resumes, checks the
books, sends the request that went unanswered again, plays the round to its end, and checks the
books once more. Prints at how many statements a victim died: at the first, the second, to the last.
"""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import count as count_from
from pathlib import Path
from typing import Any, NoReturn, Self

import psycopg
from sqlalchemy import event
from uuid_utils import uuid7

from app.factory import build_house
from app.game.outcomes import Action
from app.service.actions import take_action
from app.service.bets import place_bet
from app.service.history import round_view
from app.service.house import House
from app.service.requests import ActionRequest, Answer, BetRequest, Player, Request
from app.service.resuming import resume_all
from app.service.sessions import authenticate
from app.settings import Settings
from app.store.engine import open_engine
from app.store.ids import RoundId
from app.store.schema import behind
from tests.service.desk import Guest, books_balance, count, sit

ROUNDS_MAX = 80  # victims of one scenario, some of whose rounds are too short to die at the end
DIED = 9
SEED = "0123456789abcdef"
STAKE = 1000  # pence
BALANCE_MIN = 10 * STAKE  # below it another guest sits down


@dataclass(frozen=True)
class Plan:
    """The request that the victim is in the middle of when it dies."""

    token: str
    key: str
    round_id: RoundId
    action: str  # empty: the bet
    version: int
    balance: int
    was_longest: bool = True  # whether the request before this one had all the statements it can


def main(url: str, keys: str, scenario: str) -> None:
    settings = Settings(database=url, keys=Path(keys))
    _import_drivers(url)
    plan = _in_child(partial(_prepare, settings, scenario))
    died = 0
    for _ in range(ROUNDS_MAX):
        code = _victim(settings, plan, died + 1)
        plan = _in_child(partial(_survive, settings, scenario, plan))
        if code == DIED:
            died += 1
        elif plan.was_longest:
            print(died)
            return
    raise SystemExit(f"after {ROUNDS_MAX} rounds there were still statements to die at")


def _import_drivers(url: str) -> None:
    """What every child would import by itself; no connection outlives this."""
    engine = open_engine(url)
    behind(engine)
    engine.dispose()


def _victim(settings: Settings, plan: Plan, at: int) -> int:
    child = os.fork()
    if child == 0:
        _die(settings, plan, at)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _die(settings: Settings, plan: Plan, at: int) -> NoReturn:
    seen = 0

    def count_down() -> None:
        nonlocal seen
        seen += 1
        if seen == at:
            os._exit(DIED)

    house = build_house(settings)
    player = authenticate(house, plan.token)
    house.engine.dispose()  # connections that count are opened from here on
    event.listen(house.engine, "connect", partial(_count_statements, count_down))
    with house.engine.connect():
        seen = 0
    _send(house, player, plan)
    count_down()  # committed, and the answer never leaves
    os._exit(0)


def _count_statements(count_down: Callable[[], None], connection: Any, _: object) -> None:
    """Call before each statement that this connection sends, the commit included."""
    if not isinstance(connection, psycopg.Connection):
        # SQLite itself says what it is about to run; what triggers run comes as comments.
        connection.set_trace_callback(lambda sql: None if sql.startswith("--") else count_down())
        return

    class Counting(psycopg.Cursor[Any]):
        def execute(self, *arguments: Any, **options: Any) -> Self:
            count_down()
            return super().execute(*arguments, **options)

        def executemany(self, *arguments: Any, **options: Any) -> None:
            count_down()
            super().executemany(*arguments, **options)

    connection.cursor_factory = Counting
    commit = connection.commit

    def commit_counted() -> None:
        count_down()
        commit()

    connection.commit = commit_counted  # type: ignore[method-assign]  # to die just before it


def _send(house: House, player: Player, plan: Plan) -> Answer:
    request = Request(plan.key, "POST", "/v1/rounds", plan.action)
    if not plan.action:
        return place_bet(house, player, BetRequest(plan.round_id, STAKE, SEED), request)
    asked = ActionRequest(Action(plan.action), plan.version)
    return take_action(house, player, plan.round_id, asked, request)


def _survive(settings: Settings, scenario: str, plan: Plan) -> Plan:
    house = build_house(settings)
    guest = _guest(house, plan.token)
    resume_all(house)
    assert books_balance(house), "the books do not balance after the restart"
    answer = _send(house, guest.player, plan)
    again = _send(house, guest.player, plan)
    assert (again.body, again.replayed) == (answer.body, True), "a repeat is answered differently"
    assert answer.view.version == plan.version + bool(plan.action), "a step was doubled or lost"
    assert answer.view.balance == _expected_balance(plan, answer), "a penny was doubled or lost"
    debits = count(house, "transfers", f"round_id = '{plan.round_id}' AND kind = 'debit'")
    assert debits == (2 if plan.action == "buy" else 1), "a stake was doubled or lost"
    guest.finish(answer.view)
    assert round_view(house, guest.player, plan.round_id).status == "settled", "it does not go on"
    assert books_balance(house), "the books do not balance after the round"
    # A settlement that pays has more statements than one that does not.
    longest = scenario != "settlement" or bool(answer.view.returned)
    return replace(_plan(guest, scenario), was_longest=longest)


def _expected_balance(plan: Plan, answer: Answer) -> int:
    staked = 0 if plan.action not in ("", "buy") else STAKE
    return plan.balance - staked + (answer.view.returned or 0)


def _prepare(settings: Settings, scenario: str) -> Plan:
    return _plan(sit(build_house(settings)), scenario)


def _plan(guest: Guest, scenario: str) -> Plan:
    """Bring the guest to where the request of this scenario can be sent."""
    key = f"victim-{uuid7()}"
    if guest.session().balance < BALANCE_MIN:
        guest = sit(guest.house)
    if scenario == "bet":
        round_id, balance = RoundId(guest.announced().round_id), guest.session().balance
        return Plan(guest.token, key, round_id, "", 1, balance)
    action = {"action": "buy", "settlement": "stick"}[scenario]
    played = guest.open_round(lambda shown: action in shown.legal_actions, stake=STAKE)
    return Plan(guest.token, key, played.round_id, action, played.version, played.balance)


def _guest(house: House, token: str) -> Guest:
    """The guest again; keys of another process's requests must not meet those of this one."""
    guest = Guest(house, authenticate(house, token), token)
    guest.keys = count_from(uuid7().int)
    return guest


def _in_child(work: Callable[[], Plan]) -> Plan:
    """The plan that `work` makes in a process of its own, which ends with it."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, json.dumps(asdict(work())).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        told = answer.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code:
        raise SystemExit(f"the survivor ended with {code}")
    return Plan(**json.loads(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
