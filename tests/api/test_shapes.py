"""Answers have exactly the documented fields, and the document is complete."""

import json
import re
from dataclasses import fields, replace
from typing import Any

import pytest
from apiflask import APIFlask
from pydantic import BaseModel

from app.api import answers, examples, house_answers, table_answers
from app.api.problems import PROBLEMS
from app.factory import build_house, create_app
from app.proof.document import parse_proof
from app.proof.judge import judge
from app.proof.signing import PublicKey
from app.service import signing_keys, table, views
from app.settings import Settings
from config.loader import load_rules
from config.table import CurrencyCode
from config.texts import RuleText
from rng.announcement import Announcement
from tests.api.guest import Guest, open_guest, problem

PAIRS: tuple[tuple[type[BaseModel], type], ...] = (
    (answers.Hand, views.HandView),
    (answers.Dealer, views.DealerView),
    (answers.Barred, views.BarredView),
    (answers.NextRound, Announcement),
    (answers.Round, views.RoundView),
    (answers.PlayedRound, views.PlayedRound),
    (answers.Shoe, views.ShoeView),
    (answers.Limits, views.LimitsView),
    (answers.Session, views.SessionView),
    (answers.Rounds, views.HistoryView),
    (table_answers.TableAnswer, table.TableView),
    (table_answers.Rules, table.RulesView),
    (table_answers.RuleText, RuleText),
    (table_answers.StakeLimits, table.StakesView),
    (table_answers.Pays, table.PaysView),
    (table_answers.Rtp, table.RtpView),
    (table_answers.StrategyCell, table.StrategyCellView),
    (table_answers.StrategyPair, table.StrategyPairView),
    (table_answers.Versions, table.VersionsView),
    (table_answers.SigningKeys, signing_keys.SigningKeysView),
    (table_answers.SigningKey, signing_keys.SigningKeyView),
)
"""Every shape that a view stands behind."""

OF_NO_VIEW = {
    "BarredActions": "a mapping of actions in the view",
    "ExampleStep": "read from a file",
    "Example": "read from a file",
    "Examples": "read from a file",
    "FieldError": "of the API",
    "NewSession": "a session and its token",
    "ProblemBody": "of the API",
    "Shape": "what all shapes are",
}


@pytest.mark.parametrize(("shape", "view"), PAIRS, ids=[view.__name__ for _, view in PAIRS])
def test_a_shape_has_the_fields_of_its_view(shape: type[BaseModel], view: Any) -> None:
    assert list(shape.model_fields) == [one.name for one in fields(view)]


def test_no_shape_is_left_out_of_the_comparison() -> None:
    shapes = {
        name
        for module in (answers, table_answers)
        for name, one in vars(module).items()
        if isinstance(one, type) and issubclass(one, BaseModel) and one is not BaseModel
    }
    assert shapes - {shape.__name__ for shape, _ in PAIRS} == set(OF_NO_VIEW)


def test_the_keys_check_the_signature_of_every_proof(guest: Guest) -> None:
    state = guest.finish(guest.bet())
    proof = parse_proof(guest.get(f"/v1/rounds/{state['round_id']}/proof").data)
    (named,) = guest.http.get("/v1/keys").get_json()["keys"]
    assert proof.key_id == named["key_id"]
    key = PublicKey.from_pem(named["public_key"].encode())
    assert judge(proof, key=key).signature == "valid"
    assert judge(replace(proof, currency="USD"), key=key).verdict == "refuted"


def test_the_document_has_the_figures_of_the_rules_in_force(settings: Settings) -> None:
    rules_file = load_rules(changes=("stakes.max_pence=50000", "stakes.min_pence=300"))
    house = build_house(settings, rules_file=rules_file)
    document = create_app(settings, house).test_client().get("/openapi.json").get_json()
    shapes = document["components"]["schemas"]
    stake = shapes["Bet"]["properties"]["stake"]
    assert (stake["minimum"], stake["multipleOf"], stake["maximum"]) == (100, 100, 50_000)
    limit = shapes["NewLimit"]["properties"]["table_max"]
    assert (limit["minimum"], limit["maximum"]) == (300, 50_000)
    (page,) = (
        one["schema"]
        for one in document["paths"]["/v1/rounds"]["get"]["parameters"]
        if one.get("name") == "limit"
    )
    table_settings = house.table
    house.close()
    assert page["maximum"] == table_settings.history_rounds_max
    assert page["default"] == table_settings.history_rounds_default


def test_stakes_are_told_as_the_rules_and_the_table_have_them(settings: Settings) -> None:
    rules_file = load_rules(changes=("stakes.step_pence=50", "stakes.min_pence=200"))
    house = build_house(settings, rules_file=rules_file)
    euros = replace(house, terms=replace(house.terms, currency=CurrencyCode("EUR")))
    api = create_app(settings, euros)
    shapes = api.test_client().get("/openapi.json").get_json()["components"]["schemas"]
    for field in (
        shapes["Bet"]["properties"]["stake"],
        shapes["NewLimit"]["properties"]["table_max"],
    ):
        assert field["description"].endswith("here in whole multiples of €0.50: 100000 is €1,000")
    guest = open_guest(api)
    wrong = guest.post("/v1/rounds", guest.bet_body(75))
    house.close()
    found = problem(wrong, "stake-not-whole-pounds", 422)
    page = api.test_client().get(found["type"]).get_data(as_text=True)
    for text in (found["title"], found["detail"], page, json.dumps(shapes, ensure_ascii=False)):
        assert not re.search(r"£|in whole pounds|of pounds|to whole", text), text


