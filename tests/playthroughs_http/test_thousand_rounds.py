"""A thousand random legal rounds over HTTP: each proof is confirmed, and nothing is told early."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.factory import build_house, create_app
from app.game.cards import Card
from app.game.hands import is_pontoon
from app.proof.document import parse_proof
from app.proof.judge import judge
from app.service.house import House
from app.settings import Settings
from app.store.engine import open_engine, reading, sqlite_file
from app.store.entries import check_books
from app.store.schema import migrate
from tests.api.guest import Guest, open_guest
from tests.conftest import SHOWN
from tests.playthroughs_http.watch import Watch, copies_of, secrets_published

ROUNDS = 1000
# Cards are the house's own, so no seed of ours brings the rare ones. Three hands come about seven
# times in a thousand of these rounds: none in three thousand would be a chance below 1e-8.
ROUNDS_MAX = 3000
ROUNDS_ON_POSTGRESQL = 50
ROUNDS_OF_A_GUEST = 100  # then another sits down: nobody runs out of money
FILES_EVERY = 25  # rounds; the files of the database are searched for the secret
STAKE = 200
SEED = 20260703
# A player who often takes what is rare, so that a thousand rounds show it.
WEIGHTS = {"split": 90, "buy": 2, "twist": 4, "stick": 3}

Facts = dict[str, Any]


@pytest.fixture
def house(sqlite_url: str) -> Iterator[House]:
    built = build_house(Settings(database=sqlite_url))
    yield built
    built.close()


@dataclass(frozen=True)
class Logs:
    """Whatever the house writes: on standard error, and as records of the standard library."""

    streams: pytest.CaptureFixture[str]
    records: pytest.LogCaptureFixture

    def taken(self) -> str:
        """All of it since the last time."""
        text = self.streams.readouterr().err + self.records.text
        self.records.clear()
        return text


@pytest.fixture
def logs(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Logs:
    return Logs(capsys, caplog)


def test_a_thousand_random_rounds_are_confirmed_and_told_nothing_early(
    house: House, logs: Logs, record_property: Callable[[str, object], None]
) -> None:
    seen = _play_rounds(house, ROUNDS, logs)
    rounds = ROUNDS
    while not (seen["three hands"] and seen["a cut"]) and rounds < ROUNDS_MAX:
        seen += _play_rounds(house, ROUNDS, logs)
        rounds += ROUNDS
    record_property(SHOWN, f"{rounds} rounds over HTTP, every proof confirmed; seen:")
    for name in RARE:
        record_property(SHOWN, f"  {seen[name]:5} {name}")
    assert seen["three hands"] > 0
    assert seen["a cut"] > 0


def test_nothing_is_told_early_on_postgresql_either(
    postgresql_url: str, tmp_path: Path, logs: Logs
) -> None:
    engine = open_engine(postgresql_url)
    migrate(engine)
    engine.dispose()
    house = build_house(Settings(database=postgresql_url, keys=tmp_path / "keys"))
    _play_rounds(house, ROUNDS_ON_POSTGRESQL, logs)
    house.close()


def _play_rounds(house: House, rounds: int, logs: Logs) -> Counter[str]:
    chance = random.Random(SEED)
    app = create_app(Settings(), house)
    seen: Counter[str] = Counter()
    guest = open_guest(app)
    has_files = sqlite_file(house.engine) is not None
    for number in range(rounds):
        if number % ROUNDS_OF_A_GUEST == 0:
            guest = open_guest(app)
        logs.taken()
        search_files = has_files and number % FILES_EVERY == 0
        proof = _play(guest, house, chance, logs, search_files=search_files)
        seen.update(_rare(proof))
    with reading(house.engine) as tx:
        assert check_books(tx) == ()
    return seen


def _play(
    guest: Guest,
    house: House,
    chance: random.Random,
    logs: Logs,
    *,
    search_files: bool,
) -> Facts:
    session = guest.session()
    watch = Watch(session["next_round"])
    assert session["shoe"]["counts"] == session["next_round"]["shoe_before"]
    bet = {
        "round_id": session["next_round"]["round_id"],
        "stake": STAKE,
        "client_seed": f"{chance.getrandbits(128):032x}",
    }
    answer = guest.post("/v1/rounds", bet)
    files: list[bytes] = []
    while answer.get_json()["legal_actions"]:
        state = answer.get_json()
        _look(guest, house, watch, state, answer.get_data(as_text=True))
        if search_files:
            files.append(copies_of(house.engine))
        watch.logs.append(logs.taken())
        weights = [WEIGHTS[action] for action in state["legal_actions"]]
        action = chance.choices(state["legal_actions"], weights)[0]
        body = {"action": action, "expected_version": state["version"]}
        answer = guest.post(f"/v1/rounds/{state['round_id']}/actions", body)
        assert answer.status_code == 200, answer.get_data(as_text=True)
    document = guest.get(f"/v1/rounds/{bet['round_id']}/proof").data
    proof: Facts = json.loads(document)
    watch.nothing_told(proof)
    for content in files:
        assert bytes.fromhex(proof["server_secret"]) not in content
        assert proof["server_secret"].encode() not in content
    verdict = judge(parse_proof(document))
    assert (verdict.verdict, verdict.findings) == ("confirmed", ())
    _agrees(answer.get_json(), proof)
    return {**proof, "made_whole": guest.session()["shoe"]["made_whole"]}


def _look(guest: Guest, house: House, watch: Watch, state: Facts, text: str) -> None:
    """Everything that can be asked while the round is in play."""
    watch.answer(state, text)
    watch.database(house.engine)
    alone, session = guest.get(f"/v1/rounds/{state['round_id']}"), guest.get("/v1/session")
    found = session.get_json()
    watch.answer(alone.get_json(), alone.get_data(as_text=True))
    watch.database(house.engine)
    watch.answer(found["round"], session.get_data(as_text=True))
    watch.database(house.engine)
    assert found["next_round"] is None
    assert found["shoe"]["counts"] == watch.announced["shoe_before"]
    assert guest.get(f"/v1/rounds/{state['round_id']}/proof").status_code == 409
    assert secrets_published(house.engine) == 0


def _agrees(state: Facts, proof: Facts) -> None:
    """The last answer and the proof tell the same."""
    shown = [
        {name: hand[name] for name in ("cards", "stake", "outcome", "returned")}
        for hand in state["hands"]
    ]
    assert shown == proof["hands"]
    assert state["dealer"] == proof["dealer"]
    for name in ("staked", "returned", "net", "commitment", "client_seed", "number"):
        assert state[name] == proof[name], name


RARE = (
    "three hands",
    "a buy on four cards",
    "a five-card trick of the player",
    "a five-card trick of the dealer",
    "pontoon against pontoon",
    "a pontoon after a split",
    "a cut",
)


def _rare(proof: Facts) -> Iterator[str]:
    outcomes = [hand["outcome"] for hand in proof["hands"]]
    dealer = proof["dealer"]["result"]
    if len(proof["hands"]) == 3:
        yield "three hands"
    if _bought_on_four(proof):
        yield "a buy on four cards"
    if "five_card_trick" in outcomes or _trick_lost(proof):
        yield "a five-card trick of the player"
    if dealer == "five_card_trick":
        yield "a five-card trick of the dealer"
    first = tuple(Card.parse(name) for name in proof["hands"][0]["cards"])
    if dealer == "pontoon" and is_pontoon(first):
        yield "pontoon against pontoon"
    if len(outcomes) > 1 and "pontoon" in outcomes:
        yield "a pontoon after a split"
    if proof["made_whole"]:
        yield "a cut"


def _trick_lost(proof: Facts) -> bool:
    return any(len(hand["cards"]) == 5 and hand["outcome"] == "lose" for hand in proof["hands"])


def _bought_on_four(proof: Facts) -> bool:
    # With one hand, the k-th card after the deal belongs to the k-th action that took one.
    if len(proof["hands"]) != 1 or "buy" not in proof["actions"]:
        return False
    return list(proof["actions"]).index("buy") == 2
