"""Every story of tests/scenarios, played against the real daemon: simulated pins, real broker, real journal."""

from pathlib import Path

import pytest

from hil.story import Story, read, settings
from tests.broker import Mosquitto
from tests.real_table import command, real_table

STORIES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_story_comes_true(path: Path, tmp_path: Path, broker: Mosquitto) -> None:
    lines = read(path)
    with real_table(tmp_path, broker, **settings(lines)) as table:
        Story(table).play(lines)
        table.kill()
        command("journal", "verify", "--journal", table.journal)


def test_there_are_stories() -> None:
    assert len(STORIES) >= 20
