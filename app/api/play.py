"""The player's calls: sessions, rounds, actions, proofs, limits.

Each view reads what was asked, calls one function of the service and speaks its answer.
"""

from dataclasses import fields
from http import HTTPStatus

from apiflask import APIBlueprint
from flask import Response, request

from app.api import answers, examples
from app.api.bodies import optional_object
from app.api.caller import require_player, session_rate, the_house, the_player, the_request
from app.api.documented import (
    BODY,
    DATABASE,
    KEYED,
    PLAYER,
    problems,
    proof_answer,
    proofs_answer,
)
from app.api.problems import Refused, WrongField, invalid_field
from app.api.requests import Act, Bet, NewLimit, Nothing, Page, read
from app.api.responses import money_answer
from app.api.streaming import stream_answer
from app.game.outcomes import Action
from app.proof.document import to_json
from app.service.actions import take_action
from app.service.bets import place_bet
from app.service.history import history, round_view
from app.service.limits import limits_view, set_table_max
from app.service.proofs import proof, proofs
from app.service.requests import ActionRequest, BetRequest
from app.service.requests import Answer as ServiceAnswer
from app.service.sessions import open_demo_session, session_view
from app.service.views import SessionView, as_json
from app.store.ids import RoundId

SESSION_SCHEME = "session"
SESSION_FIELDS = tuple(field.name for field in fields(SessionView))

guest = APIBlueprint("guest", __name__, url_prefix="/v1")
player = APIBlueprint("player", __name__, url_prefix="/v1")
player.before_request(require_player)


@guest.post("/demo/sessions")
@guest.doc(
    summary="Open a guest session",
    description="A guest with play money, and a seat with a whole shoe of its own.\n\nThe token "
    "is shown this once. The number of guest sessions is limited for each address.",
    operation_id="openDemoSession",
    tags=["Session"],
    responses=problems("forbidden", *BODY, *DATABASE),
)
@guest.output(
    answers.NewSession,
    HTTPStatus.CREATED,
    "the session, with its token",
    example=examples.NEW_SESSION,
)
def demo_session() -> Response:
    house = the_house()
    read(Nothing, optional_object())
    wait = session_rate().take(request.remote_addr or "")
    if wait:
        raise Refused(
            "rate-limited",
            f"Too many guest sessions from this address; try again in {wait} s.",
            headers={"Retry-After": str(wait)},
        )
    opened = open_demo_session(house)
    session = {name: getattr(opened.session, name) for name in SESSION_FIELDS}
    return money_answer(as_json({**session, "token": opened.token}), HTTPStatus.CREATED)


@player.get("/session")
@player.doc(
    summary="Where the session stands",
    description="Balance, the round in play or the announcement of the coming one, the shoe that "
    "it starts from. Read it after every reload.",
    operation_id="readSession",
    tags=["Session"],
    security=SESSION_SCHEME,
    responses=problems("round-frozen", *PLAYER),
)
@player.output(answers.Session, description="where the session stands", example=examples.SESSION)
def session() -> Response:
    return money_answer(as_json(session_view(the_house(), the_player())))


@player.post("/rounds")
@player.doc(
    summary="Bet on the announced round",
    description="Takes the stake and deals. Bring a client seed made after the announcement "
    "arrived: only with it does the proof show that the house could not choose the cards.",
    operation_id="placeBet",
    tags=["Rounds"],
    security=SESSION_SCHEME,
    responses=problems(
        "stake-not-whole-pounds",
        "stake-above-limit",
        "insufficient-funds",
        "announcement-changed",
        "round-open",
        "round-frozen",
        "reality-check-due",
        "player-suspended",
        "too-soon",
        "wallet-unavailable",
        *PLAYER,
        *KEYED,
        *BODY,
    ),
)
@player.input(Bet, arg_name="bet", example=examples.BET)
@player.output(
    answers.PlayedRound, HTTPStatus.CREATED, "the round, dealt", example=examples.PLAYED_ROUND
)
def bet(bet: Bet) -> Response:
    asked = BetRequest(RoundId(bet.round_id), bet.stake, bet.client_seed)
    answer = place_bet(the_house(), the_player(), asked, the_request(request.get_json()))
    where = f"/v1/rounds/{answer.view.round_id}"
    return _played(answer, HTTPStatus.CREATED, Location=where)


