"""The simulated board, driven over its socket as another process would."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.errors import DeviceError
from controller.events import (
    ChipMoved,
    DeviceFailed,
    Key,
    KeyPosition,
    KeyPressed,
    KeyTurned,
    ServiceTurned,
)
from controller.inbox import Inbox
from controller.ports import Device, Lamp
from drivers import contacts
from drivers.keypad_matrix import MatrixKeypad
from drivers.keyswitch import SupervisorKey
from drivers.lamps import PuckLamps
from drivers.pins import Pins, open_pins
from drivers.pucks import PuckSensors
from drivers.sim.board_client import BoardClient
from drivers.wiring import FactoryName, KeypadWiring, PinWiring
from tests.drivers.conftest import Next


@pytest.fixture
def wiring(tmp_path: Path) -> PinWiring:
    return PinWiring(factory=FactoryName.SIM, socket=str(tmp_path / "board.sock"))


@pytest.fixture
def pins(wiring: PinWiring) -> Iterator[Pins]:
    pins = open_pins(wiring, KeypadWiring())
    yield pins
    pins.close()


@pytest.fixture
def client(wiring: PinWiring, pins: Pins) -> Iterator[BoardClient]:
    assert pins.edges_alive()
    client = BoardClient(Path(wiring.socket))
    yield client
    client.close()


def test_chips_keys_and_lamps_go_through_the_socket(
    pins: Pins, wiring: PinWiring, client: BoardClient, inbox: Inbox, next_event: Next
) -> None:
    client.ask("key jph")
    devices: list[Device] = [
        SupervisorKey(pins, wiring, inbox.put),
        PuckSensors(pins, wiring, inbox.put),
        MatrixKeypad(pins, wiring, KeypadWiring(), inbox.put),
        lamps := PuckLamps(pins, wiring, inbox.put),
    ]
    assert [next_event(), next_event()] == [KeyTurned(KeyPosition.JPH), ServiceTurned(False)]
    assert client.ask("chip 2 on 10") == "ok"
    assert next_event() == ChipMoved(2, True)
    client.ask("press coin-in")
    assert next_event() == KeyPressed(Key.COIN_IN)
    client.ask("service on")
    assert next_event() == ServiceTurned(True)
    lamps.show({2: Lamp.TAKEN})
    client.ask("wait-lamp 2 taken")
    assert "2=taken" in client.ask("lamps?")
    for device in devices:
        device.close()


def test_a_board_can_vanish_and_come_back(
    pins: Pins, wiring: PinWiring, client: BoardClient, inbox: Inbox, next_event: Next,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(contacts, "SWEEP_NS", 20_000_000)
    pucks = PuckSensors(pins, wiring, inbox.put)
    client.ask("board gone")
    assert isinstance(next_event(), DeviceFailed)
    client.ask("chip 6 on")
    client.ask("board back")
    assert [next_event(), next_event()] == [DeviceFailed("pucks", ""), ChipMoved(6, True)]
    pucks.close()


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("jump", 'no such order "jump"'),
        ("", "no such order"),
        ("chip 9 on", 'want one of 1, 2, 3, 4, 5, 6, 7, 8, got "9"'),
        ("chip 2", 'want one of on, off, got ""'),
        ("chip 2 on many", 'want a whole number, got "many"'),
        ("press nothing", "want one of seat-1"),
        ("wait-lamp 2 taken 0", "lamp 2: want taken within 0 s"),
    ],
)
def test_an_order_that_makes_no_sense_is_answered_with_what_was_wanted(
    line: str, wanted: str, client: BoardClient
) -> None:
    with pytest.raises(DeviceError) as caught:
        client.ask(line)
    assert wanted in str(caught.value)


def test_without_a_board_the_client_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match='factory = "sim"'):
        BoardClient(tmp_path / "nothing.sock")
