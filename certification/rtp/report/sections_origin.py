"""Sections on what the report does not show, and how to make it again."""

from collections.abc import Iterator

from certification.report.blocks import Commands, Points, Section, Table, Text, facts
from certification.rtp.report.facts import Facts


def limits(found: Facts) -> Section:
    """What nobody should read into the figures."""
    return Section("limits", "What is not shown", (Points(tuple(_limits(found))),))


def repeating(found: Facts) -> Section:
    """Versions, seeds, commands."""
    return Section(
        "repeat",
        "Versions, seeds, commands",
        (
            _versions(found),
            facts(
                "Seeds, 48 bytes each, declared by formula",
                (
                    ("Whole shoes", f"`{found.fresh.plan.seed.hex()}`"),
                    *(
                        ("Whole shoes, repeated", f"`{run.plan.seed.hex()}`")
                        for run in found.fresh_again
                    ),
                    ("To the cut", f"`{found.cut.plan.seed.hex()}`"),
                    ("Exposure", f"`{found.exposure.seed.hex()}`"),
                ),
            ),
            Text(
                "Each command gives the same figures to the last digit, on any number of cores; "
                "`--json` prints all of them in full."
            ),
            Commands(tuple(_commands(found))),
        ),
    )


def _limits(found: Facts) -> Iterator[str]:
    yield (
        "Figures are of the rules above and the strategy above. Players play worse, and the return "
        "of real play is lower; section [[#figures]] has examples."
    )
    yield "Players who use the counts of the shoe get more: section [[#exposure]]."
    yield (
        "That the cards are fair is the subject of the report on chance; here the generator only "
        "serves to deal."
    )
    yield (
        "The best play is the best table by total. A player who computes each hand by its cards "
        "and by the shoe gains what is said in section [[#exposure]]."
    )
    yield (
        f"A simulation of {found.fresh.estimates.rounds:,} rounds does not see a mistake that "
        "changes the mean by less than its standard error. The exact analysis and the kernel share "
        "no code for play, and tests compare the kernel, card for card, with the engine that "
        "serves players."
    )


def _versions(found: Facts) -> Table:
    made = found.made
    return facts(
        "Made with",
        (
            ("pontoon", made.version),
            ("Python", f"{made.python}, {made.system}"),
            ("Libraries", ", ".join(f"{name} {number}" for name, number in made.libraries)),
            ("Made", f"{made.at:%Y-%m-%d %H:%M} UTC by `{made.command}`"),
        ),
    )


def _commands(found: Facts) -> Iterator[str]:
    base, *changes = found.file.rules.id.split("+")
    rules = " ".join([base, *(f"--set {change}" for change in changes)])
    rounds = found.fresh.plan.rounds
    yield f"pontoon rtp --rules {rules} --json"
    yield f"pontoon rtp strategy --rules {rules} --csv"
    for run in (found.fresh, *found.fresh_again):
        yield f"pontoon simulate --rules {rules} --rounds {rounds} --fresh-shoe \\"
        yield f"  --seed {run.plan.seed.hex()}"
    yield f"pontoon simulate --rules {rules} --rounds {rounds} \\"
    yield f"  --seed {found.cut.plan.seed.hex()}"
    yield f"pontoon exposure --rules {rules} --exact {found.exposure.sample} \\"
    yield f"  --shoes {found.exposure.shoes} --seed \\"
    yield f"  {found.exposure.seed.hex()}"
    yield found.made.command
