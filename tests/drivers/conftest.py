"""What the driver tests share: a rig to turn the world with, and an inbox to see what was reported."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.events import Event
from controller.inbox import Inbox
from drivers.sim.board import Board
from drivers.wiring import FactoryName, KeypadWiring, PinWiring
from tests.drivers.rigs import Rig, rigs

Next = Callable[[], Event]
INSIDE = os.environ.get("PUCKLIGHT_RIG") == "kernel"
"""Whether these tests run inside a virtual machine: see tests/vm/test_contract.py."""
RIGS = ["kernel"] if INSIDE else ["sim", "mock", "lgpio"]
WITHOUT_MOCK = [kind for kind in RIGS if kind != "mock"]
OF_THE_KERNEL = {"rig", "booting_rig", "threaded_rig", "keyboard"}
SIM_WIRING = PinWiring(factory=FactoryName.SIM, socket="unused")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Inside a virtual machine there is only what stands on its own lines and keyboards."""
    if not INSIDE:
        return
    chosen = [item for item in items if OF_THE_KERNEL & {*getattr(item, "fixturenames", ())}]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


@pytest.fixture(params=RIGS)
def rig(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Rig]:
    yield from rigs(request.param, monkeypatch, tmp_path)


@pytest.fixture(params=WITHOUT_MOCK)
def booting_rig(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Rig]:
    """Without the mock, which drives a line to its pull when it is claimed."""
    yield from rigs(request.param, monkeypatch, tmp_path)


@pytest.fixture(params=WITHOUT_MOCK)
def threaded_rig(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Rig]:
    """Without the mock, whose edges come on the thread that made them."""
    yield from rigs(request.param, monkeypatch, tmp_path)


@pytest.fixture(params=["sim", "mock", "lgpio"])
def unpluggable_rig(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Rig]:
    """Without the kernel's lines: the library does not live on when they are taken away under it."""
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
