"""Strategies as values, as files and as arrays; what is refused, and where."""

from pathlib import Path

import pytest

from app.game.outcomes import Action
from certification.rtp.named import MIMIC_DEALER, Options, options_of, published_cells
from certification.rtp.strategy import ACTION_CODES, NO_CELL, Cell, Strategy, as_array, cells, legal
from certification.rtp.strategy_file import (
    BadStrategy,
    place,
    read_strategy,
    require_legal,
    to_toml,
)
from config.loader import load_rules
from config.rules import Rules

RULES = load_rules().rules


def first_of(options: Options) -> Strategy:
    return Strategy(
        options.name,
        {cell: actions[0] for cell, actions in options.cells.items()},
        tuple(choice[0] for choice in options.pairs),
    )


MIMIC = first_of(options_of(MIMIC_DEALER, RULES))


def written(folder: Path, text: str) -> Path:
    path = folder / "strategy.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_strategy_written_to_a_file_is_read_as_the_same(tmp_path: Path) -> None:
    assert read_strategy(written(tmp_path, to_toml(MIMIC)), RULES) == MIMIC


def test_the_published_table_covers_exactly_the_hands_that_were_not_bought() -> None:
    assert set(published_cells()) == {cell for cell in cells(RULES) if not cell.bought}
    assert len(published_cells()) == 73


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ('14 = "twist"', '14 = "stick"', r"two-cards\.hard\.14: expected .*stick_min is 15.*stick"),
        ('16 = "twist"\n', "", r"two-cards\.hard\.16: expected .*the cell is missing"),
        ('16 = "twist"', '16 = "stand"', r'two-cards\.hard\.16: .*found "stand"'),
        ("[two-cards.hard]", "[two-cards.hrad]", r"two-cards\.hrad\.4: .*unknown key"),
        ('Q = "keep"\n', "", r"pairs\.Q: .*missing"),
        ('Q = "keep"', 'Q = "maybe"', r'pairs\.Q: .*found "maybe"'),
        ('name = "mimic-dealer"\n', "", "name: .*missing"),
        ("[pairs]\n", "[pairs]\nX = 1\n", r"pairs\.X: .*unknown key"),
        ("[pairs]", "[pairs", "the file: expected TOML"),
    ],
)
def test_a_bad_file_is_refused_with_reason_and_place(
    tmp_path: Path, old: str, new: str, refusal: str
) -> None:
    path = written(tmp_path, to_toml(MIMIC).replace(old, new, 1))
    with pytest.raises(BadStrategy, match=rf"strategy\.toml: {refusal}"):
        read_strategy(path, RULES)


def test_a_second_buy_in_one_hand_is_refused() -> None:
    twice = {**MIMIC.cells, Cell(4, False, 17, True): Action.BUY}
    with pytest.raises(BadStrategy, match="a hand is bought once"):
        require_legal(Strategy("twice", twice, MIMIC.pairs), RULES)


def test_a_strategy_of_other_rules_is_refused_where_it_first_breaks_these() -> None:
    with pytest.raises(BadStrategy, match=r"two-cards\.hard\.17: .*player.stick_min is 18"):
        require_legal(MIMIC, load_rules(changes=["player.stick_min=18"]).rules)


@pytest.mark.parametrize(
    ("change", "cell", "actions"),
    [
        ("player.stick_min=2", Cell(2, False, 4, False), "twist stick buy"),
        ("player.stick_min=21", Cell(2, False, 20, False), "twist buy"),
        ("player.twist_on_21=false", Cell(3, True, 21, False), "stick"),
        ("player.buys_per_hand=0", Cell(2, False, 11, False), "twist"),
        ("player.hands_max=3", Cell(4, False, 20, True), "twist stick"),
    ],
)
def test_the_actions_of_a_cell_follow_the_rules(change: str, cell: Cell, actions: str) -> None:
    rules = load_rules(changes=[change]).rules
    assert " ".join(legal(cell, rules)) == actions


def test_a_split_ace_and_ten_has_a_cell_only_where_it_is_an_ordinary_21() -> None:
    cell = Cell(2, True, 21, False)
    assert cell not in cells(RULES)
    assert cell in cells(load_rules(changes=["player.pontoon_after_split=21"]).rules)


@pytest.mark.parametrize("change", ["player.stick_min=19", "player.buys_per_hand=0"])
def test_a_named_strategy_stays_legal_under_other_rules(change: str) -> None:
    rules: Rules = load_rules(changes=[change]).rules
    for name in ("published", "mimic-dealer", "never-buy-or-split", "optimal"):
        require_legal(first_of(options_of(name, rules)), rules)


def test_the_array_of_a_kernel_holds_each_cell_once() -> None:
    codes = as_array(MIMIC)
    assert codes.shape == (2, 3, 2, 22)
    assert (codes != NO_CELL).sum() == len(MIMIC.cells) == 120
    assert codes[0, 0, 1, 17] == ACTION_CODES[Action.TWIST]
    assert codes[1, 2, 0, 17] == ACTION_CODES[Action.STICK]


def test_a_cell_has_one_place_in_a_file() -> None:
    assert place(Cell(3, True, 17, True)) == "three-cards-bought.soft.17"
    assert len({place(cell) for cell in cells(RULES)}) == 120
