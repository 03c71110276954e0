"""`pontoon rng battery`: dieharder or ent on the generator's bytes, read and judged as a family.

Exit codes: 0 passed, 1 rejected, 2 the program is not there or gave no answer to anything.
"""

import json
from typing import TYPE_CHECKING

import click

from app.commands.extras import needs_certification
from app.commands.seeds import SEED_OPTION, seed_of
from config.certification_plan import PlanName

if TYPE_CHECKING:
    from certification.batteries.results import BatteryFamily

BATTERIES = ("dieharder", "ent")


@click.command
@click.argument("name", metavar="dieharder|ent", type=click.Choice(BATTERIES))
@click.option(
    "--plan",
    type=click.Choice([PlanName.STANDARD.value, PlanName.FULL.value]),
    default=PlanName.STANDARD.value,
    show_default=True,
    help="standard: a declared list, some minutes; full: all, hours.",
)
@SEED_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def battery(name: str, plan: str, seed: bytes | None, as_json: bool) -> None:
    """Run Debian's dieharder or ent on the generator, each test on a stream of its own.

    The program's own word is printed; judged is Holm's adjusted p-value over the family.
    """
    with needs_certification():
        from app.commands.certify_screen import bar
        from certification.batteries.results import Battery
        from certification.batteries.run import declared, run_calls

    with bar() as progress:
        family = run_calls(declared(Battery(name), PlanName(plan)), seed_of(seed), progress)
    if as_json:
        click.echo(_json(family))
    else:
        _show(family)
    context = click.get_current_context()
    context.exit(2 if not family.results else int(family.verdict.value == "reject"))


def _json(family: "BatteryFamily") -> str:
    from pydantic import TypeAdapter

    from certification.batteries.results import BatteryFamily

    return json.dumps(TypeAdapter(BatteryFamily).dump_python(family, mode="json"), indent=1)


def _show(family: "BatteryFamily") -> None:
    for result in family.results:
        r = result.reading
        verdict = result.verdict.value if r.standing.value == "judged" else r.standing.value
        click.echo(
            f"{r.arguments:<12} {r.test:<28} p {r.p_value:<12.6g} adjusted {result.adjusted:<9.4g} "
            f"{r.said:<8} {verdict}"
        )
    for each in family.not_run:
        click.echo(f"{each.arguments:<12} not run: {each.why}")
    click.echo(
        f"{', '.join(family.programs) or 'nothing ran'}: {len(family.results)} results, "
        f"{len(family.not_run)} not run, {family.bytes_read:,} bytes, seed {family.seed}"
    )
    click.echo(f"verdict at {family.level:g} over the family: {family.verdict.value}")
