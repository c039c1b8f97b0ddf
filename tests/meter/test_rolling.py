"""The rolling rule, on the very file that the page runs, in the browser that runs it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from meter.memory import Memory
from meter.screen import Screen, Signs
from meter.server import MeterServer
from tests.meter.papers import TABLE

PLAY = (Path(__file__).parent / "roll.js").read_text()
CATCH_UP_MS = 8000
Step = dict[str, Any]

STEP = st.fixed_dictionaries(
    {
        "wait": st.floats(0, 12_000) | st.floats(0, 300),
        "looks": st.lists(st.floats(0, 1), max_size=4).map(sorted),
        "up": st.integers(0, 60) | st.integers(0, 10**9),
        "new_era": st.sampled_from([False] * 9 + [True]),
        "win": st.sampled_from([False] * 9 + [True]),
        "stale": st.sampled_from([False] * 9 + [True]),
    }
)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    server = MeterServer(Screen([TABLE], Signs(), Memory(None)), 0)
    server.start()
    opened = browser.new_page()
    opened.goto(server.address)
    yield opened
    opened.close()
    server.close()


def messages(steps: list[Step]) -> list[Step]:
    """In one era the true amount only rises; a new era starts from what it likes."""
    era, cents, told = 0, 0, []
    for step in steps:
        era += step["new_era"]
        cents = step["up"] if step["new_era"] else cents + step["up"]
        told.append({**step, "era": str(era), "cents": cents})
    return told


def step(wait: float, up: int, **others: bool) -> Step:
    return {
        "wait": wait,
        "looks": [],
        "up": up,
        "new_era": False,
        "win": False,
        "stale": False,
        **others,
    }


MANY_SMALL_STEPS_BEHIND_A_LARGE_ONE = [step(0, 0), step(0, 1_000_000), *[step(500, 1)] * 40]
A_CENT_EACH_TIME_BEFORE_TWO_ARE_SHOWN = [step(0, 0), step(0, 100), *[step(119, 1)] * 120]
SMALL_FAST_STEPS_AFTER_A_JUMP = st.builds(
    lambda jump, wait, up: [step(0, 0), step(0, jump), *[step(wait, up)] * 130],
    *(st.integers(20, 300), st.floats(60, 250), st.integers(1, 3)),
)


@given(st.lists(STEP, min_size=1, max_size=25) | SMALL_FAST_STEPS_AFTER_A_JUMP)
@example(MANY_SMALL_STEPS_BEHIND_A_LARGE_ONE)
@example(A_CENT_EACH_TIME_BEFORE_TWO_ARE_SHOWN)
@settings(max_examples=200, deadline=None)
def test_the_rolling_rule(page: Page, steps: list[Step]) -> None:
    era, true, before = "", 0, 0
    due: list[tuple[float, int]] = []
    """When the shown amount must have reached what."""
    for seen in page.evaluate(PLAY, messages(steps)):
        now, shown, message = seen["now"], seen["shown"], seen.get("message")
        if message:
            if message["era"] != era:
                assert shown == message["cents"], "a new era is shown at once"
                era, before, due = message["era"], 0, []
            true = message["cents"]
            if message["stale"]:
                due = []
            else:
                due = [*due, (now + CATCH_UP_MS, true)]
                assert shown == true or not message["win"], "a win is shown at once"
        assert shown == int(shown), "whole cents"
        assert shown <= true, "never above the true amount"
        assert shown >= before, "never backwards in one era"
        assert all(shown >= cents for deadline, cents in due if now >= deadline), "in time"
        due = [one for one in due if one[0] > now]
        before = shown


def test_a_lower_amount_in_one_era_is_not_shown(page: Page) -> None:
    steps = [{**step(0, 0), "era": "1", "cents": 500}, {**step(100, 0), "era": "1", "cents": 400}]
    assert [seen["shown"] for seen in page.evaluate(PLAY, steps)] == [500] * 11


def test_it_does_roll(page: Page) -> None:
    steps = [{**step(0, 0), "era": "1", "cents": 100}, {**step(10, 0), "era": "1", "cents": 190}]
    shown = [seen["shown"] for seen in page.evaluate(PLAY, steps)]
    assert shown == [100, 100, 115, 130, 145, 160, 175, 190, 190, 190, 190]
