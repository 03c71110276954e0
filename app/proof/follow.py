"""What follows from the inputs of a proof alone: hash of the rules, commitment, cards, money.

Inputs are `status`, `seat_id`, `number`, `round_id`, `rules_id`, `shoe_before`, `server_secret`,
`client_seed`, `stake` and `actions`; they are taken as stated. Nothing here reads a stated fact,
so one wrong fact never makes another look wrong: in particular the seed is made from the
commitment as computed from the inputs, not from the one stated. Where the inputs lead nowhere
(an illegal action, a stake outside the rules) it stops with a finding, and guesses nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from app.game.cards import CardAt
from app.game.choices import house_action, legal_actions
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import BadRecord, Record, replay, void_round
from app.game.shoe import can_be_announced
from app.game.stakes import BadStake
from app.game.state import RoundState
from app.proof.dealing import cards_of, dealt_from, shoe_after
from app.proof.document import Proof
from app.proof.facts import NOTHING_DEALT, Facts, facts_of
from app.proof.verdict import Finding
from config.loader import RulesFile, shipped_rules
from config.rules import Rules
from rng.announcement import commitment_of, round_seed
from rng.draw import RoundDraw
from rng.shoe import BadShoe, Shoe

KnownRules = Mapping[str, RulesFile]
"""Rules files by id."""


@dataclass(frozen=True, slots=True)
class Followed:
    """The round as far as it follows; `facts` is None where it broke off, `broken` says why."""

    state: RoundState | None
    cards: tuple[str, ...]
    facts: Facts | None
    broken: tuple[Finding, ...]
    shoe_after: Shoe | None


@cache
def known_rules(more: tuple[RulesFile, ...] = ()) -> KnownRules:
    """`more` and the rules shipped with this program, which win where an id is in both."""
    return MappingProxyType({file.rules.id: file for file in (*more, *shipped_rules())})


def commitment_that_follows(proof: Proof, rules_file: RulesFile) -> str:
    """Step 1 of the design's section 5, over the hash that the rules file has."""
    return commitment_of(
        seat_id=proof.seat_id,
        number=proof.number,
        round_id=proof.round_id,
        rules_sha256=rules_file.sha256,
        shoe_before=proof.shoe_before,
        server_secret=bytes.fromhex(proof.server_secret),
    )


def nothing_dealt(proof: Proof) -> bool:
    """Whether the proof is of a round that never got a card.

    A void proof has no field that says so; two of the three empty ones decide, so that a single
    changed one is named by itself.
    """
    if proof.status == "void":
        empty = (not proof.cards, not proof.hands, proof.dealer is None)
        return sum(empty) >= len(empty) - 1
    return proof.status == "lapsed"


def follow(proof: Proof, rules: Rules, commitment: str) -> Followed:
    """Play the round again, or say where it breaks off."""
    shoe = Shoe.parse(proof.shoe_before)
    if not _possible(shoe, rules):
        expected = (
            f"a shoe of {rules.shoe.packs} packs, whole or with fewer than "
            f"{rules.shoe.reshuffle_after} cards dealt"
        )
        return _broken(Finding("shoe_before", expected, proof.shoe_before))
    if nothing_dealt(proof):
        return Followed(None, (), NOTHING_DEALT, (), shoe_after(shoe, rules))
    if proof.stake is None:
        return _broken(Finding("stake", "a stake", None))
    seed = round_seed(bytes.fromhex(proof.server_secret), commitment, proof.client_seed)
    actions = tuple(map(Action, proof.actions))
    record = Record(rules, Pence(proof.stake), actions)
    return _play(proof, record, RoundDraw(seed, shoe))


def house_play_findings(proof: Proof, state: RoundState) -> Iterable[Finding]:
    """Whether the actions from `house_played_from` on are what the house does for its player."""
    start = proof.house_played_from
    if start is None:
        return
    if start >= len(proof.actions):
        yield Finding("house_played_from", "null, or the index of an action", start)
        return
    actions = tuple(map(Action, proof.actions))
    for index in range(start, len(actions)):
        before = replay(Record(state.rules, state.stake, actions[:index]), state.cards.__getitem__)
        expected = house_action(before)
        if actions[index] is not expected:
            yield Finding(
                "house_played_from", f"the house to {expected.value} at action {index}", start
            )
            return


def _possible(shoe: Shoe, rules: Rules) -> bool:
    if max(shoe.counts) > rules.shoe.packs:
        return False
    return can_be_announced(dealt_from(shoe, rules), rules)


def _play(proof: Proof, record: Record, draw: RoundDraw) -> Followed:
    card_at = cards_of(draw)
    try:
        state = replay(record, card_at)
    except BadStake as refusal:
        return _broken(Finding("stake", str(refusal), proof.stake))
    except BadRecord as bad:
        return _broken_off(record, bad, card_at)
    except BadShoe:
        # A shoe that R3 left in play has the cards for any round of its rules.
        return _broken(Finding("shoe_before", "cards enough for the round", proof.shoe_before))
    if proof.status == "void":
        if state.ended:
            found = Finding("status", "settled", proof.status)
            return Followed(state, tuple(map(str, state.cards)), None, (found,), None)
        state = void_round(state)
    elif not state.ended:
        return _unended(state)
    facts = facts_of(state, draw.words_passed_over(state.cards_dealt))
    after = shoe_after(draw.shoe_after(state.cards_dealt), record.rules)
    return Followed(state, facts.cards, facts, (), after)


def _broken(finding: Finding) -> Followed:
    return Followed(None, (), None, (finding,), None)


def _broken_off(record: Record, bad: BadRecord, card_at: CardAt) -> Followed:
    before = Record(record.rules, record.stake, record.actions[: bad.index])
    state = replay(before, card_at)
    legal = tuple(action.value for action in bad.illegal.legal)
    found = record.actions[bad.index].value
    finding = Finding(f"actions[{bad.index}]", legal or "none: the round had ended", found)
    return Followed(state, tuple(map(str, state.cards)), None, (finding,), None)


def _unended(state: RoundState) -> Followed:
    legal = " or ".join(action.value for action in legal_actions(state))
    finding = Finding("actions", f"one more at least: {legal}", "the round does not end")
    return Followed(state, tuple(map(str, state.cards)), None, (finding,), None)
