"""Every column of what is played with, edited past every guard: told, never played on, no fault."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from uuid_utils import uuid7

from app.proof.judge import judge
from app.service.bets import place_bet
from app.service.each_round import each_by_itself
from app.service.health import open_rounds
from app.service.history import history, round_view
from app.service.house import House
from app.service.interrupted import finish_interrupted
from app.service.proofs import proof, proofs
from app.service.refusals import AnnouncementChanged, Refusal
from app.service.requests import BetRequest
from app.service.views import PlayedRound
from app.store.ids import RoundId
from app.store.statuses import RoundStatus, TransferState
from app.store.tables import metadata
from tests.service.desk import Guest, books_balance, count, sit
from tests.service.editing import OTHER_KIND, past_every_guard, quietly

STAKE = 200
SEED = "c" * 20
TABLES = ("rounds", "steps", "transfers", "idempotency", "accounts")
BY_SESSION = "player_id = (SELECT player_id FROM sessions WHERE session_id = '{session}')"
OF_CASE = {
    "rounds": "round_id = '{round}'",
    "steps": "round_id = '{round}' AND step = {last}",
    "transfers": "round_id = '{round}' AND step = 0 AND kind = 'debit'",
    "idempotency": "credential_id = '{session}'",
    "accounts": BY_SESSION,
}
LATER, EARLIER, OTHER_ID = "2030-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z", str(uuid7())
SAME_KIND: dict[tuple[str, str], tuple[Any, ...]] = {
    ("rounds", "player_id"): (OTHER_ID,),
    ("rounds", "seat_id"): (OTHER_ID,),
    ("rounds", "number"): (2**53 - 2, 2**62),
    ("rounds", "rules_id"): ("casino-8-deck/2",),
    ("rounds", "rules_sha256"): ("b" * 64,),
    ("rounds", "currency"): ("EUR",),
    ("rounds", "shoe_before"): ("7" + "8" * 51, "0" * 52),
    ("rounds", "made_whole"): (1,),
    ("rounds", "commitment"): ("a" * 64,),
    ("rounds", "sealed_nonce"): (2**62, b"n" * 12),
    ("rounds", "sealed_secret"): (2**62, b"s" * 48),
    ("rounds", "announced_at"): (LATER, EARLIER),
    ("rounds", "session_id"): (OTHER_ID,),
    ("rounds", "stake_requested"): (300, 2**62),
    ("rounds", "stake"): (300, 2**62),
    ("rounds", "client_seed"): ("d" * 20, ""),
    ("rounds", "opened_at"): (LATER, EARLIER),
    ("rounds", "status"): tuple(map(str, RoundStatus)),
    ("rounds", "server_secret"): ("d" * 64,),
    ("rounds", "reason"): ("because",),
    ("rounds", "staked"): (400, 2**62),
    ("rounds", "returned"): (600, 2**62),
    ("rounds", "result"): ("{}", "[]", "null"),
    ("rounds", "ended_at"): (LATER, EARLIER),
    ("steps", "step"): (5, 2**62),
    ("steps", "actor"): ("house",),
    ("steps", "action"): ("twist", "stick", "split", "deal", "void"),
    ("steps", "events_format"): ("pontoon/events/2",),
    ("steps", "events"): ("[]",),
    ("steps", "at"): (LATER,),
    ("transfers", "transfer_id"): (OTHER_ID,),
    ("transfers", "player_id"): (OTHER_ID,),
    ("transfers", "step"): (3,),
    ("transfers", "kind"): ("credit", "rollback"),
    ("transfers", "amount"): (100, 2**62),
    ("transfers", "action"): ("buy", "twist"),
    ("transfers", "state"): tuple(map(str, TransferState)),
    ("idempotency", "answer"): ("{}", "[]", "null"),
    ("accounts", "balance"): (10**12, 2**62),
    ("accounts", "currency"): ("EUR",),
}
RECORDS = {
    *(("rounds", column) for column in ("made_whole", "session_id", "announced_at")),
    *(("steps", column) for column in ("at",)),
    *(("transfers", column) for column in ("transfer_id", "attempts", "created_at", "answered_at")),
    *(("idempotency", one.name) for one in metadata.tables["idempotency"].columns),
    *(("accounts", column) for column in ("balance",)),
}
"""What decides nothing of a round in play: it may go on, to a proof that holds."""

IN_THE_BOOKS = {("accounts", "balance")} | {
    ("transfers", column) for column in ("round_id", "kind", "amount", "state")
}
"""What the check of the books names; an account without a balance is kept by another wallet."""


@dataclass
class Case:
    """A guest at the phase that is tried, and the round whose rows are edited."""

    guest: Guest
    round_id: RoundId
    played: PlayedRound | None
    key: str


def _announced(house: House) -> Case:
    guest = sit(house)
    return Case(guest, RoundId(guest.announced().round_id), None, "first")


def _bet(guest: Guest, round_id: str, key: str) -> PlayedRound:
    bet = BetRequest(RoundId(round_id), STAKE, SEED)
    return place_bet(guest.house, guest.player, bet, guest.request(key)).view


def _in_play(house: House) -> Case:
    """After a buy, with an action still to be taken: two stakes, two steps."""
    while True:
        case = _announced(house)
        played = _bet(case.guest, case.round_id, case.key)
        if "buy" in played.legal_actions:
            case.played = case.guest.act(played, "buy").view
            if case.played.status == "in_play":
                return case


def _ended(house: House) -> Case:
    while True:
        case = _announced(house)
        case.played = case.guest.finish(_bet(case.guest, case.round_id, case.key))
        if case.played.returned:
            return case


PHASES: dict[str, Callable[[House], Case]] = {
    "announced": _announced,
    "in_play": _in_play,
    "ended": _ended,
}


def _look(case: Case) -> None:
    house, player = case.guest.house, case.guest.player
    quietly(case.guest.session)
    quietly(lambda: round_view(house, player, case.round_id))
    quietly(lambda: history(house, player, None, 20))
    quietly(lambda: proof(house, player, case.round_id))
    quietly(lambda: list(proofs(house, player)))
    quietly(lambda: _bet(case.guest, case.round_id, case.key))
    quietly(lambda: _bet(case.guest, case.round_id, "another"))
    open_rounds(house)
    books_balance(house)


def _go_on(case: Case) -> bool:
    """Play on from the phase; whether anything was dealt or taken of the edited round."""
    guest = case.guest
    if case.played is None:
        try:
            case.played = _bet(guest, case.round_id, "bet")
        except AnnouncementChanged as changed:
            coming = changed.next_round.round_id
            quietly(lambda: guest.finish(_bet(guest, coming, "next")))
            return False
        except Refusal:
            return False
        return True
    played = case.played
    action = "stick" if "stick" in played.legal_actions else "twist"
    return played.status == "in_play" and quietly(lambda: guest.act(played, action))


def _moved(house: House) -> tuple[int, int]:
    return count(house, "entries"), count(house, "transfers")


def _confirmed(case: Case) -> bool:
    """Whether the round that was played on after all ends in a proof that holds."""
    each_by_itself(case.guest.house, [case.round_id], finish_interrupted)
    shown = proof(case.guest.house, case.guest.player, case.round_id)
    return judge(shown).findings == ()


def _faults(phase: str, table: str, column: str, value: object, case: Case) -> Iterator[str]:
    house = case.guest.house
    what = f"{phase}: {table}.{column} = {value!r}"
    before = _moved(house)
    on_record = (table, column) in RECORDS
    sys.stdout.write(f"{what}\n")  # the last one told is that of a fault, which ends the test
    if (table, column) in IN_THE_BOOKS and value is not None and books_balance(house):
        yield f"{what}: the books do not name it"
    gone_on = _go_on(case)
    if phase == "in_play" and not gone_on:
        each_by_itself(house, [case.round_id], finish_interrupted)
        if not on_record and _moved(house) != before:
            yield f"{what}: money was moved"
    if phase == "in_play" and gone_on and not (on_record and _confirmed(case)):
        yield f"{what}: it was played on"
    _look(case)


def _rows(table: str, case: Case) -> str:
    last = count(case.guest.house, "steps", f"round_id = '{case.round_id}'") - 1
    session = case.guest.player.session_id
    return OF_CASE[table].format(round=case.round_id, session=session, last=last)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("phase", PHASES)
def test_an_edited_column_is_never_a_fault_and_never_played_on(
    house: House, phase: str, table: str
) -> None:
    faults: list[str] = []
    edited, unspoilt = 0, None
    with past_every_guard(house) as edit:
        for column in metadata.tables[table].columns:
            for value in (*OTHER_KIND, *SAME_KIND.get((table, column.name), ())):
                case = unspoilt or PHASES[phase](house)
                unspoilt = case
                change = f"UPDATE {table} SET {column.name} = :value WHERE {_rows(table, case)}"
                if edit(f"{change} AND {column.name} IS DISTINCT FROM :value", {"value": value}):
                    edited, unspoilt = edited + 1, None
                    faults += _faults(phase, table, column.name, value, case)
    assert not faults, "\n".join(faults)
    assert edited or (phase == "announced" and table not in ("rounds", "accounts"))
