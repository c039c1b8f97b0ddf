"""The guest's simulated pins (gpio-sim through configfs), its keypad and badge reader (uinput). Runs there, as root."""

import fcntl
import os
import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path

from drivers.input_events import EV_KEY, EV_SYN, PRESSED, RELEASED, InputEvent, packed

LINES = 32
_CONFIG = Path("/sys/kernel/config/gpio-sim")
_UI_SET_EVBIT, _UI_SET_KEYBIT = 0x40045564, 0x40045565
_UI_DEV_SETUP, _UI_DEV_CREATE = 0x405C5503, 0x5501
_NAME_BYTES = 64
_UI_GET_SYSNAME = 0x80000000 | _NAME_BYTES << 16 | ord("U") << 8 | 44
_BUS_USB = 3
KEYPAD_NAME, BADGE_NAME = b"Pucklight bench keypad", b"Pucklight bench badge"


class SimLines:
    """One chip of 32 lines. An input has the level it is pulled to; an output has the one its owner gave it."""

    def __init__(self, name: str = "bench") -> None:
        subprocess.run(["modprobe", "gpio-sim"], check=True)
        self._config = _CONFIG / name
        bank = self._config / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES))
        self._pulls: dict[int, int] = {}
        self._values: dict[int, int] = {}
        self._levels: dict[int, bool] = {}
        self.bring_back()

    def bring_back(self) -> None:
        (self._config / "live").write_text("1")
        device = (self._config / "dev_name").read_text().strip()
        self.chip = (self._config / "bank0/chip_name").read_text().strip()
        """As the kernel numbers it: `gpiochip0`."""
        folder = Path("/sys/devices/platform") / device / self.chip
        for gpio in range(LINES):
            line = folder / f"sim_gpio{gpio}"
            self._pulls[gpio] = os.open(line / "pull", os.O_WRONLY)
            self._values[gpio] = os.open(line / "value", os.O_RDONLY)
        for gpio, up in self._levels.items():
            self.pull(gpio, up=up)

    def take_away(self) -> None:
        """As if the board had been unplugged: the kernel's chip goes, under whoever holds its lines."""
        for file in (*self._pulls.values(), *self._values.values()):
            os.close(file)
        self._pulls, self._values = {}, {}
        (self._config / "live").write_text("0")

    def pull(self, gpio: int, *, up: bool) -> None:
        self._levels[gpio] = up
        if gpio in self._pulls:
            os.pwrite(self._pulls[gpio], b"pull-up" if up else b"pull-down", 0)

    def level(self, gpio: int) -> bool:
        """False of a line that is not there: nothing lights it."""
        return gpio in self._values and os.pread(self._values[gpio], 2, 0)[:1] == b"1"


class Keyboard:
    """A keypad or reader as the kernel knows it, with an event file that can be grabbed."""

    def __init__(self, codes: Iterable[int], name: bytes) -> None:
        subprocess.run(["modprobe", "uinput"], check=True)
        self._file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self._file, _UI_SET_EVBIT, EV_KEY)
        for code in codes:
            fcntl.ioctl(self._file, _UI_SET_KEYBIT, code)
        identity = struct.pack("@HHHH80sI", _BUS_USB, 0x1209, 0x0007, 1, name, 0)
        fcntl.ioctl(self._file, _UI_DEV_SETUP, identity)
        fcntl.ioctl(self._file, _UI_DEV_CREATE)

    def key(self, code: int, *, down: bool) -> None:
        event = InputEvent(EV_KEY, code, PRESSED if down else RELEASED)
        os.write(self._file, packed(event) + packed(InputEvent(EV_SYN, 0, 0)))

    def node(self) -> Path:
        """Its event file."""
        name = bytearray(_NAME_BYTES)
        fcntl.ioctl(self._file, _UI_GET_SYSNAME, name)
        folder = Path("/sys/devices/virtual/input") / name.rstrip(b"\0").decode()
        (event,) = folder.glob("event*")
        return Path("/dev/input") / event.name

    def close(self) -> None:
        """As if it were pulled out."""
        os.close(self._file)
