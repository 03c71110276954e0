"""A round in hand: loading it by replay, adding a step, and closing it.

Loading is judging: what is stored must be what follows from the inputs, or `Diverged` is raised and
nothing goes on. All of it happens in the transaction that the caller opened and will commit.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from sqlalchemy import Connection
from uuid_utils import uuid7

from app.game.events import EVENTS_FORMAT, Event, event_fields
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import BadRecord, Record, act, open_round, replay
from app.game.stakes import BadStake
from app.game.state import RoundState
from app.ledger.entries import EntryKind, closing_entry, stake_entry
from app.service.announcing import announce_number, next_shoe
from app.service.chance import Deal, Diverged, deal_of
from app.service.house import House
from app.service.showing import dealer_of, hand_views
from app.service.views import as_fields
from app.store.engine import writing
from app.store.entries import post
from app.store.rounds import any_round, end, set_status
from app.store.rows import AnnouncedRow, BoundRow, EndedRow, RoundRow, StepRow, TransferRow
from app.store.seats import lock_seat
from app.store.steps import add_step, steps_of
from app.store.transfers import add_transfer
from app.wallet.wallet import TransferKind, TransferState
from config.loader import rules_by_hash
from config.rules import Rules

DEAL = "deal"
VOID = "void"
PLAYER = "player"
THE_HOUSE = "house"
_RULES_KEPT = 8  # rules files of rounds still in play; more than a table ever changes through

_log = logging.getLogger("pontoon")


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round in play, at the state that its inputs lead to."""

    row: RoundRow
    bound: BoundRow
    deal: Deal = field(repr=False)
    state: RoundState = field(repr=False)
    actions: tuple[Action, ...]
    steps: int
    house_played_from: int | None

    @property
    def version(self) -> int:
        """1 after the deal, one more with each step."""
        return self.steps


def load(house: House, tx: Connection, row: RoundRow) -> OpenRound:
    """The round in play, judged: raises `Diverged` where its events are not those that follow."""
    stored = steps_of(tx, row.announced.round_id)
    loaded = _replayed(house, row, stored)
    if any(step.events_format != EVENTS_FORMAT for step in stored):
        raise Diverged(row.announced.round_id, "its events are of another format")
    if _joined(stored) != _events_text(loaded.state.events):
        raise Diverged(row.announced.round_id, "its events do not follow from its inputs")
    return loaded


def load_unjudged(house: House, tx: Connection, row: RoundRow) -> OpenRound:
    """A round by its inputs alone, to be voided; raises `Diverged` where they lead nowhere."""
    return _replayed(house, row, steps_of(tx, row.announced.round_id))


def deal_cards(
    house: House, tx: Connection, row: RoundRow, bound: BoundRow, deal: Deal
) -> OpenRound:
    """R4, R5: the deal of a round whose stake is confirmed, as its first step."""
    state = open_round(rules_of(house, row), Pence(bound.stake), deal.card_at)
    opened = OpenRound(row, bound, deal, state, (), 1, None)
    _write_step(tx, opened, PLAYER, DEAL, state.events, bound.opened_at)
    return opened


def add_action(tx: Connection, before: OpenRound, action: Action, actor: str, at: str) -> OpenRound:
    """The round after a legal action of the player or the house."""
    state = act(before.state, action, before.deal.card_at)
    house_from = before.house_played_from
    if actor == THE_HOUSE and house_from is None:
        house_from = len(before.actions)
    after = replace(
        before,
        state=state,
        actions=(*before.actions, action),
        steps=before.steps + 1,
        house_played_from=house_from,
    )
    _write_step(tx, after, actor, action.value, _new_events(before, state), at)
    return after


def add_void(tx: Connection, before: OpenRound, voided: RoundState, at: str) -> OpenRound:
    """The round after the house has made it void."""
    after = replace(before, state=voided, steps=before.steps + 1)
    _write_step(tx, after, THE_HOUSE, VOID, _new_events(before, voided), at)
    return after


def close(
    house: House, tx: Connection, ended: OpenRound, at: str, reason: str | None = None
) -> AnnouncedRow | None:
    """Settle the ended round, or void it for `reason`: publish, pay, and announce the next number.

    None where the source refuses: then the settlement stands, and nothing is announced.
    """
    announced, state = ended.row.announced, ended.state
    staked, returned = state.staked, state.returned or Pence(0)
    kind = EntryKind.SETTLEMENT if reason is None else EntryKind.VOID
    facts = _ended_row(house, ended, at, reason)
    end(tx, announced.round_id, ended.row.status, facts)
    post(tx, closing_entry(kind, announced.seat_id, announced.round_id, staked, returned), at)
    if returned:
        move(house, tx, announced, TransferKind.CREDIT, ended.steps, returned, None, at)
    over = replace(ended.row, status=facts.status, ended=facts)
    shoe, made_whole = next_shoe(house, over)
    return announce_number(
        house, tx, announced.seat_id, announced.number + 1, shoe, made_whole=made_whole
    )


