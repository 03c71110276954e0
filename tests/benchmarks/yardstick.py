"""What play is measured against: one route that commits one row of 200 bytes for each request.

The same server and flags, engine, pragmas and pool as `pontoon serve`.
"""

import sys
from functools import partial

from flask import Flask, Response, request
from sqlalchemy import Column, Integer, MetaData, Table, Text, insert

from app.commands.serve import granian
from app.store.engine import open_engine, writing

ROW_BYTES = 200

metadata = MetaData()
rows = Table("rows", metadata, Column("id", Integer, primary_key=True), Column("text", Text))


def load(database: str) -> Flask:
    """The application, built in the worker."""
    engine = open_engine(database)
    with writing(engine) as tx:
        metadata.create_all(tx)
    app = Flask("yardstick")
    statement = insert(rows)
    text = "x" * ROW_BYTES

    @app.post("/row")
    def row() -> Response:
        request.get_data()
        with writing(engine) as tx:
            tx.execute(statement, {"text": text})
        return Response("{}", mimetype="application/json")

    @app.get("/livez")
    def live() -> Response:
        return Response("{}", mimetype="application/json")

    return app


def serve(port: int, database: str) -> None:
    """Serve until stopped."""
    granian("127.0.0.1", port).serve(target_loader=partial(load, database), wrap_loader=False)


if __name__ == "__main__" and len(sys.argv) == 3:
    serve(int(sys.argv[1]), sys.argv[2])
