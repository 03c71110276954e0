"""What the operator looks at: whether the house could deal now, and what it has dealt."""

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.service.house import House
from app.store.engine import DatabaseBusy, reading, writing
from app.store.rounds import count_by_status
from app.store.schema import behind


def database_fault(house: House) -> str:
    """Why no bet could be stored now; empty while one could."""
    try:
        if behind(house.engine):
            return "not at the newest migration: run pontoon migrate"
        with writing(house.engine) as tx:
            # On SQLite the transaction itself asks for the write lock, which a file that may only
            # be read refuses.
            if tx.dialect.name == "postgresql":
                asked = tx.execute(text("SHOW transaction_read_only")).scalar_one()
                return "it is read-only" if asked == "on" else ""
    except DatabaseBusy:
        return "another program holds it"
    except DBAPIError as error:
        return f"it does not answer ({type(error.orig).__name__})"
    return ""


def chance_fault(house: House) -> str:
    """Why no card could be drawn now; empty while one could."""
    return house.source.why


def rounds_by_status(house: House) -> dict[str, int]:
    """How many rounds there are in each status."""
    with reading(house.engine) as tx:
        return {str(status): count for status, count in count_by_status(tx).items()}
