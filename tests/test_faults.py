"""Faults on the real process with a real broker. After each of them the same check, and the dealer plays on."""

import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from controller.errors import DeviceError
from controller.events import Key, KeyPosition
from controller.journal_reader import JournalReader
from controller.round import State
from tests.broker import Mosquitto
from tests.real_dealer import RealDealer
from tests.real_table import real_table

pytestmark = pytest.mark.slow


@pytest.fixture
def dealer(tmp_path: Path, broker: Mosquitto) -> Iterator[RealDealer]:
    with real_table(tmp_path, broker) as table:
        seated = RealDealer(table)
        seated.connected()
        yield seated


def claim(dealer: RealDealer) -> None:
    """In the middle of a round: seat 2 has a win to be verified."""
    dealer.chip(2, True)
    dealer.press(Key.COIN_IN, Key.SEAT_2, Key.STRAIGHT_FLUSH)
    assert dealer.claims() == {2: "straight_flush"}


def press_until(dealer: RealDealer, key: Key, type_: str) -> None:
    """With no broker to tell: until such a row is in the journal."""
    while True:
        with JournalReader.open(dealer.table.journal) as reader:
            if any(row.record.type == type_ for row in reader.rows_after(0)):
                return
        dealer.table.order(f"press {key}")


def test_a_broker_stopped_in_the_middle_of_a_round(dealer: RealDealer, broker: Mosquitto) -> None:
    claim(dealer)
    broker.stop()
    dealer.table.order("key jph")
    press_until(dealer, Key.J_POT, "j_pot")
    dealer.table.order("key run")
    press_until(dealer, Key.SEAT_2, "meter_adjusted")
    broker.start()
    dealer.table.heard.wait(lambda heard: heard.subscriptions > 1)
    dealer.table.heard.wait(lambda heard: heard.bodies("meter")[-1]["state"] == "win", 30)
    dealer.check()


def test_a_broker_killed_and_its_memory_wiped(dealer: RealDealer, broker: Mosquitto) -> None:
    claim(dealer)
    broker.kill()
    (broker.folder / "mosquitto.db").unlink(missing_ok=True)
    dealer.table.order("key jph")
    broker.start()
    dealer.table.heard.wait(lambda heard: heard.subscriptions > 1)
    dealer.table.heard.wait(lambda heard: heard.bodies("round")[-1]["state"] == "verifying", 30)
    dealer.check()


def test_a_broker_that_freezes_and_thaws(dealer: RealDealer, broker: Mosquitto) -> None:
    claim(dealer)
    with broker.frozen():
        for _ in range(3):
            dealer.table.order("press straight-flush")
    dealer.wait()
    dealer.check()


def test_no_broker_for_many_rounds(dealer: RealDealer, broker: Mosquitto) -> None:
    broker.stop()
    for _ in range(30):
        dealer.table.order("press coin-in")
        dealer.table.order("press game-over")
    broker.start()
    dealer.table.heard.wait(lambda heard: heard.subscriptions > 1)
    dealer.caught_up()
    told = [row["type"] for row in dealer.table.rows()]
    assert (told.count("coin_in"), told.count("game_over")) == (30, 30)
    dealer.check()


def test_a_table_told_to_stop_in_the_middle_of_a_round(dealer: RealDealer) -> None:
    claim(dealer)
    assert dealer.table.stop() == 0
    dealer.books()
    dealer.table.start()
    dealer.connected()
    assert (dealer.state(), dealer.claims()) == (State.IN_PLAY, {2: "straight_flush"})
    dealer.table.order("wait-lamp 2 taken")
    dealer.check()


def test_a_board_that_goes_stops_play_and_play_goes_on_when_it_is_back(dealer: RealDealer) -> None:
    claim(dealer)
    dealer.table.order("board gone")
    dealer.table.heard.wait(lambda _: dealer.out())
    assert "check the board" in dealer.table.retained("status")["reason"]
    dealer.table.order("board back")
    dealer.table.heard.wait(lambda _: not dealer.out())
    assert (dealer.state(), dealer.claims()) == (State.IN_PLAY, {2: "straight_flush"})
    dealer.table.order("wait-lamp 2 taken")
    dealer.check()


