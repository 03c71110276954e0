"""Answers kept for whoever asked: a player about a round, an operator about anything."""

from app.store.engine import open_engine, writing
from app.store.idempotency import keep_answer
from app.store.schema import migrate
from app.store.tables import idempotency


def test_an_operators_answer_is_kept_without_a_round_and_without_a_session(
    database_url: str,
) -> None:
    engine = open_engine(database_url)
    migrate(engine)
    with writing(engine) as tx:
        keep_answer(
            tx,
            credential_id="an operator's key",
            key="one",
            fingerprint="POST /v1/operator/players 0",
            round_id=None,
            answer='{"player_id":"x"}',
            at="2026-07-01T12:00:00.000Z",
        )
        (kept,) = tx.execute(idempotency.select()).all()
    assert (kept.round_id, kept.answer) == (None, '{"player_id":"x"}')
    engine.dispose()
