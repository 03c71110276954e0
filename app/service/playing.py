"""A round in hand: loading it by replay, and adding a step.

Loading is judging: what is stored must be what follows from the inputs, or `Diverged` is raised and
nothing goes on. All of it happens in the transaction that the caller opened and will commit. How a
round ends is in `closing`.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from sqlalchemy import Connection

from app.game.events import EVENTS_FORMAT, FORMATS, Bought, Event, Split, StakeTaken
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import BadRecord, Record, act, open_round, replay
from app.game.stakes import BadStake, opening_stake
from app.game.state import RoundState
from app.service.chance import Deal, as_stored, deal_of
from app.service.house import House
from app.store.engine import write_refusals, writing
from app.store.forms import Diverged
from app.store.ids import RoundId
from app.store.rounds import any_round, bind, freeze_round, standing
from app.store.rows import AnnouncedRow, BoundRow, RoundRow, StepRow, StoredSteps
from app.store.seats import lock_player
from app.store.statuses import Actor, RoundStatus
from app.store.steps import DEAL, add_step, steps_of
from config.loader import rules_by_hash
from config.rules import Rules

VOID = "void"
NOTHING = Pence(0)
OTHER_CURRENCY = "it is not in the currency of its player's account"
_PAID_FOR = (DEAL, Action.BUY.value, Action.SPLIT.value)
_GOES_ON = (RoundStatus.AWAITING_STAKE, RoundStatus.IN_PLAY)
_RULES_KEPT = 8  # rules files of rounds still in play; more than a table ever changes through


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
    events_format: str

    @property
    def announced(self) -> AnnouncedRow:
        """What the player was promised."""
        return self.row.announced

    @property
    def version(self) -> int:
        """1 after the deal, one more with each step."""
        return self.steps


def load(house: House, tx: Connection, row: RoundRow, ahead: Pence = NOTHING) -> OpenRound:
    """The round in play, judged: raises `Diverged` where it is not what follows from its inputs.

    `ahead` is a stake that was just confirmed for the step that is taken next.
    """
    with as_stored(row.announced.round_id):
        stored = steps_of(tx, row.announced)
        loaded = _replayed(house, row, stored.steps)
        for why in _contradictions(loaded, stored, ahead):
            raise Diverged(row.announced.round_id, why)
        return loaded


def _contradictions(loaded: OpenRound, found: StoredSteps, ahead: Pence) -> Iterator[str]:
    """What is stored of a round in play, against what follows from its inputs."""
    row, bound, stored = loaded.row, loaded.bound, found.steps
    if row.status is not RoundStatus.IN_PLAY:
        yield "it is not in play"
    if [step.step for step in stored] != list(range(len(stored))):
        yield "its steps are not numbered as they were taken"
    if any(step.actor is not Actor.PLAYER for step in stored):
        yield "a step of it is the house's, which would have ended it"
    if any(step.events_format != loaded.events_format for step in stored):
        yield "its events are of two formats"
    if _joined(stored) != _events_text(loaded.events_format, loaded.state.events):
        yield "its events do not follow from its inputs"
    prices = _prices(stored, loaded.state.events)
    if [step.paid for step in stored] != prices or found.confirmed != loaded.state.staked + ahead:
        yield "its stakes are not those that were confirmed"
    if opening_stake(bound.stake_requested, loaded.state.rules, None).stake != bound.stake:
        yield "its stake does not follow from what was asked for"
    if not row.announced.announced_at <= bound.opened_at == stored[0].at:
        yield "it was not opened when it was dealt"


def _prices(stored: Sequence[StepRow], events: Sequence[Event]) -> list[int | None]:
    """What each step cost, None where it was free."""
    stakes = iter([one.stake for one in events if isinstance(one, StakeTaken | Bought | Split)])
    return [next(stakes, None) if step.action in _PAID_FOR else None for step in stored]


def load_unjudged(house: House, tx: Connection, row: RoundRow) -> OpenRound:
    """A round by its inputs alone, to be voided; raises `Diverged` where they lead nowhere."""
    with as_stored(row.announced.round_id):
        return _replayed(house, row, steps_of(tx, row.announced).steps)


def deal_cards(house: House, tx: Connection, row: RoundRow, bound: BoundRow) -> OpenRound:
    """R4, R5: bind the bet whose stake is confirmed, and deal, as the round's first step."""
    deal = deal_of(house, row.announced, bound.client_seed)
    bind(tx, row.announced.round_id, row.status, RoundStatus.IN_PLAY, bound)
    with as_stored(row.announced.round_id):
        state = open_round(rules_of(house, row), Pence(bound.stake), deal.card_at)
    in_play = replace(row, status=RoundStatus.IN_PLAY, bound=bound)
    opened = OpenRound(in_play, bound, deal, state, (), 1, None, EVENTS_FORMAT)
    _write_step(tx, opened, Actor.PLAYER, DEAL, state.events, bound.opened_at)
    return opened


