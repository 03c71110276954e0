"""Examples of the OpenAPI document: a round, headers, parameters."""

from typing import Any

from app.service.requests import KEY_FORM

Spec = dict[str, Any]

REQUEST_ID = "0198c0de-2a11-7c40-9d52-6f1b0c8e4a37"
SEAT_ID = "0198c0de-1e00-7a10-8f00-5b6c7d8e9f00"
SESSION_ID = "0198c0de-1e01-7a10-8f00-5b6c7d8e9f01"
ROUND_ID = "0198c0de-1f00-7a3b-8c1d-2e3f40516273"
RULES_SHA256 = "4c40ba13145455afc7da36c708612397419192d128d627911faaccdbca8e0f56"
COMMITMENT = "4d3fb034674d63ec051ee44329768a30618c68d66ef77064bf2b33835253d718"
WHOLE_SHOE = "8" * 52

NEXT_ROUND: Spec = {
    "seat_id": SEAT_ID,
    "number": 1,
    "round_id": ROUND_ID,
    "rules_id": "casino-8-deck/1",
    "rules_sha256": RULES_SHA256,
    "shoe_before": WHOLE_SHOE,
    "commitment": COMMITMENT,
}

ROUND: Spec = {
    "round_id": ROUND_ID,
    "number": 1,
    "version": 1,
    "status": "in_play",
    "stake_requested": 500,
    "stake": 500,
    "client_seed": "5f0c9a77d1e84b2f9c3a6e10b7d2480f",
    "commitment": COMMITMENT,
    "hands": [
        {
            "cards": ["9D", "5H"],
            "total": 14,
            "soft": False,
            "stake": 500,
            "state": "active",
            "outcome": None,
            "returned": None,
        }
    ],
    "active_hand": 0,
    "dealer": {"cards": ["??", "??"], "total": None, "result": None},
    "legal_actions": ["twist", "buy"],
    "barred": {
        "stick": {"code": "below-stick-min", "text": "You may stick on 15 or more."},
        "split": {"code": "not-a-pair", "text": "Only two cards of the same rank may be split."},
    },
    "staked": 500,
    "returned": None,
    "net": None,
}

PLAYED_ROUND: Spec = {**ROUND, "balance": 99_500, "next_round": None}

ENDED_ROUND: Spec = {
    **PLAYED_ROUND,
    "version": 2,
    "status": "settled",
    "hands": [
        {
            "cards": ["9D", "5H", "KC"],
            "total": 24,
            "soft": False,
            "stake": 500,
            "state": "bust",
            "outcome": "bust",
            "returned": 0,
        }
    ],
    "active_hand": None,
    "dealer": {"cards": ["7S", "QD"], "total": 17, "result": "not_played"},
    "legal_actions": [],
    "barred": {},
    "returned": 0,
    "net": -500,
    "next_round": {
        **NEXT_ROUND,
        "number": 2,
        "round_id": "0198c0de-2b44-7f02-b0aa-91c2d3e4f506",
        "commitment": "2a43c1d20a19a2f5a3d5a9e2c8f3a1b4c5d6e7f80912a3b4c5d6e7f8091a2b3c",
    },
}

KEYS: Spec = {
    "keys": [
        {
            "key_id": "56475aa75463474c",
            "public_key": "-----BEGIN PUBLIC KEY-----\n"
            "MCowBQYDK2VwAyEAA6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=\n"
            "-----END PUBLIC KEY-----\n",
        }
    ]
}

LIMITS: Spec = {"table_max": 20_000, "may_change_from": "2026-07-10T05:00:00.000Z"}

SESSION: Spec = {
    "session_id": SESSION_ID,
    "currency": "GBP",
    "balance": 100_000,
    "last_stake": None,
    "round": None,
    "next_round": NEXT_ROUND,
    "shoe": {"counts": WHOLE_SHOE, "remaining": 416, "made_whole": False},
    "limits": {"table_max": None, "may_change_from": None},
    "net": 0,
    "started_at": "2026-07-03T09:30:00.000Z",
    "expires_at": "2026-07-03T21:30:00.000Z",
    "server_time": "2026-07-03T09:30:00.004Z",
}

NEW_SESSION: Spec = {**SESSION, "token": "ptk_kept-by-the-player-and-shown-once"}

ROUNDS: Spec = {
    "rounds": [{name: ENDED_ROUND[name] for name in ROUND}],
    "next_cursor": None,
}

BET: Spec = {
    "round_id": ROUND_ID,
    "stake": 500,
    "client_seed": "5f0c9a77d1e84b2f9c3a6e10b7d2480f",
}
ACT: Spec = {"action": "twist", "expected_version": 1}
NEW_LIMIT: Spec = {"table_max": 20_000}

PROBLEM_FACTS: dict[str, Spec] = {
    "invalid-field": {
        "errors": [
            {"in": "body", "pointer": "/stake", "expected": "a positive whole number of pence"}
        ]
    },
    "body-too-large": {"bytes_max": 65_536},
    "stake-above-limit": {"limit": 100_000},
    "illegal-action": {
        "current": ROUND,
        "legal_actions": ROUND["legal_actions"],
        "barred": ROUND["barred"],
    },
    "stale-version": {"current": ROUND, "current_version": 1},
    "announcement-changed": {"next_round": NEXT_ROUND},
    "round-open": {"current": ROUND},
    "limit-locked": {"may_change_from": LIMITS["may_change_from"]},
    "insufficient-funds": {"needed": 500, "balance": 300},
    "round-frozen": {"round_id": ROUND_ID},
}

HEADERS: Spec = {
    "X-Request-Id": {
        "description": "The id of this request in the log: yours, if you sent one, else ours.",
        "schema": {"type": "string"},
    },
    "Location": {"description": "The address of the round.", "schema": {"type": "string"}},
    "Idempotent-Replayed": {
        "description": "`true` when this is the answer of an earlier request sent again.",
        "schema": {"type": "string", "const": "true"},
    },
    "Retry-After": {
        "description": "Seconds to wait, where waiting helps.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "WWW-Authenticate": {"description": "`Bearer`.", "schema": {"type": "string"}},
}

PARAMETERS: Spec = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": True,
        "description": "A new key for each thing you want done; the same key to send it again.",
        "schema": {"type": "string", "pattern": f"^{KEY_FORM}$"},
        "example": "c9b0f6de-0d0a-4f6c-9a3e-2f4f7f0f2b11",
    }
}
