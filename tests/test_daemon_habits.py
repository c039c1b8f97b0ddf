"""Small promises of the loop: what goes out first, what a passing fault costs, what is kept."""

import threading
from pathlib import Path
from unittest import mock

import pytest

from controller.cli.run import _report_dead_threads
from controller.events import DeviceFailed, Key
from controller.inbox import Inbox
from controller.round import State
from tests.outside import Outside
from tests.plain_table import AT, PlainTable, settings
from tests.table_check import check_books
from tests.witness import Witness


def test_the_row_leaves_before_the_documents_that_follow_from_it(memory: Path) -> None:
    seen: list[str] = []
    with mock.patch.object(Witness, "saw", lambda _self, effect, _what: seen.append(effect)):
        table = PlainTable(settings(memory / "journal.db"), Outside())
        table.chip(2, True)
        seen.clear()
        table.press(Key.COIN_IN)
        table.off()
    assert seen.index("row") < seen.index("round")
    assert seen.index("row") < seen.index("meter")


def test_pucks_that_fail_for_a_moment_cost_one_press_and_no_more(memory: Path) -> None:
    table = PlainTable(settings(memory / "journal.db"), Outside())
    table.chip(2, True)
    table.world.unreadable = True
    table.press(Key.COIN_IN)
    assert (table.state(), table.world.refusals[-1]["code"]) == (State.BETTING, "pucks")
    table.world.unreadable = False
    table.press(Key.COIN_IN)
    assert (table.state(), table.out()) == (State.IN_PLAY, False)
    table.off()


def test_rows_sent_again_on_request_leave_nothing_behind(memory: Path) -> None:
    table = PlainTable(settings(memory / "journal.db"), Outside())
    for number in range(20):
        table.tick()
        table.order("replay", f"c{number}", from_seq=1)
    table.tick()
    assert not table.daemon._outbox._arrived
    table.off()


def test_a_clock_that_runs_backwards_changes_no_order(memory: Path) -> None:
    hours = iter(range(23, 0, -1))
    last = [AT]

    def now() -> str:
        last[0] = f"2026-03-04T{next(hours, 0):02d}:00:00.000Z"
        return last[0]

    of = settings(memory / "journal.db")
    table = PlainTable(of, Outside(), now=now)
    for key in (Key.COIN_IN, Key.GAME_OVER) * 3:
        table.press(key)
    table.off()
    rows = check_books(memory / "journal.db", of)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert rows[-1].at < rows[1].at


@pytest.mark.parametrize(("thread", "stops"), [("mqtt", False), ("keypad", True)])
def test_a_dead_thread_stops_play_unless_its_driver_replaces_it(
    thread: str, stops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox = Inbox()
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    _report_dead_threads(inbox)
    dying = threading.Thread(target=lambda: 1 // 0, name=thread)
    dying.start()
    dying.join()
    assert isinstance(inbox.take(0), DeviceFailed) == stops
