"""What of the house style a machine can judge: sizes, folders, no word about any machine."""

import ast
import re

from tests.house.source import ROOT, SHIPPED, Module, modules, tracked_files

FILE_BYTES_MAX = 14_000
FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 30  # of the body, without its docstring

SITTINGS = "tests.browser."  # what a player does and sees, step by step: held to bytes alone
MIGRATIONS = "app.store.migrations.versions"  # a table is one statement, however many its columns

# Put together here, so that this file does not find itself.
NOT_OURS = re.compile(
    "|".join(
        [
            "/" + r"(?:home|root|Users|workspace)/\w",
            r"\bpy" + r"pi\.(?:org|io)\b",
            "python" + "hosted",
            "npm" + r"js\.",
            r"deb\.deb" + "ian",
            "--(?:extra-)?index" + "-url",
            "--find" + "-links",
        ]
    ),
    re.IGNORECASE,
)
SUFFIXES_OF_BYTES = {".png", ".woff2", ".pdf", ".ico"}


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_no_file_is_too_long_to_be_about_one_thing() -> None:
    sources = [module.path for module in modules(*SHIPPED, "tests")]
    assert [str(path) for path in sources if path.stat().st_size > FILE_BYTES_MAX] == []
    told = [m.path for m in modules(*SHIPPED, "tests") if not m.name.startswith(SITTINGS)]
    assert [str(path) for path in told if _lines(path.read_text()) > FILE_LINES_MAX] == []


def test_no_function_is_too_long_to_be_seen_at_once() -> None:
    long = [
        f"{module.name}.{function.name}: {length} lines"
        for module in modules(*SHIPPED)
        if not module.name.startswith(MIGRATIONS)
        for function in _functions(module)
        if (length := _body_lines(function)) >= FUNCTION_LINES_MAX
    ]
    assert long == []


def test_every_module_says_what_is_in_it() -> None:
    silent = [m.name for m in modules(*SHIPPED, "tests") if m.tree.body and not _docstring(m.tree)]
    assert silent == []


def test_no_amount_is_shown_without_naming_its_currency() -> None:
    unnamed = [
        f"{module.name}:{call.lineno}"
        for module in modules("app")
        for call in ast.walk(module.tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "money"
        and len(call.args) + len(call.keywords) < 2
    ]
    assert unnamed == []


def test_no_file_names_a_machine_or_a_package_registry() -> None:
    texts = [path for path in tracked_files() if path.suffix not in SUFFIXES_OF_BYTES]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in texts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if NOT_OURS.search(line) or (len(ROOT.parts) > 2 and f"{ROOT}/" in line)
    ]
    assert found == []


def test_no_database_key_or_compiled_file_is_tracked() -> None:
    never = re.compile(r"\.(?:db|db-wal|db-shm|pem|pyc|log|sqlite3?)$")
    tracked = [path.relative_to(ROOT).as_posix() for path in tracked_files()]
    assert [n for n in tracked if never.search(n) and not n.startswith("tests/vectors/")] == []


def _functions(module: Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    nodes = ast.walk(module.tree)
    return [n for n in nodes if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


def _body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body[1:] if _docstring(function) else function.body
    return ((body[-1].end_lineno or 0) - body[0].lineno + 1) if body else 0


def _docstring(node: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(node) is not None


def _lines(text: str) -> int:
    return text.count("\n")
