"""One keyboard, two ways: the shipped simulator, a pipe; and inside a virtual machine the kernel's own, by uinput."""

import os
from pathlib import Path
from typing import Protocol

from drivers.badge import DIGIT_CODES, ENTER_CODES
from drivers.input_events import EV_KEY, PRESSED, RELEASED, InputEvent
from drivers.sim.input_device import SimInputDevice, swipe_codes
from drivers.wiring import KeypadWiring
from hil.vm.guest.lines import Keyboard

CODES = KeypadWiring().codes


class KeyboardRig(Protocol):
    path: Path
    grab: bool
    """Whether a driver can take it for itself alone: a pipe it cannot."""

    def plug_in(self) -> None: ...

    def unplug(self) -> None: ...

    def down(self, code: int) -> None: ...

    def up(self, code: int) -> None: ...


class PipeKeyboard:
    grab = False

    def __init__(self, folder: Path) -> None:
        self.path = folder / "event-kbd"
        self._device = SimInputDevice(self.path)

    def plug_in(self) -> None:
        self._device.plug_in()

    def unplug(self) -> None:
        self._device.unplug()

    def down(self, code: int) -> None:
        self._device.send(InputEvent(EV_KEY, code, PRESSED))

    def up(self, code: int) -> None:
        self._device.send(InputEvent(EV_KEY, code, RELEASED))


class KernelKeyboard:
    grab = True

    def __init__(self, folder: Path) -> None:
        self.path = folder / "event-kbd"
        self._device: Keyboard | None = None

    def plug_in(self) -> None:
        self._device = Keyboard({*CODES.values(), *DIGIT_CODES, *ENTER_CODES}, b"contract")
        self.path.symlink_to(self._device.node())

    def unplug(self) -> None:
        if self._device:
            self.path.unlink()
            self._device.close()
            self._device = None

    def down(self, code: int) -> None:
        assert self._device
        self._device.key(code, down=True)

    def up(self, code: int) -> None:
        assert self._device
        self._device.key(code, down=False)


def tap(keyboard: KeyboardRig, code: int) -> None:
    keyboard.down(code)
    keyboard.up(code)


def swipe(keyboard: KeyboardRig, badge: str) -> None:
    for code in swipe_codes(badge):
        tap(keyboard, code)


def keyboard_rig(folder: Path) -> KeyboardRig:
    inside = os.environ.get("PUCKLIGHT_RIG") == "kernel"
    return KernelKeyboard(folder) if inside else PipeKeyboard(folder)
