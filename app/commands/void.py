"""`pontoon void`: pay back a round that cannot be finished (R3), with the reason for the record."""

from pathlib import Path

import click
from pydantic import TypeAdapter, ValidationError

from app.commands.faults import spoken
from app.commands.houses import house_there
from app.commands.options import database_options
from app.proof.document import Text
from app.proof.forms import TEXT_MAX
from app.service.interrupted import void
from app.service.refusals import Refusal
from app.settings import Settings
from app.store.ids import RoundId


@click.command
@click.argument("round_id", metavar="ROUND")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it stands in the proof.")
@database_options
def command(round_id: str, reason: str, database: str, keys: Path | None) -> None:
    """Pay back a round that cannot be finished, such as a frozen one.

    Each hand gets its whole stake back, bust hands too; one that is already a pontoon is paid. A
    round that has ended is left alone. ROUND is its round_id.
    """
    try:
        TypeAdapter(Text).validate_python(reason)
    except ValidationError:
        raise click.BadParameter(
            f"1 to {TEXT_MAX} characters on one line, without spaces at its ends, for the player "
            "to read",
            param_hint="--reason",
        ) from None
    house = house_there(Settings(database, keys))
    try:
        with spoken():
            void(house, RoundId(round_id), reason)
    except Refusal as refusal:
        raise click.ClickException(f"Round {round_id}: {refusal}.") from None
    finally:
        house.close()
    click.echo(f"Round {round_id} is void; what it held is paid back.")
