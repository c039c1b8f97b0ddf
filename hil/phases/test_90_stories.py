"""The stories of tests/scenarios, each on a table with an empty journal. Never on a live one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hil.benches import OpenBench
from hil.phase import Phase
from hil.station import Station, want_stories_allowed
from hil.step import Step
from hil.story import Story, read, settings
from hil.story_table import StoryTable

PHASE = Phase("stories", "Stories", benches=("sim", "jig", "vm"), books=True)
QUICK = ("two_seats_one_straight_flush", "a_void_gives_the_fees_back")


def _folder() -> Path:
    beside = Path(__file__).resolve().parents[2] / "tests" / "scenarios"
    return beside if beside.is_dir() else Path(sys.prefix) / "share" / "pucklight" / "scenarios"


STORIES = sorted(_folder().glob("*.txt"))
TOLD = [
    pytest.param(path, marks=() if path.stem in QUICK else pytest.mark.long) for path in STORIES
]


@pytest.fixture(scope="module")
def own_table_back(bench: OpenBench) -> Iterator[None]:
    """Whatever the stories did, the table that was tested before stands there again."""
    yield
    bench.do("restore")


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
@pytest.mark.usefixtures("own_table_back")
def test_the_story_comes_true(path: Path, bench: OpenBench, station: Station, step: Step) -> None:
    want_stories_allowed(station)
    lines = read(path)
    table = StoryTable(bench, station, bench.mqtt, settings(lines, path.parent))
    try:
        Story(table).play(lines)
    except AssertionError:
        step.diagnose("story", where=path.stem.replace("_", " "))
        raise
    finally:
        table.close()
