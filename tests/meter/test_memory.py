"""A display that was restarted goes on from the last true amount, or says that it has none. Never from zero."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.messages import MeterState
from meter.display import SELF_TEST_S, State
from meter.memory import Memory
from meter.screen import Screen, Signs
from tests.meter.papers import TABLE, heartbeat, meter

PREFIX = TABLE.prefix


WON = meter(5, 1, 431_530, MeterState.WIN)


def started(folder: Path | None, clock: Callable[[], float] = time.monotonic) -> Screen:
    screen = Screen([TABLE], Signs(), Memory(folder), clock=clock)
    screen.watched()
    return screen


def heard(folder: Path) -> Screen:
    screen = started(folder)
    screen.take(f"{PREFIX}heartbeat", heartbeat(9))
    screen.take(f"{PREFIX}meter", WON)
    return screen


def test_a_restarted_display_tests_itself_and_then_knows_the_amount_as_old(tmp_path: Path) -> None:
    now = [0.0]
    assert heard(tmp_path).views()[0].state is State.CELEBRATE
    after = started(tmp_path, lambda: now[0])
    assert after.views()[0].state is State.SELF_TEST
    now[0] = SELF_TEST_S
    (view,) = after.views()
    assert (view.cents, view.win, view.state) == (431_530, None, State.STALE)


def test_a_restarted_display_shows_a_win_as_soon_as_the_broker_says_so(tmp_path: Path) -> None:
    (before,) = heard(tmp_path).views()
    after = started(tmp_path)
    after.take(f"{PREFIX}meter", WON)
    (view,) = after.views()
    assert (view.state, view.win) == (State.CELEBRATE, before.win)
    after.take(f"{PREFIX}meter", meter(5, 1, 431_530))
    assert after.views()[0].win, "of two documents of one row the first is believed"


def test_it_also_knows_which_start_of_the_table_said_so(tmp_path: Path) -> None:
    heard(tmp_path)
    assert not started(tmp_path).take(f"{PREFIX}heartbeat", heartbeat(1, "b00"))
    assert started(tmp_path).take(f"{PREFIX}heartbeat", heartbeat(1, "b01"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"boot": "b", "cents": 3}',
        '{"seq": 1, "epoch": 1, "cents": null}',
        "\0",
    ],
)
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    heard(tmp_path)
    (tmp_path / "table-t7.json").write_text(text)
    assert started(tmp_path).views()[0].cents is None


def test_without_a_folder_nothing_is_kept() -> None:
    assert started(None).views()[0].cents is None


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    assert heard(folder).views()[0].cents == 431_530
    assert not folder.exists()


def test_a_heartbeat_writes_nothing(tmp_path: Path) -> None:
    """One a second for years would wear a memory card out."""
    screen = heard(tmp_path)
    (tmp_path / "table-t7.json").unlink()
    screen.take(f"{PREFIX}heartbeat", heartbeat(10))
    assert not list(tmp_path.iterdir())


def test_every_look_is_the_whole_truth(tmp_path: Path) -> None:
    (card,) = json.loads(heard(tmp_path).snapshot())["cards"]
    assert card["win"] == {
        "number": None,
        "table": "t7",
        "seat": 3,
        "hand": "Ace-King-Queen of Spades",
        "cents": 431_530,
        "next_cents": 100_000,
        "envy": "Seats 1, 8: Envy $100.00 each",
    }
