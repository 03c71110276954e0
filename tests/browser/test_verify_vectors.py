"""The checker's chance and play against answers computed apart from this program."""

from dataclasses import replace

from app.proof.document import to_json
from tests.browser.checker import Checker
from tests.proof.test_whole_rounds import CASES as WHOLE_ROUNDS
from tests.proof.test_whole_rounds import KNOWN, proof_of
from tests.rng.vectors import cases

_DRBG = """async (cases) => {
  const { CtrDrbg, hex, fromHex } = window.pontoonVerify;
  const all = [];
  for (const { entropy_input, personalization, steps } of cases) {
    const drbg = await CtrDrbg.instantiate(fromHex(entropy_input), fromHex(personalization));
    const returned = [];
    for (const { generate, reseed, additional } of steps) {
      if (reseed === undefined) {
        returned.push(hex(await drbg.generate(generate, fromHex(additional))));
      } else {
        await drbg.reseed(fromHex(reseed), fromHex(additional));
        returned.push(null);
      }
    }
    all.push(returned);
  }
  return all;
}"""

_CHANCE = """async (cases) => {
  const { commitmentOf, roundSeed, drawCards, hex, NAMES } = window.pontoonVerify;
  const all = [];
  for (const round of cases) {
    const commitment = await commitmentOf(round);
    const seed = await roundSeed(round.server_secret, commitment, round.client_seed || null);
    const dealt = await drawCards(seed, round.shoe_before, 80);
    const passed = [];
    dealt.cards.forEach((card, at) => {
      const words = dealt.wordsPassedOver(at + 1) - dealt.wordsPassedOver(at);
      for (let word = 0; word < words; word += 1) passed.push(at);
    });
    all.push({
      commitment, seed: hex(seed), first_80_cards: dealt.cards.map((card) => NAMES[card]).join(" "),
      words_passed_over_before_card: passed, shoe_after_80: dealt.shoeAfter(80),
    });
  }
  return all;
}"""

_UNEVEN = """([least, most]) => {
  const { scale } = window.pontoonVerify;
  const uneven = [];
  for (let n = least; n <= most; n += 1) {
    const words = new Uint32Array(n);
    for (let word = 0; word < 65536; word += 1) {
      const place = scale(word, n);
      if (place !== null) words[place] += 1;
    }
    if (words.some((count) => count !== Math.floor(65536 / n))) uneven.push(n);
  }
  return uneven;
}"""


def test_ctr_drbg_gives_the_known_answers(checker: Checker) -> None:
    known = cases("ctr_drbg.json")
    expected = [[step.get("returned") for step in case["steps"]] for case in known]
    assert checker.page.evaluate(_DRBG, known) == expected
    assert len(expected) == 60


def test_the_chance_of_a_round_is_the_known_one(checker: Checker) -> None:
    known = cases("round_chance.json")
    answers = checker.page.evaluate(_CHANCE, known)
    for case, answer in zip(known, answers, strict=True):
        assert answer == {name: case[name] for name in answer}
    assert any(case["words_passed_over_before_card"] for case in known)


def test_every_place_of_every_shoe_has_the_same_number_of_words(checker: Checker) -> None:
    assert checker.page.evaluate(_UNEVEN, [1, 416]) == []


def test_whole_rounds_of_the_independent_program_are_confirmed(checker: Checker) -> None:
    documents = [to_json(proof_of(case)) for case in WHOLE_ROUNDS]
    (file,) = KNOWN.values()
    # The page's own rules win over rules that are handed to it, so these go by another name.
    stand_in = replace(file, rules=replace(file.rules, id="stand-in/1"))
    documents = [text.replace('"casino-8-deck/1"', '"stand-in/1"') for text in documents]
    said = checker.judged(documents, rules_files=(stand_in,))
    assert [verdict["findings"] for verdict in said] == [[] for _ in WHOLE_ROUNDS]
    assert len(said) == 16
