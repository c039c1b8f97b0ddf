"""Asks `pucklight` in this process: what it printed and its exit code."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from controller.__main__ import main
from tests.real_table import toml


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


def ask(capsys: pytest.CaptureFixture[str], *words: object) -> Answer:
    try:
        code = main([str(word) for word in words])
    except SystemExit as ended:  # argparse, for wrong usage.
        code = int(ended.code or 0)
    said = capsys.readouterr()
    return Answer(code, said.out, said.err)


def written(folder: Path, **sections: Any) -> Path:
    """A table's settings that are right, but for what is said here. The board is simulated."""
    table = {"site": "club", "id": "t7", "journal": str(folder / "journal.db")}
    pins = {"factory": "sim", "socket": str(folder / "board")}
    whole = {
        "table": {**table, **sections.pop("table", {})},
        "pins": {**pins, **sections.pop("pins", {})},
        **sections,
    }
    path = folder / "table.toml"
    path.write_text(toml(whole), encoding="utf-8")
    return path
