"""docs/compliance.md keeps its word: all 65 requirements, and every test that it names is in the tree."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "compliance.md").read_text(encoding="utf-8")
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in TEXT.splitlines()
    if re.match(r"\| \d+ \|", line)
]
STATES = ("proved", "in part", "not met", "operator's duty", "does not arise")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)(?:\[(\w+)\])?`")


@cache
def functions_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_requirement_stands_there_once_in_order() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, 66))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"number_{row[0]}")
def test_every_test_named_is_in_the_tree(row: tuple[str, ...]) -> None:
    assert row[4].count("::") == len(NAMED.findall(row[4])), "a test is named in another form"
    for path, name, story in NAMED.findall(row[4]):
        assert name in functions_in(path)
        assert not story or (ROOT / "tests" / "scenarios" / f"{story}.txt").is_file()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"number_{row[0]}")
def test_what_is_proved_names_its_test_and_what_is_not_says_why(row: tuple[str, ...]) -> None:
    _, source, words, state, proof = row
    assert source
    assert words
    assert state in STATES
    if state in ("proved", "in part"):
        assert NAMED.search(proof)
    if state != "proved":
        assert NAMED.sub("", proof).strip(" ,.;"), "want the reason in a few words"


def test_the_sum_at_the_top_is_that_of_the_rows() -> None:
    found = [row[3] for row in ROWS]
    said = ", ".join(f"{found.count(state)} {state}" for state in STATES)
    assert f"Of 65: {said}." in TEXT
