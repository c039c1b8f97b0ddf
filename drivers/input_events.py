"""The kernel's input events (evdev), as bytes and as a file. Knows what a key code is, not what it means.

Written against linux/input.h: an event is a time, a type, a code and a value.
"""

import fcntl
import os
import struct
from dataclasses import dataclass

from controller.errors import DeviceError

# Native sizes: the kernel's `struct input_event` follows the word length.
_EVENT = struct.Struct("@llHHi")
EVENT_SIZE = _EVENT.size
EV_SYN, EV_KEY = 0, 1
SYN_DROPPED = 3
RELEASED, PRESSED, REPEATED = 0, 1, 2
_KEY_BYTES = 0x300 // 8
_EVIOCGRAB = 0x40044590
_EVIOCGKEY = 0x80000000 | _KEY_BYTES << 16 | ord("E") << 8 | 0x18


@dataclass(frozen=True, slots=True)
class InputEvent:
    type: int
    code: int
    value: int


def packed(event: InputEvent) -> bytes:
    """As the kernel would write it, with no time: nobody here reads that."""
    return _EVENT.pack(0, 0, event.type, event.code, event.value)


class InputStream:
    """Cuts bytes into events; any split of the same bytes gives the same events."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[InputEvent]:
        data = self._rest + chunk
        whole = len(data) - len(data) % EVENT_SIZE
        self._rest = data[whole:]
        return [InputEvent(*fields[2:]) for fields in _EVENT.iter_unpack(data[:whole])]


class InputFile:
    """An open input device. With `grab`, its keys reach no console and no other program."""

    def __init__(self, path: str, grab: bool) -> None:
        self._real = grab
        try:
            self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise DeviceError(
                f"{path}: {error.strerror}; plug it in, or see that this user is in group input"
            ) from error
        self._stream = InputStream()
        if grab:
            try:
                fcntl.ioctl(self.fd, _EVIOCGRAB, 1)
            except OSError as error:
                self.close()
                raise DeviceError(
                    f"{path}: cannot be taken for ourselves: {error.strerror}; "
                    "end the program that holds it; for a file that is no input device set grab = false"
                ) from error

    def read(self) -> list[InputEvent]:
        """The events that have come. Raises OSError when the device has gone."""
        try:
            chunk = os.read(self.fd, EVENT_SIZE * 64)
        except BlockingIOError:  # Woken for nothing.
            return []
        if not chunk:
            raise OSError(0, "end of file")
        return self._stream.feed(chunk)

    def codes_down(self) -> frozenset[int]:
        """The keys down by the kernel's account; a pipe has none to give."""
        if not self._real:
            return frozenset()
        bits = bytearray(_KEY_BYTES)
        fcntl.ioctl(self.fd, _EVIOCGKEY, bits)
        return frozenset(code for code in range(_KEY_BYTES * 8) if bits[code // 8] >> code % 8 & 1)

    def close(self) -> None:
        os.close(self.fd)