@pytest.mark.parametrize("found", [State.BETTING, State.IN_PLAY, State.VERIFYING])
def test_a_full_disk_closes_the_table_with_a_sentence_and_costs_no_row(
    dealer: RealDealer, found: State
) -> None:
    if found is not State.BETTING:
        claim(dealer)
    if found is State.VERIFYING:
        dealer.turn(KeyPosition.JPH)
    fill_the_disk(dealer)
    dealer.table.order("service on" if found is State.BETTING else "key jph")
    if found is State.VERIFYING:
        with suppress(DeviceError):  # The board goes with the daemon's devices.
            dealer.table.order("press j-pot")
    dealer.table.heard.wait(lambda heard: heard.bodies("status")[-1]["state"] == "out_of_service")
    assert "the disk" in dealer.table.retained("status")["reason"]
    dealer.table.kill()
    dealer.books()
    dealer.table.start()
    dealer.connected()
    dealer.check()


def fill_the_disk(dealer: RealDealer) -> None:
    """No file of that process may grow any more: its next write fails as on a full disk."""
    size = (dealer.table.journal.with_name("journal.db-wal")).stat().st_size
    pid = dealer.table.process.pid
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, size))


def test_a_table_that_hangs_is_missed_by_its_watchdog(
    tmp_path: Path, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    with real_table(tmp_path, broker) as table, watchdog(tmp_path / "notify") as heard:
        dealer = RealDealer(table)
        dealer.connected()
        await_word(heard, "WATCHDOG=1")
        table.process.send_signal(signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            await_silence(heard)
        table.process.send_signal(signal.SIGCONT)
        await_word(heard, "WATCHDOG=1")
        dealer.check()


def watchdog(path: Path) -> socket.socket:
    """Listens where systemd would."""
    path.unlink(missing_ok=True)
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(path))
    return heard


def await_word(heard: socket.socket, word: str, wait_s: float = 10) -> None:
    heard.settimeout(wait_s)
    while word not in heard.recv(4096).decode():
        pass


def await_silence(heard: socket.socket) -> None:
    while True:
        await_word(heard, "WATCHDOG=1", 3)


ANOTHER_CLOCK = """
from datetime import UTC, datetime, timedelta
from pathlib import Path
from controller import clock

def now():
    wrong = datetime.now(UTC) + timedelta(hours=int(Path({path!r}).read_text()))
    return wrong.isoformat(timespec="milliseconds").replace("+00:00", "Z")

clock.now = now
"""
"""Python runs this before the daemon: the machine's clock, as many hours off as a file says."""


def test_a_clock_stepped_back_an_hour_changes_no_order(
    tmp_path: Path, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = tmp_path / "hours"
    clock.write_text("0")
    (tmp_path / "sitecustomize.py").write_text(ANOTHER_CLOCK.format(path=str(clock)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with real_table(tmp_path, broker) as table:
        dealer = RealDealer(table)
        dealer.connected()
        claim(dealer)
        clock.write_text("-1")
        dealer.press(Key.STRAIGHT_FLUSH, Key.GAME_OVER)
        told = table.rows()
        assert told[-1]["type"] == "game_over"
        assert told[-1]["at"] < told[0]["at"], "the clock was not stepped back"
        dealer.check()


def test_a_shuffler_pulled_and_another_put_in_its_place(tmp_path: Path, broker: Mosquitto) -> None:
    with real_table(tmp_path, broker, shuffler={}) as table:
        dealer = RealDealer(table)
        dealer.connected()
        claim(dealer)
        table.shuffle("unplug")
        table.heard.wait(lambda _: bool(table.heard.messages("alert/shuffler_down")[-1:]))
        dealer.press(Key.STRAIGHT_FLUSH, Key.STRAIGHT_FLUSH)
        table.shuffle("replace SIM-2")
        table.heard.wait(lambda _: not table.heard.messages("alert/shuffler_down")[-1].payload)
        dealer.check()
