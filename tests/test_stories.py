"""Every story of tests/scenarios, played against the real daemon: simulated pins, real broker, real journal."""

from pathlib import Path

import pytest

from hil.story import Story, last, read, settings
from tests.broker import Mosquitto
from tests.real_table import command, real_table

STORIES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_story_comes_true(path: Path, tmp_path: Path, broker: Mosquitto) -> None:
    lines = read(path)
    with real_table(tmp_path, broker, **settings(lines, path.parent)) as table:
        Story(table).play(lines)
        table.kill()
        command("journal", "verify", "--journal", table.journal)


def test_there_are_stories() -> None:
    assert len(STORIES) >= 20


def test_a_table_that_is_stopped_says_that_it_is_gone(tmp_path: Path, broker: Mosquitto) -> None:
    with real_table(tmp_path, broker) as table:
        table.heard.wait(lambda heard: last(heard, "status").get("state") == "in_service")
        table.stop()
        table.heard.wait(lambda heard: last(heard, "status")["state"] == "offline")
        assert last(table.heard, "status")["reason"] == "the table has stopped"
