"""The first sections: verdict, scope, identification of the software."""

from collections.abc import Iterator
from typing import Final

from certification.batteries.results import Standing
from certification.judgement.results import FamilyVerdict, Kind, PastRun, Verdict
from certification.report.blocks import (
    Block,
    Column,
    Commands,
    Points,
    Section,
    Table,
    Text,
    facts,
    p_text,
    right,
)
from certification.report.document import Report
from config.loader import load_rules

MANIFEST: Final = "manifest.txt"
PACKAGES: Final = {
    "rng/": "entropy, generator, scaling, draw, sealing",
    "app/": "rules of the game, proofs, ledger, wallet, service, API, pages",
    "config/": "rules, plans, certified figures",
    "certification/": "tests, judgement, controls, this report",
}
# Where chance is made and becomes cards: hashes of these files are printed.
DECIDES_CHANCE: Final = ("rng/", "config/rules/", "config/certification.toml")


_JUDGED: Final = Text(
    "Judged is the chance of the casino game Pontoon, dealt from a shoe of eight packs: the bits "
    "of its generator, the numbers made from them, the cards as they are dealt, and rounds as they "
    "are played. The report is made by the product's own program, so that a test house can repeat "
    "it; it does not replace a test house's ([[deviations]], D9)."
)
_AGAINST: Final = Points(
    (
        "GLI-19 Interactive Gaming Systems v3.0, chapter 3 and 4.4 to 4.6",
        "UK Gambling Commission, Remote gambling and software technical standards, RTS 7",
        "25 CFR 547.14; 58 Pa. Code 810a.5; N.J.A.C. 13:69E-1.28G; AGCO 4.24 to 4.27",
        "NIST SP 800-22 Rev. 1a, SP 800-90A Rev. 1, SP 800-90B 4.4",
    )
)
_LEFT_OUT: Final = Text(
    "Not applicable: mechanical and hardware generators (GLI-19 3.3.3, 3.4), cut or burnt cards "
    "(there are none), wild cards, side bets. Not here: return to player, money, recall, limits "
    "and pages; they have documents of their own."
)
_DECLARED: Final = Text(
    "Declared by the program: cards are dealt by the functions that serve players, with their "
    "parameters of production; the bulk comes from a compiled twin, compared with them card for "
    "card in this run ([[collection]])."
)
_WHERE_NEXT: Final = Text(
    "How the levels were chosen and how often a fair generator would be rejected: [[method]]. What "
    "the tests can see: [[controls]]. What they cannot: [[not-proved]]. Where a clause is met in "
    "another way than it asks: [[deviations]]."
)
_STAGES: Final = (
    Column("judged", 3),
    right("tests", 1),
    Column("smallest adjusted p-value", 4),
    Column("verdict", 1),
)


def verdict(report: Report) -> Section:
    """What came out, in one page."""
    return Section("verdict", "Verdict", tuple(_verdict(report)))


def scope(report: Report) -> Section:
    """What was tested for whom, against what, and what was left out."""
    clauses = Text("Written against these, clause by clause in [[requirements]]:")
    blocks = (_JUDGED, clauses, _AGAINST, _LEFT_OUT, _this_run(report), _DECLARED)
    return Section("scope", "Scope", blocks, on_a_new_page=True)


def software(report: Report, manifest: str) -> Section:
    """Names, versions, hashes, and how to take them again."""
    lines = [line.split("  ", 1) for line in manifest.splitlines()]
    counts = {name: sum(path.startswith(name) for _, path in lines) for name in PACKAGES}
    deciding = [(path, f"`{digest}`") for digest, path in lines if path.startswith(DECIDES_CHANCE)]
    said = (
        f"The manifest is the file `{MANIFEST}` beside this report: a line `sha256  path` for each "
        f"of the {len(lines):,} packaged files, sorted by path. One changed byte in one of them is "
        "another manifest, and another seed of the run."
    )
    blocks = (
        _item(report),
        Text(said),
        Table(
            "Packages",
            (Column("package", 1), right("files"), Column("holds", 3)),
            tuple((f"`{name}`", str(counts[name]), held) for name, held in PACKAGES.items()),
        ),
        Text("To take the hashes again, from the folder that holds the packages:"),
        Commands((f"sha256sum --check {MANIFEST}", f"sha256sum {MANIFEST}")),
        Table(
            "Files that decide chance",
            (Column("file", 2), Column("SHA-256", 4)),
            tuple((f"`{path}`", digest) for path, digest in deciding),
        ),
    )
    return Section("software", "Identification of the software", blocks)


def warnings(report: Report) -> Iterator[str]:
    """What a reader must know before the verdict."""
    if not report.of_production:
        yield (
            f"NEGATIVE CONTROL. What was judged is `{report.run.dealer}`, a generator made wrong "
            "on purpose. Nothing here is said of the generator that serves players."
        )
    if report.made.plans != "the shipped plans":
        yield (
            f"OTHER SIZES. The plan comes from {report.made.plans} and not from the software "
            "under test: this is no certification."
        )
    if report.repeats:
        yield f"REPETITION of report {report.repeats}: same origin, same kept secrets."


