"""The power goes at every touch of the world, with the real daemon: no cent is lost, and the dealer can finish."""

from pathlib import Path

import pytest

from tests.table_cuts import cut_everywhere, cut_twice
from tests.table_stories import STORIES


@pytest.mark.parametrize("name", STORIES)
def test_a_cut_at_any_touch_of_a_whole_story_costs_nothing(name: str, memory: Path) -> None:
    assert cut_everywhere(STORIES[name], memory) > 90


@pytest.mark.parametrize("name", STORIES)
def test_a_second_cut_while_the_table_boots_costs_nothing_either(name: str, memory: Path) -> None:
    assert cut_twice(STORIES[name], memory, every=75) > 90
