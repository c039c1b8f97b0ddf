"""Keeps reading one input device on its own thread, through unplugging and plugging in again."""

import os
import select
import threading
import time
from collections.abc import Iterable
from typing import Protocol

from controller.errors import DeviceError
from controller.events import DeviceFailed, Event
from controller.ports import Put
from drivers.input_events import EV_KEY, EV_SYN, SYN_DROPPED, InputEvent, InputFile

RETRY_S = 1.0


class KeyListener(Protocol):
    """What makes sense of the codes. Pure: times come in."""

    def opened(self, down: frozenset[int], now_ns: int) -> Iterable[Event]:
        """The device is there (again), or its events were lost: these codes are down."""
        ...

    def key(self, code: int, value: int, now_ns: int) -> Iterable[Event]: ...

    def passed(self, now_ns: int) -> Iterable[Event]:
        """Nothing came until `due_ns`."""
        ...

    @property
    def due_ns(self) -> int | None: ...


class InputReader:
    """Fits `ports.Device`. A device that is not there is reported and looked for again every `retry_s`."""

    def __init__(
        self,
        name: str,
        path: str,
        grab: bool,
        listener: KeyListener,
        put: Put,
        retry_s: float = RETRY_S,
    ) -> None:
        self._name = name
        self._path = path
        self._grab = grab
        self._listener = listener
        self._put = put
        self._retry_s = retry_s
        self._fault = ""
        self._closing = os.eventfd(0, os.EFD_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        os.eventfd_write(self._closing, 1)
        self._thread.join()
        os.close(self._closing)

    def _run(self) -> None:
        while True:
            try:
                file = InputFile(self._path, self._grab)
            except DeviceError as error:
                self._health(str(error))
            else:
                if self._listen(file):
                    return
            if select.select([self._closing], [], [], self._retry_s)[0]:
                return

    def _listen(self, file: InputFile) -> bool:
        """Until the device goes (False) or we are told to end (True)."""
        try:
            self._tell(self._listener.opened(file.codes_down(), time.monotonic_ns()))
            self._health("")
            while True:
                ready = select.select([file.fd, self._closing], [], [], self._wait_s())[0]
                if self._closing in ready:
                    return True
                if ready:
                    self._take(file)
                else:
                    self._tell(self._listener.passed(time.monotonic_ns()))
        except OSError as error:
            self._health(f"{self._path}: {error.strerror}; plug it in again")
            return False
        finally:
            file.close()

    def _wait_s(self) -> float | None:
        due_ns = self._listener.due_ns
        return None if due_ns is None else max(0, due_ns - time.monotonic_ns()) / 1e9

    def _take(self, file: InputFile) -> None:
        now_ns = time.monotonic_ns()
        for event in file.read():
            if event.type == EV_KEY:
                self._tell(self._listener.key(event.code, event.value, now_ns))
            elif event == InputEvent(EV_SYN, SYN_DROPPED, event.value):
                # The kernel's buffer overflowed: only its account of what is down now can be believed.
                self._tell(self._listener.opened(file.codes_down(), now_ns))

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            self._put(event)

    def _health(self, fault: str) -> None:
        if fault != self._fault:
            self._fault = fault
            self._put(DeviceFailed(self._name, fault))
