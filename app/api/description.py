"""What the OpenAPI document says in words: its groups of calls, and how to play from a terminal.

A test runs the commands of the first round as they stand here.
"""

TAGS = [
    {"name": "Table", "description": "What is played here, and with which keys proofs are signed."},
    {"name": "Session", "description": "A guest with play money, and where a session stands."},
    {"name": "Rounds", "description": "Bet, act, read."},
    {"name": "Proofs", "description": "What a round was dealt from, for `pontoon replay`."},
    {"name": "Limits", "description": "The player's own limit (R18)."},
    {"name": "House", "description": "For the operator."},
]

HOUSE = "http://127.0.0.1:8000"
"""The address in the commands; the reading page shows its own instead."""

FIRST_ROUND = f"""\
HOUSE={HOUSE}
pick() {{ python3 -c "import json, sys; r = json.load(sys.stdin); print($1)"; }}
post() {{ curl -s "$HOUSE$1" -H "$TOKEN" -H 'Content-Type: application/json' \
-H "Idempotency-Key: $2" -d "$3"; }}

curl -s -X POST $HOUSE/v1/demo/sessions >session.json
TOKEN="Authorization: Bearer $(pick "r['token']" <session.json)"
ROUND=$(pick "r['next_round']['round_id']" <session.json)
SEED=$(python3 -c 'import uuid; print(uuid.uuid4().hex)')
pick "json.dumps({{'next_round': r['next_round'], 'client_seed': '$SEED', 'stake': 200}})" \
<session.json >announced.json

post /v1/rounds bet \
"{{\\"round_id\\": \\"$ROUND\\", \\"stake\\": 200, \\"client_seed\\": \\"$SEED\\"}}" >round.json
while [ "$(pick "r['status']" <round.json)" = in_play ]; do
  ACTION=$(pick "'stick' if 'stick' in r['legal_actions'] else 'twist'" <round.json)
  VERSION=$(pick "r['version']" <round.json)
  post /v1/rounds/$ROUND/actions act-$VERSION \
"{{\\"action\\": \\"$ACTION\\", \\"expected_version\\": $VERSION}}" >round.json
done
cat round.json; echo

curl -s $HOUSE/v1/rounds/$ROUND/proof -H "$TOKEN" >proof.json
curl -s $HOUSE/v1/keys | pick "r['keys'][0]['public_key']" >house.pem
pontoon replay proof.json --announced announced.json --key house.pem
"""

DESCRIPTION = """\
Casino Pontoon (British blackjack) over HTTP. Amounts are whole pence, times are UTC, ids are \
UUIDs, cards are written `AC`, `TD`, `9H`, `KS`, and `??` while they lie face down.

## A round

Open a session, read `next_round`, bet on its `round_id` with a client seed of your own, act while \
`legal_actions` is not empty. The answer that ends a round announces the next one. When a round \
has ended, its proof names the secret behind its commitment: anybody can deal it again.

## What to keep

Keep, for each bet, an object of three members: `next_round` as it was received, the `client_seed` \
and the `stake` that were sent. `pontoon replay --announced FILE` compares a proof with it. Only \
what was kept from before the bet can show that the seeds were fixed beforehand. `GET /v1/keys` \
gives the key that proofs are signed with, for `--key FILE`.

## Sending things twice

Every POST but the opening of a guest session carries `Idempotency-Key`. Sent again with the same \
key and body, it gets the answer of the first time, with `Idempotent-Replayed: true`, and nothing \
is done twice. After a lost answer, send the same request again.

## Sessions

`POST /v1/demo/sessions` opens one with play money. A server started with `--no-demo` has no \
guests, and this version opens no other session: those of an operator's own players come with its \
wallet.

## Errors

Errors are `application/problem+json` (RFC 9457); `type` is the address of a page with the remedy.

## First round with curl

""" + "".join(f"    {line}\n" if line else "    \n" for line in FIRST_ROUND.splitlines())
