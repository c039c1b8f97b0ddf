"""One table, four ways: the shipped simulator, gpiozero's mock, its lgpio factory on a stand-in, and on the real thing.

The last runs inside a virtual machine, on the kernel's own lines. The contract tests run on each; a driver that
passes only on one leans on something that is not there on a Pi.
"""

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest

from controller.events import KeyPosition
from drivers.pins import Pins, open_pins
from drivers.sim.board import Board
from drivers.wiring import FactoryName, KeypadWiring, Line, PinWiring, Pull
from hil.vm.guest.lines import SimLines
from tests.drivers.fake_lgpio import FakeLgpio

SPARE = 31
"""A line on which nothing hangs."""


class Rig(Protocol):
    wiring: PinWiring
    pins: Pins

    def set(self, line: Line, closed: bool, bounces: int = 0) -> None: ...

    def lit(self, seat: int) -> bool: ...

    def unplug(self, gone: bool) -> None: ...

    def end_edges(self) -> None:
        """A callback of somebody else raises on the one thread that serves every pin."""
        ...

    def close(self) -> None: ...


class SimRig:
    def __init__(self, wiring: PinWiring) -> None:
        self.wiring = wiring
        self.board = Board(wiring, KeypadWiring())
        self.pins = self.board.pins()

    def set(self, line: Line, closed: bool, bounces: int = 0) -> None:
        if line.gpio in self.wiring.pucks:
            seat = self.wiring.pucks.index(line.gpio) + 1
            (self.board.place if closed else self.board.lift)(seat, bounces)
        elif line.gpio == self.wiring.key:
            self.board.turn_key(KeyPosition.JPH if closed else KeyPosition.RUN, bounces)
        else:
            self.board.switch_service(closed, bounces)

    def lit(self, seat: int) -> bool:
        return seat in self.board.lit()

    def unplug(self, gone: bool) -> None:
        (self.board.unplug if gone else self.board.plug_in)()

    def end_edges(self) -> None:
        self.board.factory.edges.put(None)
        self.board.factory.edge_thread.join()

    def close(self) -> None:
        self.pins.close()


class MockRig:
    def __init__(self, wiring: PinWiring) -> None:
        self.wiring = wiring
        self.pins = open_pins(wiring, KeypadWiring())
        self._factory: Any = self.pins.factory
        self._gone = False

    def set(self, line: Line, closed: bool, bounces: int = 0) -> None:
        pin = self._factory.pin(line.gpio)
        high = closed != line.active_low
        for _ in range(bounces):
            (pin.drive_high if high else pin.drive_low)()
            (pin.drive_low if high else pin.drive_high)()
        (pin.drive_high if high else pin.drive_low)()

    def lit(self, seat: int) -> bool:
        pin = self._factory.pin(self.wiring.lamps[seat - 1])
        return bool(pin.state) != self.wiring.lamp_active_low

    def unplug(self, gone: bool) -> None:
        for pin in self._factory.pins.values():
            if gone:
                pin._get_state = pin._set_state = _raise_gone
            else:
                del pin._get_state, pin._set_state

    def end_edges(self) -> None:
        raise AssertionError("the mock has no thread of its own")

    def close(self) -> None:
        self.pins.close()


class LgpioRig:
    def __init__(self, wiring: PinWiring, library: FakeLgpio) -> None:
        self.wiring = wiring
        self.library = library
        self.pins = open_pins(wiring, KeypadWiring())

    def set(self, line: Line, closed: bool, bounces: int = 0) -> None:
        level = int(closed != line.active_low)
        for _ in range(bounces):
            self.library.drive(line.gpio, level)
            self.library.drive(line.gpio, 1 - level)
        self.library.drive(line.gpio, level)

    def lit(self, seat: int) -> bool:
        return (
            bool(self.library.outputs[self.wiring.lamps[seat - 1]]) != self.wiring.lamp_active_low
        )

    def unplug(self, gone: bool) -> None:
        self.library.gone = gone

    def end_edges(self) -> None:
        self.library.callback(0, SPARE, self.library.BOTH_EDGES, _raise_gone)
        self.library.drive(SPARE, 1)
        self.library._notify_thread.join()

    def close(self) -> None:
        self.library.gone = False
        self.pins.close()
        self.library.stop()


@cache
def kernel_lines() -> SimLines:
    """One chip for all tests of a process: the library does not live on when lines are taken away under it."""
    return SimLines(f"contract-{os.getpid()}")


class KernelRig:
    """Runs inside a virtual machine alone, as root."""

    def __init__(self, **wiring: Any) -> None:
        self._lines = kernel_lines()
        chip = int(self._lines.chip.removeprefix("gpiochip"))
        pulls = dict.fromkeys(("puck_pull", "key_pull", "service_pull"), Pull.NONE)
        named: dict[str, Any] = {"chip": chip, "revision": "c03111", **pulls, **wiring}
        self.wiring = PinWiring(**named)
        for line in (
            *self.wiring.puck_lines(),
            self.wiring.key_line(),
            self.wiring.service_line(),
        ):
            self.set(line, False)
        self.pins = open_pins(self.wiring, KeypadWiring())

    def set(self, line: Line, closed: bool, bounces: int = 0) -> None:
        up = closed != line.active_low
        for _ in range(bounces):
            self._lines.pull(line.gpio, up=up)
            self._lines.pull(line.gpio, up=not up)
        self._lines.pull(line.gpio, up=up)

    def lit(self, seat: int) -> bool:
        return self._lines.level(self.wiring.lamps[seat - 1]) != self.wiring.lamp_active_low

    def unplug(self, gone: bool) -> None:
        raise AssertionError(f"{gone=}: tests/vm/test_unit.py does this to a whole daemon")

    def end_edges(self) -> None:
        import lgpio

        handle = self.pins.factory._handle
        lgpio.gpio_claim_alert(handle, SPARE, lgpio.BOTH_EDGES)
        lgpio.callback(handle, SPARE, lgpio.BOTH_EDGES, _raise_gone)
        self._lines.pull(SPARE, up=True)
        lgpio._notify_thread.join()

    def close(self) -> None:
        self.pins.close()


def _raise_gone(*_: object) -> None:
    raise OSError(19, "No such device")


def use_library(patch: pytest.MonkeyPatch, library: object, work: Path) -> None:
    """Puts a stand-in (None: nothing at all) in lgpio's place, and has gpiozero take it from there."""
    patch.setenv("LG_WD", str(work))
    patch.setitem(sys.modules, "lgpio", library)
    sys.modules.pop("gpiozero.pins.lgpio", None)


def rigs(kind: str, patch: pytest.MonkeyPatch, work: Path, **wiring: Any) -> Iterator[Rig]:
    rig: Rig
    if kind == "kernel":
        patch.setenv("LG_WD", str(work))
        rig = KernelRig(**wiring)
    elif kind == "sim":
        rig = SimRig(PinWiring(factory=FactoryName.SIM, socket="unused", **wiring))
    elif kind == "mock":
        rig = MockRig(PinWiring(factory=FactoryName.MOCK, **wiring))
    else:
        use_library(patch, library := FakeLgpio(), work)
        named = PinWiring(factory=FactoryName.LGPIO, revision="c03111", chip=0, **wiring)
        rig = LgpioRig(named, library)
    yield rig
    rig.close()
    sys.modules.pop("gpiozero.pins.lgpio", None)
