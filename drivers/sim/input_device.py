"""A simulated USB keypad or badge reader: a pipe that carries the kernel's own input events.

The path appears and goes as a device does when it is plugged in and pulled out. It cannot be grabbed: the driver's
setting for it is `grab = false`.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from controller.events import Key
from drivers.badge import DIGIT_CODES
from drivers.input_events import EV_KEY, EV_SYN, PRESSED, RELEASED, InputEvent, packed

_ENTER = 28
_DIGITS = {digit: code for code, digit in sorted(DIGIT_CODES.items(), reverse=True)}


class SimInputDevice:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None

    def plug_in(self) -> None:
        os.mkfifo(self._path, 0o600)
        self._fd = os.open(self._path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def unplug(self) -> None:
        if self._fd is not None:
            self._path.unlink()
            os.close(self._fd)
            self._fd = None

    def send(self, *events: InputEvent) -> None:
        assert self._fd is not None, "plug it in first"
        report = InputEvent(EV_SYN, 0, 0)
        os.write(self._fd, b"".join(packed(event) + packed(report) for event in events))

    def send_raw(self, data: bytes) -> None:
        assert self._fd is not None, "plug it in first"
        os.write(self._fd, data)

    def tap(self, code: int) -> None:
        self.send(InputEvent(EV_KEY, code, PRESSED), InputEvent(EV_KEY, code, RELEASED))

    def press(self, key: Key, codes: Mapping[str, int]) -> None:
        self.tap(codes[key])

    def swipe(self, badge: str) -> None:
        for code in swipe_codes(badge):
            self.tap(code)


def swipe_codes(badge: str) -> list[int]:
    """What a reader types: the digits and Enter."""
    return [*(_DIGITS[digit] for digit in badge), _ENTER]
