"""The shuffler on a serial port. One thread owns the port: it opens, reads, writes, and opens again after an unplug.

Knows pyserial and when to give a line up. What the bytes mean is the session's business.
"""

import select
import socket
import termios
import threading
import time
from pathlib import Path

import serial

from controller.ports import Put
from drivers.allowance import Allowance
from drivers.shuffler_frames import Frame, Parser, Tally, encode
from drivers.shuffler_session import Session, Timing

BAUD = 115_200
CHUNK = 4096
WRITE_TIMEOUT_S = 0.5
BYTES_PER_S, BYTES_AT_ONCE = 24_000.0, 32_000.0
"""Twice what the line can carry: only a machine on plain USB that has gone mad sends more."""
FLOOD_PAUSE_S = 0.1


class SerialShuffler:
    """Fits controller.ports.Shuffler. Open it by a path that survives replugging, /dev/serial/by-id or by-path."""

    def __init__(self, port_path: str | Path, put: Put, timing: Timing | None = None) -> None:
        self._path = str(port_path)
        self._timing = timing or Timing()
        self._session = Session(put, self._send, time.monotonic(), self._timing)
        self._parser = Parser()
        self._bytes = Allowance(BYTES_PER_S, BYTES_AT_ONCE, time.monotonic())
        self._port: serial.Serial | None = None
        self._dealing = False
        self._closing = threading.Event()
        # Rung by other threads, so that every wait of ours ends at once: no polling anywhere.
        self._bell, self._rope = socket.socketpair()
        self._bell.setblocking(False)
        self._rope.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="shuffler", daemon=True)
        self._thread.start()

    def permit(self, dealing: bool) -> None:
        self._dealing = dealing
        self._ring()

    def close(self) -> None:
        if not self._closing.is_set():
            self._closing.set()
            self._ring()
            self._thread.join()
            self._bell.close()
            self._rope.close()

    @property
    def alive(self) -> bool:
        """Whether the thread still runs; the watchdog asks."""
        return self._thread.is_alive()

    @property
    def tally(self) -> Tally:
        return self._parser.tally

    @property
    def state(self) -> str:
        return self._session.state

    def _ring(self) -> None:
        try:
            self._rope.send(b"!")
        except OSError:
            # Closed, or so many rings already wait that one more says nothing new.
            return

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            reason = self._serve()
            failures = 0 if self._session.greeted else failures + 1
            if not self._closing.is_set():
                self._session.lost(reason)
                self._pause(failures)

    def _serve(self) -> str:
        """One life of the port, from opening it to the reason for its end."""
        try:
            with serial.Serial(
                self._path, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            ) as self._port:
                return self._talk(self._port)
        except (OSError, termios.error) as error:
            # SerialException is an OSError; termios.error is not, and an unplug may raise either.
            return f"{self._path}: {error}"
        finally:
            self._port = None

    def _talk(self, port: serial.Serial) -> str:
        self._session.opened(time.monotonic())
        while not self._closing.is_set():
            self._session.permit(self._dealing)
            readable = self._wait(self._session.due_s(time.monotonic()), port)
            now = time.monotonic()
            if readable:
                self._read(port, now)
            if not self._session.tick(now):
                return f"{self._path}: nothing heard for {self._timing.silence_s:g} s"
        return "closed"

    def _read(self, port: serial.Serial, now: float) -> None:
        chunk = port.read(CHUNK)
        if self._bytes.take(len(chunk), now):
            self._session.take(self._parser.feed(chunk), now)
        else:
            # Thrown away unread: whatever mattered in it is not acknowledged and comes again.
            self._session.flooded(now)
            self._wait(FLOOD_PAUSE_S)

    def _pause(self, failures: int) -> None:
        steps = self._timing.back_off_s
        until = time.monotonic() + steps[min(failures, len(steps) - 1)]
        while not self._closing.is_set() and (left := until - time.monotonic()) > 0:
            self._wait(left)

    def _wait(self, seconds: float, *ports: serial.Serial) -> bool:
        """Until a port is readable, the bell rings or the time is over. Whether a port is readable."""
        bell = self._bell.fileno()
        ready, _, _ = select.select([bell, *(port.fileno() for port in ports)], [], [], seconds)
        if bell in ready:
            self._bell.recv(CHUNK)
        return len(ready) > (bell in ready)

    def _send(self, sent: Frame) -> None:
        if self._port is not None:
            self._port.write(encode(sent))
