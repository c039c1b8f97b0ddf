"""Asks once who is at the shuffler's port, and listens. For a line that nobody serves: `pucklight doctor`.

Says HELLO and nothing else: it acknowledges no fact, so the machine keeps them all for the table, and permits nothing.
"""

import select
import termios
import time

import serial

from controller.errors import DeviceError
from drivers.shuffler import BAUD, CHUNK, WRITE_TIMEOUT_S
from drivers.shuffler_frames import Frame, Parser, encode, frame
from drivers.shuffler_session import VERSION


def greeting(path: str, wait_s: float = 2.5) -> Frame:
    """The machine's IAM. DeviceError says why there is none."""
    try:
        with serial.Serial(
            path, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True
        ) as port:
            port.write(encode(frame("HELLO", version=VERSION)))
            return _heard(port, time.monotonic() + wait_s, wait_s)
    except (OSError, termios.error) as error:
        # SerialException is an OSError; termios.error is not, and an unplug may raise either.
        raise DeviceError(f"{path}: {error}") from error


def _heard(port: serial.Serial, until: float, wait_s: float) -> Frame:
    parser = Parser()
    while (left := until - time.monotonic()) > 0:
        if select.select([port.fileno()], [], [], left)[0]:
            for heard in parser.feed(port.read(CHUNK)):
                if heard.kind == "IAM":
                    return heard
    tally = parser.tally
    noise = f"; {tally.stray_bytes + tally.errors} pieces of noise" if tally.errors else ""
    raise DeviceError(f"{port.name}: no greeting within {wait_s:g} s{noise}")
