"""The checker's own functions, called in Chromium; what `app.proof` says of the same, to compare.

`/verify.html` is opened from disk, with the network cut.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from playwright.sync_api import Page

from app.proof.beforehand import Shown
from app.proof.chain import Chain
from app.proof.document import Proof, parse_proof, to_json
from app.proof.follow import KnownRules
from app.proof.judge import judge
from app.proof.reading import UnusableProof
from app.proof.report import checks, finding_words, verdict_json, verdict_words
from app.proof.signing import PublicKey
from app.proof.transcript import transcript
from app.proof.verdict import Verdict
from config.loader import RulesFile

Json = dict[str, Any]

_JUDGE = """async ([documents, shown, pem, files]) => {
  const it = window.pontoonVerify;
  const key = pem === null ? null : await it.readKey(pem);
  const known = new Map(files.map((file) => [file.rules.id, file]));
  const all = new Map([...known, ...it.shippedRules]);
  const judged = [];
  for (const [index, document] of documents.entries()) {
    try {
      const proof = it.parseProof(document);
      const verdict = await it.judge(proof, shown[index] ?? null, key, all);
      judged.push({
        ...it.verdictJson(verdict), words: it.verdictWords(verdict),
        told: it.transcript(proof, verdict.state).join("\\n"), checks: it.checks(verdict),
        finding_words: verdict.findings.map(it.findingWords),
      });
    } catch (error) {
      if (!(error instanceof it.Unusable)) throw error;
      judged.push({ unusable: error.message });
    }
  }
  return judged;
}"""

_LINES = """async ([text, pem, files]) => {
  const it = window.pontoonVerify;
  const key = pem === null ? null : await it.readKey(pem);
  const known = new Map([...files.map((file) => [file.rules.id, file]), ...it.shippedRules]);
  const judged = [];
  for await (const { judged: verdict, unusable } of it.judgeLines(new Blob([text]), key, known)) {
    judged.push(verdict === undefined ? { unusable } : it.verdictJson(verdict));
  }
  return judged;
}"""


@dataclass(frozen=True, slots=True)
class Checker:
    """An open `/verify.html`."""

    page: Page

    def judged(
        self,
        documents: Sequence[str],
        shown: Sequence[Shown | None] = (),
        key: PublicKey | None = None,
        rules_files: Iterable[RulesFile] = (),
    ) -> list[Json]:
        """What the page says of each document, each by itself."""
        kept = [_kept(one) for one in shown]
        answer = self.page.evaluate(_JUDGE, [documents, kept, _pem(key), _files(rules_files)])
        return [*answer]

    def lines(
        self, text: str, key: PublicKey | None = None, rules_files: Iterable[RulesFile] = ()
    ) -> list[Json]:
        """What the page says of each line of an ndjson."""
        return [*self.page.evaluate(_LINES, [text, _pem(key), _files(rules_files)])]


def as_said(
    proof: Proof,
    shown: Shown | None = None,
    key: PublicKey | None = None,
    rules_files: KnownRules | None = None,
) -> Json:
    """What `pontoon replay` says of a proof, in the form of `Checker.judged`."""
    verdict = judge(proof, shown, key, rules_files)
    return {
        **json.loads(verdict_json(verdict)),
        "words": verdict_words(verdict),
        "told": transcript(proof, verdict.state),
        "checks": [_split(line) for line in checks(proof, verdict, shown)],
        "finding_words": [finding_words(finding) for finding in verdict.findings],
    }


def chained(
    documents: Iterable[str], key: PublicKey | None = None, rules_files: KnownRules | None = None
) -> list[Json]:
    """What `pontoon replay --ndjson --json` says of these lines."""
    chain = Chain(rules_files)
    said: list[Json] = []
    for document in documents:
        try:
            proof = parse_proof(document.encode())
        except UnusableProof:
            chain.interrupt()
            said.append({"unusable": True})
            continue
        said.append(_json(chain.add(proof, judge(proof, None, key, rules_files))))
    return said


def ndjson(proofs: Iterable[Proof]) -> str:
    """One proof a line."""
    return "".join(f"{to_json(proof)}\n" for proof in proofs)


def comparable(said: Json) -> Json:
    """Without what may be worded otherwise: why a document is not usable, and how to give more."""
    if "unusable" in said:
        return {"unusable": True}
    return {
        **said,
        "checks": [[mark, name, _without_ways(words)] for mark, name, words in said["checks"]],
    }


def rules_json(rules_file: RulesFile) -> Json:
    """A rules file as the page knows it: its fields, and the hash of its bytes."""
    return {"sha256": rules_file.sha256, "rules": _fields(asdict(rules_file.rules))}


def _fields(value: object) -> Any:
    if isinstance(value, Mapping):
        return {name: _fields(field) for name, field in value.items()}
    return f"{value.numerator}:{value.denominator}" if isinstance(value, Fraction) else value


def _json(verdict: Verdict) -> Json:
    return {**json.loads(verdict_json(verdict))}


def _kept(shown: Shown | None) -> Json | None:
    # A commitment noted by hand has no announcement around it.
    return None if shown is None else asdict(shown)


def _pem(key: PublicKey | None) -> str | None:
    return None if key is None else key.to_pem().decode()


def _files(rules_files: Iterable[RulesFile]) -> list[Json]:
    return [rules_json(file) for file in rules_files]


def _split(line: str) -> list[str]:
    mark, name, words = line.split(maxsplit=2)
    return [mark, name, words]


def _without_ways(words: str) -> str:
    return words.partition("that takes")[0]
