"""The power goes at every touch of the world: nothing is lost or doubled, and play goes on."""

from pathlib import Path

import pytest

from tests.fuse import Cut, Fuse
from tests.journal_cuts import cut_at, cut_everywhere, finish, story_of
from tests.journal_story import World


@pytest.mark.parametrize("seed", range(8))
def test_a_cut_at_any_touch_costs_no_cent_and_the_dealer_can_finish(
    seed: int, memory: Path
) -> None:
    assert cut_everywhere(story_of(seed), memory) > 250


def test_a_second_cut_while_the_table_recovers_costs_nothing_either(memory: Path) -> None:
    story, double_cuts = story_of(99), 0
    for first in range(5, 300, 25):
        survived = False
        for second in range(1, 1_000):
            once = cut_at(first, World(memory / f"{first}-{second}"), story)
            assert once, "the story is shorter than thought"
            twice = cut_at(second, once, story)
            if twice is None:
                survived = True
                break
            finish(twice, story)
            double_cuts += 1
            if second > 40:
                break
        assert survived or second > 40
    assert double_cuts > 400


def test_a_blown_fuse_lets_nothing_through() -> None:
    fuse, seen = Fuse(2), list[int]()
    touch = fuse.wrap(seen.append)
    touch(1)
    for number in (2, 3):
        with pytest.raises(Cut):
            touch(number)
    assert seen == [1]
