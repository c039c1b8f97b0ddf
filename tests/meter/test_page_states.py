"""Every state of the screen, reached by the messages of a real table, on a landscape and a portrait screen."""

import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.broker import Mosquitto
from tests.meter.rig import (
    MeterProcess,
    View,
    claim_and_verify,
    coin_in,
    game_over,
    key,
    meter_process,
    order,
)
from tests.meter.screens import Screens
from tests.real_table import RealTable, real_table

pytestmark = pytest.mark.slow
Open = Callable[..., View]
NOTICE = "15% of each $1 wager funds this jackpot."


@dataclass
class Pit(Screens):
    table: RealTable
    meter: MeterProcess


@pytest.fixture
def pit(tmp_path: Path, broker: Mosquitto, view: Open) -> Iterator[Pit]:
    with (
        real_table(tmp_path, broker) as table,
        meter_process(broker.port, tmp_path / "kept", "--notice", NOTICE) as meter,
    ):
        screens = [view(meter.address), view(meter.address, "tall")]
        yield Pit(screens, table, meter)


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_the_self_test_lights_every_segment(
    tmp_path: Path, broker: Mosquitto, view: Open, shape: str
) -> None:
    """One screen alone: the test starts with the first look, and is over before a slow machine opens a second."""
    with meter_process(broker.port, tmp_path / "kept") as meter:
        Screens([view(meter.address, shape)]).shows("self-test", amount="$888,888.88")


def test_a_live_amount_rolls_through_a_round(pit: Pit) -> None:
    pit.shows("live")
    pit.wait_amount("$1,000.00")
    pit.says("Progressive Jackpot", "Table t7", NOTICE)
    coin_in(pit.table, 1, 3, 8)
    pit.wait_amount("$1,000.45")


def test_a_win_from_claim_to_game_over(pit: Pit) -> None:
    for screen in pit.screens:
        screen.wait("live")
    coin_in(pit.table, 1, 3, 8)
    claim_and_verify(pit.table, 3)
    pressed = time.monotonic()
    pit.table.order("press j-pot")
    for screen in pit.screens:
        screen.wait("pending")
        assert screen.amount() == "$1,000.45"
    assert time.monotonic() - pressed < 1
    pit.says("win", "pending", "Table T7", "Seat 3", "Ace-King-Queen of Spades")
    pit.says("Seats 1, 8: Envy $100.00 each", "Jackpot goes on from $1,000.00", NOTICE)
    pit.shows("pending")
    key(pit.table, "run")
    pit.shows("celebrate")
    pit.says("win", "Table T7", "Seat 3", "Seats 1, 8: Envy $100.00 each", "Jackpot now $1,000.00")
    pit.says(NOTICE)
    assert "Win: $1,000.45, seat 3" in pit.screens[0].spoken()
    game_over(pit.table, 1, 3, 8)
    pit.shows("live", "live-after-a-win")
    pit.wait_amount("$1,000.00")


def test_two_winners_of_one_round_are_shown_in_turn(pit: Pit) -> None:
    for screen in pit.screens:
        screen.wait("live")
    coin_in(pit.table, 1, 3, 8)
    claim_and_verify(pit.table, 3, trips=8)
    pit.table.order("press j-pot")
    jackpot = "$1,000.45", ("Seat 3", "Ace-King-Queen of Spades", "Seats 1, 8: Envy $100.00 each")
    trips = "$60.00", ("Seat 8", "Three of a Kind")
    for amount, says in (jackpot, trips, jackpot):
        pit.shows("pending", f"pending-of-{says[0]}", amount, ("Win", "Table T7", *says))
    key(pit.table, "run")
    for amount, says in (jackpot, trips):
        pit.shows("celebrate", f"celebrate-of-{says[0]}", amount, ("Win", "Table T7", *says))
    game_over(pit.table, 1, 3, 8)
    pit.shows("live", "live-after-two-wins")


def test_closed_and_open_again_then_test_mode(pit: Pit) -> None:
    pit.screens[0].wait("live")
    order(pit.table, "out_of_service")
    pit.shows("closed")
    pit.wait_amount("$1,000.00")
    pit.says("Closed", pit.table.retained("status")["reason"], NOTICE)
    order(pit.table, "back_in_service")
    pit.screens[0].wait("live")
    pit.table.order("service on")
    pit.shows("test")
    pit.says("Test", "No wager is taken", NOTICE)


def test_a_frozen_table_grows_stale_and_is_lost_and_comes_back(pit: Pit) -> None:
    """Its sockets stay open, so nobody but the silence can tell."""
    pit.screens[0].wait("live")
    pit.table.process.send_signal(signal.SIGSTOP)
    pit.shows("stale")
    pit.shows("lost")
    pit.wait_amount("$---,---.--")
    pit.says("Progressive display unavailable, ask the dealer")
    pit.table.process.send_signal(signal.SIGCONT)
    pit.shows("live", "live-again")
    pit.wait_amount("$1,000.00")


def test_a_table_without_power_is_lost_by_its_last_will(pit: Pit) -> None:
    pit.screens[0].wait("live")
    pit.table.kill()
    pit.shows("lost", "lost-by-last-will")
    pit.says("the connection was lost")
    pit.table.start()
    pit.shows("live", "live-after-a-cut")


def test_the_self_test_names_the_display(tmp_path: Path, broker: Mosquitto, view: Open) -> None:
    with meter_process(broker.port, tmp_path / "kept") as meter:
        screen = view(meter.address)
        screen.page.wait_for_selector(".ident")
        with screen.still():
            screen.picture("self-test-name")
            assert "Pucklight" in screen.text()
            assert "Table T7" in screen.text()


def test_a_stale_amount_stands_still_and_says_so(pit: Pit) -> None:
    (screen, _) = pit.screens
    screen.wait("live")
    pit.table.process.send_signal(signal.SIGSTOP)
    screen.wait("stale")
    with screen.still():
        assert screen.amount() == "$1,000.00"
        assert screen.page.get_by_role("img", name="This amount may be old").is_visible()
        assert "updating" not in screen.text().lower()
        assert screen.spoken() == "Table T7. Progressive jackpot $1,000.00."
    pit.table.process.send_signal(signal.SIGCONT)
    screen.wait("live")
