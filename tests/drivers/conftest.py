"""What the driver tests share: a rig to turn the world with, and an inbox to see what was reported."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.events import Event
from controller.inbox import Inbox
from drivers.sim.board import Board
from drivers.wiring import FactoryName, KeypadWiring, PinWiring
from tests.drivers.rigs import Rig, rigs

Next = Callable[[], Event]
SIM_WIRING = PinWiring(factory=FactoryName.SIM, socket="unused")


@pytest.fixture(params=["sim", "mock", "lgpio"])
def rig(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Rig]:
    yield from rigs(request.param, monkeypatch, tmp_path)


@pytest.fixture(params=["sim", "lgpio"])
def booting_rig(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Rig]:
    """Without the mock, which drives a line to its pull when it is claimed."""
    yield from rigs(request.param, monkeypatch, tmp_path)


@pytest.fixture
def board() -> Iterator[Board]:
    board = Board(SIM_WIRING, KeypadWiring())
    yield board
    board.close()


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def next_event(inbox: Inbox) -> Next:
    def take() -> Event:
        event = inbox.take(5)
        assert event is not None, "nothing was reported within 5 s"
        return event

    return take