def take_stake(
    house: House,
    tx: Connection,
    announced: AnnouncedRow,
    step: int,
    amount: Pence,
    action: Action | None,
    at: str,
) -> TransferState:
    """Have the wallet move a stake; where it confirms at once, enter it in the books."""
    state = move(house, tx, announced, TransferKind.DEBIT, step, amount, action, at)
    if state is TransferState.CONFIRMED:
        post(tx, stake_entry(announced.seat_id, announced.round_id, amount), at)
    return state


def move(
    house: House,
    tx: Connection,
    announced: AnnouncedRow,
    kind: TransferKind,
    step: int,
    amount: Pence,
    action: Action | None,
    at: str,
) -> TransferState:
    """Ask the wallet, and write down what was asked and how it stands."""
    asked = TransferRow(
        transfer_id=str(uuid7()),
        seat_id=announced.seat_id,
        round_id=announced.round_id,
        step=step,
        kind=kind.value,
        amount=amount,
        action=None if action is None else action.value,
        state=TransferState.PENDING.value,
        attempts=0,
    )
    state = house.wallet.move(tx, asked)
    if state is not TransferState.PENDING:
        asked = replace(asked, state=state.value, attempts=1)
    add_transfer(tx, asked, at)
    return state


def freeze(house: House, found: Diverged) -> bool:
    """Stop a round that differs from its record, in its own transaction; False if none is open."""
    with writing(house.engine) as tx:
        row = any_round(tx, found.round_id)
        if row is None:
            return False
        lock_seat(tx, row.announced.seat_id)
        row = any_round(tx, found.round_id)
        if row is None or row.status not in ("awaiting_stake", "in_play"):
            return row is not None and row.status == "frozen"
        set_status(tx, found.round_id, row.status, "frozen")
    _log.critical("round %s is frozen: %s", found.round_id, found.why)
    return True


def rules_of(house: House, row: RoundRow) -> Rules:
    """The rules that the round was announced under, whatever the table plays by now."""
    sha256 = row.announced.rules_sha256
    return house.rules_file.rules if sha256 == house.rules_file.sha256 else _older_rules(sha256)


@lru_cache(maxsize=_RULES_KEPT)
def _older_rules(sha256: str) -> Rules:
    return rules_by_hash(sha256).rules


def _replayed(house: House, row: RoundRow, stored: Sequence[StepRow]) -> OpenRound:
    round_id, bound = row.announced.round_id, row.bound
    if bound is None or not stored or stored[0].action != DEAL:
        raise Diverged(round_id, "it has no deal")
    deal = deal_of(house, row.announced, bound.client_seed)
    try:
        actions = tuple(Action(step.action) for step in stored[1:])
        record = Record(rules_of(house, row), Pence(bound.stake), actions)
        state = replay(record, deal.card_at)
    except (BadRecord, BadStake, ValueError):
        raise Diverged(round_id, "its actions could not have been taken") from None
    by_house = (index for index, step in enumerate(stored[1:]) if step.actor == THE_HOUSE)
    return OpenRound(row, bound, deal, state, actions, len(stored), next(by_house, None))


def _new_events(before: OpenRound, after: RoundState) -> tuple[Event, ...]:
    return after.events[len(before.state.events) :]


def _write_step(
    tx: Connection, after: OpenRound, actor: str, action: str, events: Sequence[Event], at: str
) -> None:
    step = StepRow(after.steps - 1, actor, action, EVENTS_FORMAT, _events_text(events))
    add_step(tx, after.row.announced.round_id, step, at)


def _events_text(events: Sequence[Event]) -> str:
    return json.dumps([event_fields(event) for event in events], separators=(",", ":"))


def _joined(stored: Sequence[StepRow]) -> str:
    """The events of all steps as one list, compared as text: nothing is read into them."""
    return f"[{','.join(step.events[1:-1] for step in stored if step.events != '[]')}]"


def _ended_row(house: House, ended: OpenRound, at: str, reason: str | None) -> EndedRow:
    state = ended.state
    result = {
        "actions": [action.value for action in ended.actions],
        "cards": [str(card) for card in state.cards],
        "words_passed_over": ended.deal.draw.words_passed_over(state.cards_dealt),
        "hands": as_fields(hand_views(state)),
        "dealer": as_fields(dealer_of(state)),
    }
    return EndedRow(
        status="settled" if reason is None else "void",
        version=ended.version,
        server_secret=ended.deal.secret.hex(),
        reason=reason,
        staked=state.staked,
        returned=state.returned or 0,
        house_played_from=ended.house_played_from,
        result=json.dumps(result, separators=(",", ":")),
        software=house.software,
        ended_at=max(at, ended.bound.opened_at),  # the clock may have been set back since
    )
