"""Imports run one way: who may import whom, read from the source, and what an import pulls in."""

import re
import subprocess
import sys

import pytest

from tests.house.source import ROOT, SHIPPED, Module, modules, tracked_files

CHAIN = ("app.game", "app.ledger", "app.store", "app.wallet", "app.service", "app.api")
EVERYTHING = (*CHAIN, "app.proof", "app.web", "app.settings", "app.factory", "rng", "config")
COMMANDS = (*(part for part in EVERYTHING if part != "rng"), "app.commands", "certification")
# Commands that draw, or that test, seal or sign what was drawn, or say that a draw was refused.
DRAWING_COMMANDS = (
    "certify",
    "doctor",
    "exposure",
    "faults",
    "game_options",
    "play",
    "report_options",
    "rng",
    "rng_deal",
    "rtp",
    "rtp_screen",
    "seeds",
    "simulate",
)

# What each part may import of ours, besides itself. The longest name that fits a module counts.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "config": (),
    "rng": (),
    "app": (),
    "app.game": ("config.rules",),
    "app.proof": ("app.game", "rng", "config"),
    "app.ledger": CHAIN[:1],
    "app.store": CHAIN[:2],
    "app.wallet": CHAIN[:3],
    "app.service": (*CHAIN[:4], "app.proof", "rng", "config"),
    "app.api": (*CHAIN[:5], "app.proof", "app.web", "config"),
    "app.web": ("config",),
    "app.settings": ("config",),
    "app.factory": EVERYTHING,
    # The command line, whose bodies stand in app.commands, is alone in knowing certification.
    "app.commands": COMMANDS,
    **{f"app.commands.{name}": (*COMMANDS, "rng") for name in DRAWING_COMMANDS},
    "app.cli": ("app.commands", *EVERYTHING, "certification"),
    "certification": ("app.game", "app.proof", "rng", "config"),
}
HEAVY = {"numba", "scipy", "matplotlib", "certification", "pytest"}
CHANCE_OF_OTHERS = ("random", "secrets", "numpy.random")

ALL_MODULES = f"""
import importlib, pkgutil, sys
def load(*names):
    for name in names:
        module = importlib.import_module(name)
        for found in pkgutil.walk_packages(getattr(module, "__path__", ()), name + "."):
            importlib.import_module(found.name)
sys.path.insert(0, {str(ROOT)!r})
"""
TOP_NAMES = "print(*sorted({name.partition('.')[0] for name in sys.modules}))"


def test_imports_run_one_way() -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules(*SHIPPED)
        for name in module.imports
        if name.partition(".")[0] in (*SHIPPED, "tests") and not _may(module, name)
    ]
    assert wrong == []


def test_every_part_of_the_app_has_its_place_in_the_chain() -> None:
    parts = {".".join(module.name.split(".")[:2]) for module in modules("app")}
    assert parts <= MAY_IMPORT.keys()


def test_the_map_and_the_docstring_of_the_app_name_every_part_of_it() -> None:
    house = (ROOT / "README.md").read_text(encoding="utf-8").partition("## The house")[2]
    drawn = house.partition("\n## ")[0]
    told = (ROOT / "app" / "__init__.py").read_text(encoding="utf-8")
    parts = {
        path.relative_to(ROOT / "app").parts[0]
        for path in tracked_files()
        if path.is_relative_to(ROOT / "app")
    }
    for part in sorted(parts - {"__init__.py"}):
        name, dot, _ = part.partition(".")
        assert re.search(rf"\b{name}\b", told), part
        assert (part if dot else f"app/{part}/") in drawn, part


def test_every_command_that_may_draw_does_so() -> None:
    named = {f"app.commands.{name}" for name in DRAWING_COMMANDS}
    draws = {
        module.name
        for module in modules("app")
        if module.name.startswith("app.commands.")
        and any(_within(name, ("rng",)) for name in module.imports)
    }
    assert draws == named


def test_chance_of_others_is_banned_outside_certification_and_tests() -> None:
    wrong = [
        f"{module.name} imports {name}"
        for module in modules("app", "config", "rng")
        for name in module.imports
        if _within(name, CHANCE_OF_OTHERS)
    ]
    assert wrong == []


def test_the_operating_system_is_asked_for_chance_in_one_place() -> None:
    asks = {module.name for module in modules(*SHIPPED) if "urandom" in module.path.read_text()}
    assert asks <= {"rng.entropy"}


@pytest.mark.parametrize("package", ["app.game", "app.ledger"])
def test_the_rules_need_the_standard_library_alone(package: str) -> None:
    # -S: without site-packages, so that an import from there cannot even succeed.
    script = f"{ALL_MODULES}load({package!r}); print(*sorted(sys.modules))"
    loaded = _run("-I", "-S", "-c", script)
    ours = {name for name in loaded if name.partition(".")[0] in SHIPPED}
    allowed = ("app.game", package, "config.rules")
    assert {name for name in ours - {"app", "config"} if not _within(name, allowed)} == set()
    foreign = {name.partition(".")[0] for name in loaded - ours} - sys.stdlib_module_names
    assert foreign <= {"__main__"}


def test_serving_never_imports_what_certification_needs() -> None:
    parts = ("app.factory", "app.settings", "app.api", "app.service", "app.proof", "rng", "config")
    loaded = _run("-c", f"{ALL_MODULES}load{parts!r}; {TOP_NAMES}")
    assert "flask" in loaded
    assert loaded & HEAVY == set()


def test_starting_the_command_line_imports_no_command() -> None:
    loaded = _run("-c", f"{ALL_MODULES}load('app.cli'); {TOP_NAMES}")
    assert loaded & {"flask", "sqlalchemy", "certification", "numpy"} == set()


def _may(module: Module, name: str) -> bool:
    part = max((part for part in MAY_IMPORT if _within(module.name, (part,))), key=len)
    # A package's bare name allows its own __init__ only, not what is below it.
    itself = part != "app" and _within(name, (part,))
    return itself or _within(name, MAY_IMPORT[part])


def _within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _run(*arguments: str) -> set[str]:
    """Words printed by a fresh interpreter."""
    command = [sys.executable, *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())
