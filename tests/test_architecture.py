"""What STYLE says of the whole tree, checked: who may import what, and how long a file may grow."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = sorted(
    path
    for folder in ("controller", "drivers", "meter", "manager", "demo", "hil")
    for path in (ROOT / folder).rglob("*.py")
)
OURS = [*SHIPPED, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "bench").rglob("*.py"))]

# The parts of controller/ that may know the clock, chance or a file: all the rest is the pure core.
IMPURE = (
    "cli/",
    "__main__",
    "daemon",
    "inbox",
    "clock",
    "logs",
    "journal",
    "forecast",
    "shipped",
    "software",
)

DEVICE_LIBRARIES = {"gpiozero", "serial", "paho", "lgpio"}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def importers(library: str) -> set[str]:
    return {name_of(p) for p in SHIPPED if library in {name.split(".")[0] for name in imports(p)}}


def is_pure(path: Path) -> bool:
    name = name_of(path)
    return name.startswith("controller/") and not name[len("controller/") :].startswith(IMPURE)


PURE = [path for path in SHIPPED if is_pure(path)]


def test_device_libraries_are_imported_in_drivers_alone() -> None:
    for library in DEVICE_LIBRARIES:
        outside = {name for name in importers(library) if not name.startswith("drivers/")}
        assert not outside - {name for name in outside if name.startswith(("meter/", "manager/"))}


def test_transitions_is_imported_by_the_round_alone() -> None:
    assert importers("transitions") <= {"controller/round.py"}


def test_sqlite_is_imported_by_the_journal_alone() -> None:
    assert all(name.startswith(("controller/journal", "manager/")) for name in importers("sqlite3"))


def test_the_core_meets_drivers_only_where_it_is_put_together() -> None:
    inside = {name for name in importers("drivers") if name.startswith("controller/")}
    assert all(name.startswith("controller/cli/") for name in inside), inside


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_the_pure_core_knows_no_clock_chance_file_or_thread(path: Path) -> None:
    forbidden = {"time", "datetime", "random", "threading", "socket", "subprocess", "os", "queue"}
    assert not forbidden & {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_the_pure_core_counts_without_floats(path: Path) -> None:
    for node in ast.walk(parsed(path)):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id in {"float", "Decimal"}), node.lineno
        assert not isinstance(node, ast.Div), f"true division in line {node}"


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_every_error_inherits_the_one_base(path: Path) -> None:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ClassDef):
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            allowed = node.name == "PucklightError"
            assert allowed or not bases & {"Exception", "BaseException", "ValueError"}, node.name


@pytest.mark.parametrize("path", OURS, ids=name_of)
def test_files_and_functions_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 40, node.name


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_every_module_says_what_it_knows(path: Path) -> None:
    assert ast.get_docstring(parsed(path))


def test_no_exception_is_swallowed_whole() -> None:
    for path in OURS:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ExceptHandler):
                names = ast.unparse(node.type) if node.type else "everything"
                assert names not in {"everything", "Exception", "BaseException"}, (
                    f"{name_of(path)}:{node.lineno}"
                )


def test_only_the_customers_and_our_own_folders_stand_at_the_top() -> None:
    known = {"controller", "drivers", "config", "systemd", "tests", "hil"}
    ours = {"meter", "manager", "demo", "docs", "bench", "artefacts"}
    found = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._"}
    assert found <= known | ours | {"build", "dist", "pucklight.egg-info"}
