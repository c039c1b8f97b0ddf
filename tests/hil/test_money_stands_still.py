"""A run in which the meter or the fees moved fails, whatever else it showed."""

from pathlib import Path
from typing import Any, cast

import pytest

from hil import money_check
from hil.heard import TableHeard
from hil.money_check import Books
from hil.run_file import RunFile
from tests.hil.stations import run as run_hil
from tests.hil.stations import station


class Told:
    """What a stranger has heard, at the end."""

    def __init__(self, cents: int, rows: list[str]) -> None:
        self._cents, self._rows = cents, rows

    def last(self, topic: str) -> dict[str, Any]:
        assert topic == "meter"
        return {"cents": self._cents}

    def rows(self) -> list[dict[str, Any]]:
        return [{"seq": seq, "type": kind} for seq, kind in enumerate(self._rows, 1)]


@pytest.mark.parametrize(
    ("cents", "rows", "outcome"),
    [
        (100_000, ["service_entered", "service_left"], "pass"),
        (100_015, ["service_entered", "service_left"], "fail"),
        (99_999, [], "fail"),
        (100_000, ["service_entered", "coin_in"], "fail"),
    ],
)
def test_the_meter_and_the_fees_are_measured(
    cents: int, rows: list[str], outcome: str, tmp_path: Path
) -> None:
    file = RunFile(tmp_path / "x.run.jsonl")
    before = Books({"cents": 100_000}, seq=2)
    money_check.measure(file, cast(TableHeard, Told(cents, ["boot", "coin_in", *rows])), before)
    (step,) = file.lines()
    assert step["outcome"] == outcome
    assert bool(step["diagnoses"]) == (outcome == "fail")


def test_no_station_can_make_these_limits_wider(tmp_path: Path) -> None:
    wider: dict[str, Any] = {'limits."meter_delta_cents"': {"most": 100_000}}
    path = station(tmp_path, **wider)
    assert "there is no such limit" in run_hil(path, code=78)