@player.post("/rounds/<round_id>/actions")
@player.doc(
    summary="Act on the round in play",
    description="Twist, stick, buy or split. `expected_version` is the `version` of the round "
    "that the player saw, so a decision never meets another hand.",
    operation_id="act",
    tags=["Rounds"],
    security=SESSION_SCHEME,
    responses=problems(
        "not-found",
        "illegal-action",
        "stale-version",
        "insufficient-funds",
        "round-frozen",
        "wallet-unavailable",
        *PLAYER,
        *KEYED,
        *BODY,
    ),
)
@player.input(Act, arg_name="act", example=examples.ACT)
@player.output(
    answers.PlayedRound, description="the round after the action", example=examples.ENDED_ROUND
)
def action(round_id: str, act: Act) -> Response:
    asked = ActionRequest(Action(act.action), act.expected_version)
    identity = the_request(request.get_json())
    answer = take_action(the_house(), the_player(), RoundId(round_id), asked, identity)
    return _played(answer, HTTPStatus.OK)


@player.get("/rounds/<round_id>")
@player.doc(
    summary="Read a round",
    description="A round of this seat, in play or ended.",
    operation_id="readRound",
    tags=["Rounds"],
    security=SESSION_SCHEME,
    responses=problems("not-found", "round-frozen", *PLAYER),
)
@player.output(answers.Round, description="the round", example=examples.ROUND)
def one_round(round_id: str) -> Response:
    return money_answer(as_json(round_view(the_house(), the_player(), RoundId(round_id))))


@player.get("/rounds")
@player.doc(
    summary="List the rounds of this seat",
    description="Rounds that have ended, newest first by number, voids included. The round in play "
    "stands in `GET /v1/session`.",
    operation_id="listRounds",
    tags=["Rounds"],
    security=SESSION_SCHEME,
    responses=problems("bad-cursor", *PLAYER),
)
@player.input(Page, location="query", arg_name="page")
@player.output(answers.Rounds, description="a page of rounds", example=examples.ROUNDS)
def rounds(page: Page) -> Response:
    house = the_house()
    most = house.table.history_rounds_max
    limit = house.table.history_rounds_default if page.limit is None else page.limit
    if limit > most:
        raise invalid_field([WrongField("/limit", f"a whole number from 1 to {most}", "query")])
    found = history(house, the_player(), page.cursor, limit)
    return money_answer(as_json(found))


@player.get("/rounds/<round_id>/proof")
@player.doc(
    summary="Read the proof of an ended round",
    description="The document that `pontoon replay` judges: the secret, the client seed, and "
    "everything that follows from them.",
    operation_id="readProof",
    tags=["Proofs"],
    security=SESSION_SCHEME,
    responses={
        **proof_answer(),
        **problems("not-found", "round-in-play", "round-frozen", *PLAYER),
    },
)
def one_proof(round_id: str) -> Response:
    return money_answer(to_json(proof(the_house(), the_player(), RoundId(round_id))))


@player.get("/rounds/proofs.ndjson")
@player.doc(
    summary="Read all proofs of this seat",
    description="Streamed, one proof in each line, oldest first; `pontoon replay --ndjson -` also "
    "checks that numbers and shoes continue from round to round.",
    operation_id="readProofs",
    tags=["Proofs"],
    security=SESSION_SCHEME,
    responses={**proofs_answer(), **problems("rate-limited", *PLAYER)},
)
def all_proofs() -> Response:
    player = the_player()
    return stream_answer(player.seat_id, (to_json(one) for one in proofs(the_house(), player)))


@player.get("/limits")
@player.doc(
    summary="Read the table limit",
    description="The player's own limit (R18); both fields are null until it is first set.",
    operation_id="readLimits",
    tags=["Limits"],
    security=SESSION_SCHEME,
    responses=problems(*PLAYER),
)
@player.output(answers.Limits, description="the limit in force", example=examples.LIMITS)
def limits() -> Response:
    return money_answer(as_json(limits_view(the_house(), the_player())))


@player.put("/limits")
@player.doc(
    summary="Set the table limit",
    description="Binds the opening stakes of all games of this player. It may be changed once in "
    "each week, which begins on Friday at 00:00 EST; sending the value in force changes nothing.",
    operation_id="setLimits",
    tags=["Limits"],
    security=SESSION_SCHEME,
    responses=problems("limit-locked", *PLAYER, *BODY),
)
@player.input(NewLimit, arg_name="limit", example=examples.NEW_LIMIT)
@player.output(answers.Limits, description="the limit in force", example=examples.LIMITS)
def new_limits(limit: NewLimit) -> Response:
    return money_answer(as_json(set_table_max(the_house(), the_player(), limit.table_max)))


def _played(answer: ServiceAnswer, status: int, **headers: str) -> Response:
    if answer.replayed:
        headers["Idempotent-Replayed"] = "true"
    return money_answer(answer.body, status, **headers)
