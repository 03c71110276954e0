"""Random legal rounds with their proofs: the real rules, shoe and draw, from a fixed seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.game.cards import DECK, Card
from app.game.choices import house_action, legal_actions
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import act, open_round, void_round
from app.game.state import RoundState
from app.proof.build import Bet, Ending, Play, Revealed, Terms, build_proof
from app.proof.dealing import shoe_after
from app.proof.document import Proof, Status
from app.proof.facts import facts_of
from app.proof.instants import stamp
from app.proof.signing import SigningKey, sign
from config.loader import RulesFile, load_rules
from rng.announcement import Announcement, announce, round_seed
from rng.draw import RoundDraw
from rng.shoe import Shoe

HOUSE_KEY = SigningKey.from_seed(bytes(range(32)))
TERMS = Terms("GBP", "pontoon test")
SEAT = "01890000-0000-7000-8000-00000000a11c"
EPOCH = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A proof and the announcement that came before it."""

    announcement: Announcement
    proof: Proof


class RandomSeat:
    """One seat that is played at random; `shoe` and `number` are those of the coming round."""

    def __init__(self, seed: int, rules_file: RulesFile | None = None, seat: str = SEAT) -> None:
        self._random = random.Random(seed)
        self.rules_file = load_rules() if rules_file is None else rules_file
        self.shoe = Shoe.whole(self.rules_file.rules.shoe.packs)
        self.number = 1
        self._seat = seat

    def new_rules(self, rules_file: RulesFile) -> None:
        """A new rules file starts a whole shoe."""
        self.rules_file = rules_file
        self.shoe = Shoe.whole(rules_file.rules.shoe.packs)

    def settled(
        self,
        *,
        client_seed: bool = True,
        stake: int | None = None,
        house_from: int | None = None,
    ) -> Dealt:
        """A round played to its end, by the house from the given action on."""
        announced = self._announced()
        bet = self._bet(client_seed=client_seed, stake=stake)
        return self._dealt("settled", bet, *announced, house_from=house_from)

    def void(self, actions_max: int = 1) -> Dealt:
        """A round that could not be finished after some actions, if it is not over by then."""
        announced = self._announced()
        return self._dealt("void", self._bet(), *announced, actions_max=actions_max)

    def unstaked(self) -> Dealt:
        """A void round whose stake was never confirmed."""
        announced = self._announced()
        return self._ended("void", "stake refused", self._bet(), None, *announced)

    def lapsed(self) -> Dealt:
        """A number that was never bet on."""
        return self._ended("lapsed", "seat closed", None, None, *self._announced())

    def _dealt(
        self,
        status: Status,
        bet: Bet,
        announcement: Announcement,
        secret: bytes,
        *,
        actions_max: int = 100,
        house_from: int | None = None,
    ) -> Dealt:
        seed = round_seed(secret, announcement.commitment, bet.client_seed)
        draw = RoundDraw(seed, self.shoe)
        state, actions = self._play(draw, bet.stake, actions_max, house_from)
        if status == "void" and state.ended:
            status = "settled"
        elif status == "void":
            state = void_round(state)
        dealt = state.cards_dealt
        by_house = None if house_from is None or house_from >= len(actions) else house_from
        play = Play(
            tuple(action.value for action in actions),
            facts_of(state, draw.words_passed_over(dealt)),
            by_house,
        )
        self.shoe = shoe_after(draw.shoe_after(dealt), self.rules_file.rules)
        reason = "could not be finished" if status == "void" else None
        return self._ended(status, reason, bet, play, announcement, secret)

    def _play(
        self, draw: RoundDraw, stake: int, actions_max: int, house_from: int | None
    ) -> tuple[RoundState, tuple[Action, ...]]:
        def card_at(position: int) -> Card:
            return DECK[draw.card_number(position)]

        state = open_round(self.rules_file.rules, Pence(stake), card_at)
        actions: list[Action] = []
        while not state.ended and len(actions) < actions_max:
            by_house = house_from is not None and len(actions) >= house_from
            choice = self._random.choice(legal_actions(state))
            action = house_action(state) if by_house else choice
            # A pair is rare, so it is split whenever it may be.
            if Action.SPLIT in legal_actions(state) and not by_house:
                action = Action.SPLIT
            state = act(state, action, card_at)
            actions.append(action)
        return state, tuple(actions)

    def _announced(self) -> tuple[Announcement, bytes]:
        secret = self._random.randbytes(32)
        announcement = announce(
            seat_id=self._seat,
            number=self.number,
            round_id=f"01890000-0000-7000-8000-{self._random.getrandbits(48):012x}",
            rules_id=self.rules_file.rules.id,
            rules_sha256=self.rules_file.sha256,
            shoe=self.shoe,
            server_secret=secret,
        )
        self.number += 1
        return announcement, secret

    def _ended(
        self,
        status: Status,
        reason: str | None,
        bet: Bet | None,
        play: Play | None,
        announcement: Announcement,
        secret: bytes,
    ) -> Dealt:
        ending = Ending(status, stamp(self._now() + timedelta(seconds=5)), reason)
        proof = build_proof(Revealed(announcement, secret), ending, TERMS, bet, play)
        return Dealt(announcement, sign(proof, HOUSE_KEY))

    def _bet(self, *, client_seed: bool = True, stake: int | None = None) -> Bet:
        seed = self._random.randbytes(16).hex() if client_seed else None
        pence = 100 * self._random.randint(2, 1000)
        return Bet(seed, stake or pence, stamp(self._now()))

    def _now(self) -> datetime:
        """Ten seconds for each round; it opens, and five seconds later it ends."""
        return EPOCH + timedelta(seconds=10 * self.number)


def random_proofs(seed: int, count: int) -> Iterator[Proof]:
    """Signed proofs of settled rounds of one seat, in order."""
    seat = RandomSeat(seed)
    for _ in range(count):
        yield seat.settled().proof
