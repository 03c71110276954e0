"""The reader of certified figures, on a small made-up game whose figures agree."""

from pathlib import Path

import pytest

from config.certified import (
    BadCertified,
    Cell,
    NetChance,
    NotCertified,
    PairCell,
    Play,
    load_certified,
    read_certified,
)

# Mean 0.34 + 2 x 0.1 - 0.56 = -0.02; variance 0.56 + 0.34 + 4 x 0.1 - 0.02^2 = 1.2996 = 1.14^2;
# RTP 1 - 0.02 / 1.25 = 0.984.
FIGURES = """
rules_id = "small-game/1"
rules_sha256 = "%s"
method = "by hand"
strategy = "best play by total"
house_edge = 0.02
rtp = 0.984
stake_mean = 1.25
sd = 1.14
variance = 1.2996
rtp_sd = 0.95

[[cells]]
cards = 2
soft = false
total = 16
bought = false
action = "stick"

[[cells]]
cards = 2
soft = true
total = 16
bought = false
action = "twist"

[[pairs]]
rank = "A"
action = "split"

[[net_law]]
net = -1
probability = 0.56

[[net_law]]
net = 1
probability = 0.34

[[net_law]]
net = 2
probability = 0.1
""" % ("ab" * 32)


def written(folder: Path, text: str) -> Path:
    path = folder / "figures.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_figures_strategy_and_law_are_read(tmp_path: Path) -> None:
    certified = read_certified(written(tmp_path, FIGURES))
    assert (certified.rules_id, certified.rules_sha256) == ("small-game/1", "ab" * 32)
    assert (certified.house_edge, certified.rtp, certified.sd) == (0.02, 0.984, 1.14)
    assert certified.rtp_cut is None
    assert certified.cells == (
        Cell(2, False, 16, False, Play.STICK),
        Cell(2, True, 16, False, Play.TWIST),
    )
    assert certified.pairs == (PairCell("A", Play.SPLIT),)
    assert certified.net_law == (NetChance(-1, 0.56), NetChance(1, 0.34), NetChance(2, 0.1))


def test_the_return_under_the_cut_is_read_where_it_was_measured(tmp_path: Path) -> None:
    text = FIGURES.replace("rtp = 0.984", "rtp = 0.984\nrtp_cut = 0.983")
    assert read_certified(written(tmp_path, text)).rtp_cut == 0.983


def test_rules_without_figures_are_not_certified() -> None:
    for rules_id in ("casino-8-deck/999", "casino-8-deck/1+dealer.soft_17=stick", "../../x"):
        with pytest.raises(NotCertified, match="no certified figures"):
            load_certified(rules_id)


BAD_FIGURES = [
    ("rtp = 0.984", "rtp = 0.985", "rtp"),
    ("rtp = 0.984", "rtp = nan", "rtp"),
    ("rtp = 0.984", 'rtp = "0.984"', "rtp"),
    ("rtp = 0.984", "", "rtp"),
    ("rtp = 0.984", "rtp = 0.984\nnote = 1", "note"),
    ("house_edge = 0.02", "house_edge = -0.02", "house_edge"),
    ("sd = 1.14\n", "sd = 1.15\n", "sd"),
    ("variance = 1.2996", "variance = 1.3", "variance"),
    ("stake_mean = 1.25", "stake_mean = 0.9", "stake_mean"),
    ('method = "by hand"', 'method = ""', "method"),
    ("small-game/1", "small-game", "rules_id"),
    ("abab", "abaB", "rules_sha256"),
    ("probability = 0.34", "probability = 0.35", "net_law"),
    ("net = 2", "net = 1", "net_law"),
    ("net = 2", "net = 1.5", "net_law 3: net"),
    ("net = 2", "net = 2\nodds = 1", "net_law 3: odds"),
    ("soft = true", "soft = false", "cells"),
    ("total = 16", "total = 22", "cells 1: total"),
    ("cards = 2", "cards = 5", "cells 1: cards"),
    ('action = "stick"', 'action = "split"', "cells"),
    ('action = "stick"', 'action = "stand"', "cells 1: action"),
    ("bought = false", "bought = 0", "cells 1: bought"),
    ('rank = "A"', 'rank = "1"', "pairs 1: rank"),
    ('rank = "A"\naction = "split"', "", "pairs 1: rank"),
    ("[[pairs]]", '[[pairs]]\nrank = "A"\naction = "split"\n[[pairs]]', "pairs"),
]


@pytest.mark.parametrize(("old", "new", "key"), BAD_FIGURES)
def test_figures_that_are_incomplete_or_disagree_are_refused(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    assert old in FIGURES
    path = written(tmp_path, FIGURES.replace(old, new, 1))
    with pytest.raises(BadCertified) as caught:
        read_certified(path)
    assert (caught.value.source, caught.value.key) == (str(path), key)


def test_a_table_where_rows_are_expected_is_refused(tmp_path: Path) -> None:
    text = FIGURES.replace('[[pairs]]\nrank = "A"\naction = "split"', "")
    for pairs in ("", "pairs = []\n", "pairs = 1\n", "pairs = [1]\n", "pairs.A = 1\n"):
        with pytest.raises(BadCertified, match=r"pairs"):
            read_certified(written(tmp_path, pairs + text))