def test_every_answer_of_a_sitting_has_its_shape(guest: Guest) -> None:
    answers.NewSession.model_validate_json(json.dumps(guest.opened))
    answers.Session.model_validate_json(guest.get("/v1/session").data)
    table_answers.TableAnswer.model_validate_json(guest.http.get("/v1/table").data)
    answers.Limits.model_validate_json(guest.get("/v1/limits").data)
    for _ in range(20):
        state = guest.bet()
        answers.PlayedRound.model_validate_json(json.dumps(state))
        where = f"/v1/rounds/{state['round_id']}"
        answers.Round.model_validate_json(guest.get(where).data)
        answers.Session.model_validate_json(guest.get("/v1/session").data)
        answers.PlayedRound.model_validate_json(json.dumps(guest.finish(state)))
    page = guest.get("/v1/rounds?limit=7").data
    answers.Rounds.model_validate_json(page)
    answers.Limits.model_validate_json(guest.put("/v1/limits", {"table_max": 20_000}).data)
    house_answers.Ready.model_validate_json(guest.http.get("/readyz").data)
    house_answers.Version.model_validate_json(guest.http.get("/version").data)
    house_answers.Alive.model_validate_json(guest.http.get("/livez").data)


def test_history_pages_newest_first_to_the_end(guest: Guest) -> None:
    for _ in range(7):
        guest.finish(guest.bet())
    numbers: list[int] = []
    cursor = ""
    for _ in range(4):
        page = guest.get(f"/v1/rounds?limit=3{cursor}").get_json()
        numbers += [one["number"] for one in page["rounds"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"
    assert numbers == [7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("query", ["", "?limit=5", "?limit=0", "?cursor=zzz", "?nothing=1"])
def test_the_head_of_history_is_that_of_its_answer(guest: Guest, query: str) -> None:
    head = guest.http.head(f"/v1/rounds{query}", headers=guest.headers())
    assert head.status_code == guest.get(f"/v1/rounds{query}").status_code


def test_proofs_are_judged_confirmed_one_by_one_and_as_a_stream(guest: Guest) -> None:
    ended = [guest.finish(guest.bet()) for _ in range(5)]
    stream = guest.get("/v1/rounds/proofs.ndjson")
    assert stream.mimetype == "application/x-ndjson"
    lines = stream.data.splitlines()
    assert len(lines) == len(ended)
    for state, line in zip(ended, lines, strict=True):
        one = guest.get(f"/v1/rounds/{state['round_id']}/proof").data
        assert json.loads(one) == json.loads(line)
        assert judge(parse_proof(one)).verdict == "confirmed"


def test_the_document_is_openapi_3_1_with_every_call_and_problem(api: APIFlask) -> None:
    document = api.test_client().get("/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    assert {one["operationId"] for one in operations} == {
        "openDemoSession",
        "readTable",
        "readKeys",
        "readExamples",
        "readSession",
        "placeBet",
        "act",
        "readRound",
        "listRounds",
        "readProof",
        "readProofs",
        "readLimits",
        "setLimits",
        "readLive",
        "readReady",
        "readVersion",
        "readMetrics",
    }
    text = json.dumps(document)
    routed = {"method-not-allowed"}  # any address answers it, so no call lists it
    assert {slug for slug in PROBLEMS if f'"{slug}"' not in text} <= routed
    assert all(one["summary"] and one["responses"] for one in operations)
    refs = set(_refs(document))
    assert refs
    assert all(_resolves(document, ref) for ref in refs)


def test_examples_of_the_document_fit_their_shapes(api: APIFlask) -> None:
    document = api.test_client().get("/openapi.json").get_json()
    shown = 0
    for item in document["paths"].values():
        for operation in item.values():
            for answer in operation["responses"].values():
                media = answer.get("content", {}).get("application/json", {})
                name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
                if "example" in media:
                    (shape,) = (
                        getattr(one, name)
                        for one in (answers, house_answers, table_answers)
                        if name in vars(one) and getattr(one, name).__module__ == one.__name__
                    )
                    shape.model_validate_json(json.dumps(media["example"]))
                    shown += 1
    assert shown >= 10


def test_the_rules_of_the_examples_are_those_of_the_table() -> None:
    rules = load_rules()
    assert examples.NEXT_ROUND["rules_id"] == rules.rules.id
    assert rules.sha256 == examples.RULES_SHA256


def test_the_table_names_the_key_that_proofs_are_signed_with(guest: Guest) -> None:
    versions = guest.http.get("/v1/table").get_json()["versions"]
    (key,) = guest.http.get("/v1/keys").get_json()["keys"]
    assert versions["key_id"] == key["key_id"]


def test_the_reading_page_loads_nothing_from_elsewhere(api: APIFlask) -> None:
    client = api.test_client()
    files = ("/docs", "/docs/docs.css", "/docs/docs.js", "/docs/elements.js", "/docs/try.js")
    for path in files:
        answer = client.get(path)
        assert answer.status_code == 200
        text = answer.get_data(as_text=True)
        assert "http://" not in text
        assert "https://" not in text
    assert client.get("/docs/../app.py").status_code == 404


def _refs(node: object) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [ref for value in node.values() for ref in _refs(value)]
    if isinstance(node, list):
        return [ref for value in node for ref in _refs(value)]
    return []


def _resolves(document: dict[str, Any], ref: str) -> bool:
    at: Any = document
    for key in ref.removeprefix("#/").split("/"):
        if key not in at:
            return False
        at = at[key]
    return True
