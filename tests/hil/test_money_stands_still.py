"""A run in which the meter or the fees moved fails, whatever else it showed."""

from pathlib import Path
from typing import Any, cast

import pytest

from hil import station as station_file
from hil.heard import TableHeard
from hil.run import _money_stood_still
from hil.run_file import RunFile
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
    loaded = station_file.load(station(tmp_path))
    _money_stood_still(loaded, file, cast(TableHeard, Told(cents, rows)), {"cents": 100_000})
    (step,) = file.lines()
    assert step["outcome"] == outcome
    assert bool(step["diagnoses"]) == (outcome == "fail")