def add_action(
    tx: Connection, before: OpenRound, action: Action, actor: Actor, at: str
) -> OpenRound:
    """The round after a legal action of the player or the house. Raises `Diverged`."""
    with as_stored(before.announced.round_id):  # such as a shoe that has no card left
        state = act(before.state, action, before.deal.card_at)
    house_from = before.house_played_from
    if actor is Actor.HOUSE and house_from is None:
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
    _write_step(tx, after, Actor.HOUSE, VOID, _new_events(before, voided), at)
    return after


def freeze(house: House, found: Diverged) -> bool:
    """Stop a round that differs from its record, in its own transaction; False if none is open.

    It needs to read no more of the round than where it stands. Where the database refuses even
    that, for what else is wrong in the row, the round goes on no more than one that is frozen.
    """
    try:
        with writing(house.engine) as tx:
            stands = standing(tx, found.round_id)
            if stands is not None:
                lock_player(tx, stands[1])
                stands = standing(tx, found.round_id)
            if stands is None or stands[0] not in _GOES_ON:
                return stands is not None and stands[0] == RoundStatus.FROZEN
            freeze_round(tx, found.round_id, RoundStatus(stands[0]))
    except write_refusals(house.engine):
        house.log.critical("a round cannot be frozen", round_id=found.round_id, why=found.why)
        return True
    house.log.critical("round frozen", round_id=found.round_id, why=found.why, place=found.place)
    return True


def locked_round(tx: Connection, round_id: RoundId) -> RoundRow | None:
    """The round as it stands once its player is locked."""
    row = any_round(tx, round_id)
    if row is None:
        return None
    lock_player(tx, row.announced.player_id)
    return any_round(tx, round_id)


def rules_of(house: House, row: RoundRow) -> Rules:
    """The rules that the round was announced under, whatever the table plays by now.

    Raises `Diverged` where its id and its hash are of different files.
    """
    announced = row.announced
    played = house.terms_of(announced.player_id).rules_file
    same = announced.rules_sha256 == played.sha256
    rules = played.rules if same else _older_rules(announced.rules_sha256)
    if rules.id != announced.rules_id:
        raise Diverged(announced.round_id, "its rules are named by another id than their own")
    return rules


@lru_cache(maxsize=_RULES_KEPT)
def _older_rules(sha256: str) -> Rules:
    return rules_by_hash(sha256).rules


def _replayed(house: House, row: RoundRow, stored: Sequence[StepRow]) -> OpenRound:
    round_id, bound = row.announced.round_id, row.bound
    if bound is None or not stored or stored[0].action != DEAL:
        raise Diverged(round_id, "it has no deal")
    if stored[0].events_format not in FORMATS:
        raise Diverged(round_id, "its events are of a format that is not known here")
    deal = deal_of(house, row.announced, bound.client_seed)
    actions = _actions(round_id, stored[1:])
    record = Record(rules_of(house, row), Pence(bound.stake), actions)
    try:
        state = replay(record, deal.card_at)
    except (BadRecord, BadStake):
        raise Diverged(round_id, "its actions could not have been taken") from None
    # The house plays a round to its end at once: in one that is open no step is the house's.
    steps, events_format = stored[-1].step + 1, stored[0].events_format
    return OpenRound(row, bound, deal, state, actions, steps, None, events_format)


def _actions(round_id: RoundId, stored: Sequence[StepRow]) -> tuple[Action, ...]:
    try:
        return tuple(Action(step.action) for step in stored)
    except ValueError:
        raise Diverged(round_id, "a step of it is no action") from None


def _new_events(before: OpenRound, after: RoundState) -> tuple[Event, ...]:
    return after.events[len(before.state.events) :]


def _write_step(
    tx: Connection, after: OpenRound, actor: Actor, action: str, events: Sequence[Event], at: str
) -> None:
    text = _events_text(after.events_format, events)
    step = StepRow(after.steps - 1, actor, action, after.events_format, text, at, paid=None)
    add_step(tx, after.announced.round_id, step)


def _events_text(events_format: str, events: Sequence[Event]) -> str:
    write = FORMATS[events_format]
    return json.dumps([write(event) for event in events], separators=(",", ":"))


def _joined(stored: Sequence[StepRow]) -> str:
    """The events of all steps as one list, compared as text: nothing is read into them."""
    return f"[{','.join(step.events[1:-1] for step in stored if step.events != '[]')}]"