def sentence(report: Report) -> str:
    """The verdict in words."""
    run = report.run
    tests = len(run.stages[0].results)
    if report.verdict is Verdict.REJECT:
        names = ", ".join(f"`{name}`" for name in rejected(report)) or "see below"
        return f"REJECTED. What rejects: {names}."
    if len(run.stages) == 1:
        silent = sum(not result.applicable for result in run.stages[0].results)
        return (
            f"PASSED. None of the {tests} tests has an adjusted p-value below "
            f"{run.levels.pass_from:g}: together they pass at {1 - run.levels.pass_from:.0%} "
            "confidence (GLI-19 3.2.2)."
            + (
                f" {silent} of them could say nothing of these data; their tables name them."
                if silent
                else ""
            )
        )
    again = len(run.stages[1].results)
    return (
        f"PASSED IN THE SECOND STAGE. Of {tests} tests {again} had an adjusted p-value below "
        f"{run.levels.pass_from:g}, so the first stage alone does not pass at "
        f"{1 - run.levels.pass_from:.0%} confidence. They were done once more on "
        f"{run.levels.repeat_factor} times the data, and passed at {run.levels.repeat_level:g}."
    )


def rejected(report: Report) -> tuple[str, ...]:
    """The names of all that rejects."""
    last = report.run.stages[-1]
    tests = (r.name for stage in (last,) for r in stage.results if r.verdict is Verdict.REJECT)
    checks = (check.name for check in report.run.checks if not check.holds)
    batteries = (
        f"{r.reading.battery} {r.reading.test}"
        for r in report.batteries.results
        if r.verdict is Verdict.REJECT
    )
    return (*tests, *checks, *batteries)


def _verdict(report: Report) -> Iterator[Block]:
    run = report.run
    yield from map(Text, (*warnings(report), sentence(report)))
    checks = ("checks that hold always", str(len(run.checks)), _broken(report), _checks(report))
    rows = (*map(_stage_row, run.stages), checks, _battery_row(report))
    yield Table("Stages", _STAGES, rows)
    yield _WHERE_NEXT
    for stage in run.stages[1:]:
        yield _repeated(run.stages[0], stage)
    missed = report.power.not_seen_by(report.plan.name)
    if missed:
        yield Text(
            f"At the size of `{report.plan.name.value}` these defects are not reliably seen: "
            f"{', '.join(missed)} ([[controls]])."
        )
    yield _before(run.previous)


def _before(previous: tuple[PastRun, ...]) -> Block:
    if not previous:
        return Text("This is the first run: no earlier verdict belongs to it.")
    return Table(
        "Runs before this one",
        (
            right("run", 1),
            Column("plan", 2),
            Column("dealer", 2),
            Column("worst test", 7),
            right("adjusted", 2),
            Column("verdict", 2),
        ),
        tuple(
            (
                str(past.run),
                past.plan.value,
                past.dealer,
                f"`{past.worst_name}`",
                p_text(past.worst_adjusted),
                past.verdict.value,
            )
            for past in previous
        ),
    )


def _this_run(report: Report) -> Table:
    made = report.made
    return facts(
        "This run",
        (
            ("Plan", f"`{report.plan.name.value}` of {made.plans}"),
            ("Dealer", f"`{report.run.dealer}`"),
            ("Run", f"{report.run.origin.run} of this plan and software"),
            ("Made", f"{made.at:%d %B %Y, %H:%M:%S} UTC, in {made.seconds:,.0f} s"),
            ("Command", f"`{made.command}`"),
            ("On", f"{made.host.system}, {made.host.machine}"),
        ),
    )


def _item(report: Report) -> Table:
    rules = load_rules()
    return facts(
        "Item under test",
        (
            ("Product", f"pontoon {report.made.version}"),
            ("Manifest, SHA-256", f"`{report.run.origin.manifest_sha256}`"),
            ("Rules", f"`{rules.rules.id}`"),
            ("Rules, SHA-256", f"`{rules.sha256}`"),
            ("Runs with", ", ".join(f"{name} {known}" for name, known in report.run.libraries)),
            ("Report signed by", f"`{report.key_fingerprint}`"),
        ),
    )


def _stage_row(stage: FamilyVerdict) -> tuple[str, str, str, str]:
    worst = min(stage.results, key=lambda result: result.adjusted)
    kinds = {kind: sum(r.kind is kind for r in stage.results) for kind in Kind}
    parts = ", ".join(f"{count} on {kind.value}" for kind, count in kinds.items() if count)
    lowest = f"{p_text(worst.adjusted)}, `{worst.name}`"
    return f"stage {stage.stage}: {parts}", str(len(stage.results)), lowest, stage.verdict.value


def _battery_row(report: Report) -> tuple[str, str, str, str]:
    judged = [r for r in report.batteries.results if r.reading.standing is Standing.JUDGED]
    if not judged:
        return "dieharder and ent, a family of their own", "0", "not run in this plan", "not run"
    worst = min(judged, key=lambda result: result.adjusted)
    lowest = f"{p_text(worst.adjusted)}, `{worst.reading.test}`"
    return (
        "dieharder and ent, a family of their own",
        str(len(judged)),
        lowest,
        report.batteries.verdict.value,
    )


def _repeated(first: FamilyVerdict, second: FamilyVerdict) -> Table:
    before = {result.name: result for result in first.results}
    return Table(
        f"Repeated in stage {second.stage}",
        (
            Column("test", 5),
            right("adjusted in stage 1", 3),
            right("adjusted again", 3),
            Column("verdict", 2),
        ),
        tuple(
            (f"`{r.name}`", p_text(before[r.name].adjusted), p_text(r.adjusted), r.verdict.value)
            for r in second.results
        ),
    )


def _broken(report: Report) -> str:
    broken = [check.name for check in report.run.checks if not check.holds]
    return "; ".join(broken) or "all hold"


def _checks(report: Report) -> str:
    return (Verdict.PASS if all(c.holds for c in report.run.checks) else Verdict.REJECT).value
