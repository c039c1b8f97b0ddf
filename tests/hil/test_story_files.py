"""A story and its files belong together, wherever the suite is started."""

from pathlib import Path

import pytest

from hil import station as station_file
from hil.sim_bench import SimBench
from hil.story import Story, read, settings
from hil.story_table import StoryTable
from tests.hil.stations import station

STORIES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.txt"))
WITH_A_FILE = "the_seed_is_repaid_when_the_reserve_can"


def named_files(story: Path) -> list[Path]:
    sections = settings(read(story), story.parent)
    values = [v for s in sections.values() if isinstance(s, dict) for v in s.values()]
    return [Path(value) for value in values if str(value).endswith(".toml")]


def test_every_file_that_a_story_names_is_found_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    named = {story.stem: named_files(story) for story in STORIES}
    assert all(path.is_file() for paths in named.values() for path in paths)
    assert named[WITH_A_FILE]


@pytest.mark.slow
def test_a_story_with_a_file_comes_true_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (path,) = [story for story in STORIES if story.stem == WITH_A_FILE]
    lines, tested = read(path), station_file.load(station(tmp_path))
    bench = SimBench(tested)
    try:
        table = StoryTable(bench, tested, bench.mqtt, settings(lines, path.parent))
        try:
            Story(table).play(lines)
        finally:
            table.close()
    finally:
        bench.close()
