"""The last sections: deviations, requirements, what passing does not prove, repeating; annexes."""

from typing import Final

from certification.judgement.results import Kind, NistRow, TestResult
from certification.report.blocks import (
    Column,
    Commands,
    Points,
    Section,
    Table,
    Text,
    p_text,
    right,
)
from certification.report.document import Report
from certification.report.requirements import Answer, Requirement, deviations, requirements
from certification.sp800_22.errata import ERRATA

_ANSWERS: Final = {
    Answer.SHOWN: "shown",
    Answer.DEVIATION: "deviation",
    Answer.ELSEWHERE: "other document",
    Answer.NONE: "not applicable",
}


_REQUIRED: Final = (
    Column("id", 2),
    Column("clause", 4),
    Column("asks, in our words", 6),
    Column("answer", 3),
    Column("sections", 2),
    Column("how", 8),
)
_ROW: Final = (
    right("stage", 1),
    Column("row", 6),
    right("streams", 2),
    right("D", 2),
    right("p", 2),
    right("adjusted", 2),
    right("passing", 2),
    right("uniformity", 2),
    Column("verdict", 2),
)
_OPENSSL: Final = (
    "openssl pkeyutl -verify -pubin -inkey public_key.pem -rawin \\",
    "    -in report.json -sigfile report.json.sig",
)
_CLEAN_CLONE: Final = (
    "make test                      # once: makes the environment",
    ".venv/bin/pontoon certify rng --repeat DIR",
)

NOT_PROVED: Final = Section(
    "not-proved",
    "What passing does not prove",
    (
        Points(
            (
                (
                    "Not security. Statistical tests find mistakes of an implementation. A "
                    "generator that somebody can predict may pass all of them: a good cipher "
                    "under a key that is known does. Unpredictability rests on AES, HMAC, "
                    "SHA-2, the entropy of the operating system, and the secrecy of keys and "
                    "secrets."
                ),
                (
                    "Not the absence of every defect: only of those at least as large as "
                    "[[controls]] states, of the kinds that the tests look at."
                ),
                (
                    "Not that a running house runs this software. That is shown by its "
                    "manifest, and round by round by `pontoon replay`."
                ),
                (
                    "Not that an operator announced the same commitment to everybody, or kept "
                    "no copy of a secret. Each player can hold the announcement against the "
                    "proof."
                ),
                (
                    "Not the entropy of the source: bytes that are already conditioned look "
                    "the same whatever lies behind them (D4)."
                ),
                (
                    "Not the return to player, nor that rules and payouts are right: see the "
                    "return report."
                ),
                (
                    "Not who signed. The signature shows that nothing changed since; whose "
                    "the key is must be known from elsewhere."
                ),
            )
        ),
    ),
)
"""What nobody may conclude."""


def deviating() -> Section:
    """Where the product does otherwise than a clause asks."""
    return Section(
        "deviations",
        "Limits and deviations",
        (
            Text("Each with its reason, for whoever has to accept or refuse it."),
            Table(
                "Deviations",
                (Column("", 1), Column("what", 4), Column("clauses", 4), Column("why", 12)),
                tuple((d.id, d.title, d.clauses, d.text) for d in deviations()),
            ),
        ),
    )


def required() -> Section:
    """Every requirement that bears on chance."""
    found = requirements()
    counts = ", ".join(
        f"{sum(row.answer is answer for row in found)} {text}" for answer, text in _ANSWERS.items()
    )
    said = (
        f"All {len(found)} that bear on chance: {counts}. Those on money, recall, sessions, limits "
        "and return are not of this report."
    )
    table = Table("Requirements", _REQUIRED, tuple(map(_requirement, found)))
    blocks = (Text(said), table)
    return Section("requirements", "Requirements, one by one", blocks, on_a_new_page=True)


def reproduced(report: Report) -> Section:
    """Commands to check the folder and to repeat the run."""
    manifest = report.run.origin.manifest_sha256
    return Section(
        "reproduce",
        "How to reproduce",
        (
            Text("That nothing in this folder changed, with our program or without it:"),
            Commands((f"pontoon certify verify DIR --key {report.key_fingerprint}", *_OPENSSL)),
            Text(
                "The seeded part again from a clean clone of the same software, every statistic "
                "and p-value bit for bit (the kept secrets are judged again too):"
            ),
            Commands(_CLEAN_CLONE),
            Text(
                f"The software is the same if `sha256sum manifest.txt` gives `{manifest}`. A new "
                "run, which includes this verdict:"
            ),
            Commands(
                (f"pontoon certify rng --plan {report.plan.name.value} --previous DIR --out NEW",)
            ),
            Text("A generator made wrong on purpose, which must leave with exit code 1:"),
            Commands(("pontoon certify rng --control modulo --out CONTROL",)),
            Text("One round that a player doubts, from its published secret:"),
            Commands(("pontoon replay proof.json --announced announced.json",)),
        ),
    )


def rows(report: Report) -> Section:
    """Every row of SP 800-22, with NIST's criteria beside it."""
    nist = {row.name: row for row in report.run.information.nist}
    shown = tuple(
        (str(stage.stage), *_row(result, nist.get(result.name) if stage.stage == 1 else None))
        for stage in report.run.stages
        for result in stage.results
        if result.kind is Kind.BITS
    )
    said = (
        "D and p: Kolmogorov-Smirnov of the streams against the null law. Passing and uniformity "
        "are NIST's criteria of section 4.2, for information."
    )
    table = Table("Rows", _ROW, shown)
    blocks = (Text(said), table)
    return Section("rows", "Annex: every row of SP 800-22", blocks, on_a_new_page=True)


def errata() -> Section:
    """Where the standard or its program errs, and what stands here."""
    return Section(
        "errata",
        "Annex: errata of SP 800-22",
        (
            Text("Each has a test. `pontoon sts --compat nist-sts` gives the digits of NIST's C."),
            Table(
                "Errata",
                (Column("where", 2), Column("what is wrong", 6), Column("what stands here", 6)),
                tuple((e.where, e.fault, e.here) for e in ERRATA),
            ),
        ),
    )


def _requirement(row: Requirement) -> tuple[str, ...]:
    where = ", ".join(f"[[#{name}]]" for name in row.where)
    return (row.id, row.clause, row.asks, _ANSWERS[row.answer], where, row.how)


def _row(result: TestResult, nist: NistRow | None) -> tuple[str, ...]:
    return (
        f"`{result.name}`",
        str(result.sample),
        f"{result.value:.4f}" if result.applicable else "",
        p_text(result.p_value) if result.applicable else "not applicable",
        p_text(result.adjusted),
        f"{nist.passing}/{nist.streams}" if nist else "",
        p_text(nist.uniformity_p) if nist else "",
        result.verdict.value,
    )
