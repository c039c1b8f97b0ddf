"""Drives a simulated board from another process: one line asked, one line answered, on a Unix socket.

    chip 2 on [bounces]     press coin-in      key jph      lamps?
    chip 2 off [bounces]    hold coin-in       key run      wait-lamp 2 taken [seconds]
    service on              release coin-in    board gone   board back
                                               lit?

Answers `ok`, the lamps' patterns, the seats lit at this moment (`2,5`, or `none`), or `error: ...`. Chips, key and
contact stay where they are when the daemon dies: the last order for each is kept in a file beside the socket
(`world_file`) and given again at the next start, before any driver looks.
"""

import socketserver
import threading
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeVar

from controller.errors import BadInput
from controller.events import Key, KeyPosition
from controller.ports import Lamp
from drivers.wiring import SEATS

_E = TypeVar("_E", bound=StrEnum)
_WAIT_S = 5


class Drivable(Protocol):
    """What orders can move and see: the simulated board, or the lines of a virtual machine."""

    def place(self, seat: int, bounces: int = 0) -> None: ...
    def lift(self, seat: int, bounces: int = 0) -> None: ...
    def turn_key(self, position: KeyPosition) -> None: ...
    def switch_service(self, on: bool) -> None: ...
    def hold(self, key: Key, /) -> None: ...
    def release(self, key: Key, /) -> None: ...
    def press(self, key: Key) -> None: ...
    def unplug(self) -> None: ...
    def plug_in(self) -> None: ...
    def lit(self) -> frozenset[int]: ...
    def lamp(self, seat: int) -> Lamp | None: ...
    def wait_lamp(self, seat: int, lamp: Lamp, timeout_s: float) -> bool: ...


class BoardServer:
    def __init__(self, board: Drivable, path: Path) -> None:
        self._path = path
        path.unlink(missing_ok=True)  # Left behind by a process that was killed.
        self._server = _Server(str(path), _Lines)
        self._server.order = BoardOrders(board, world_file(path))
        path.chmod(0o600)
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": 0.05},
            name="sim-board",
            daemon=True,
        )
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._path.unlink(missing_ok=True)


def world_file(path: Path) -> Path:
    """Where the things that people have put down are kept while nobody runs the board: one order a line."""
    return path.with_name(f"{path.name}.world")


_LASTING = {"chip": 2, "key": 1, "service": 1}
"""Orders that leave something where it was put, and how many of their words say what; bounces do not last."""


class BoardOrders:
    """One line to one answer."""

    def __init__(self, board: Drivable, world: Path) -> None:
        self._board = board
        self._world = world
        self._lasting: dict[str, str] = {}
        self._orders: dict[str, Callable[[list[str]], str | None]] = {
            "chip": self._chip,
            "press": lambda words: board.press(_one_of(Key, words, 0)),
            "hold": lambda words: board.hold(_one_of(Key, words, 0)),
            "release": lambda words: board.release(_one_of(Key, words, 0)),
            "key": lambda words: board.turn_key(_one_of(KeyPosition, words, 0)),
            "service": lambda words: board.switch_service(_on(words, 0)),
            "board": self._plug,
            "lamps?": lambda _: self._patterns(),
            "lit?": lambda _: ",".join(map(str, sorted(board.lit()))) or "none",
            "wait-lamp": self._wait_lamp,
        }
        for line in world.read_text().splitlines() if world.exists() else ():
            self(line)

    def __call__(self, line: str) -> str:
        name, *words = line.split() or [""]
        order = self._orders.get(name)
        if order is None:
            return f'error: no such order "{name}"; known are {", ".join(self._orders)}'
        try:
            answer = order(words) or "ok"
        except BadInput as error:
            return f"error: {error}"
        self._keep(name, words)
        return answer

    def _keep(self, name: str, words: list[str]) -> None:
        if name in _LASTING:
            lasting = words[: _LASTING[name]]
            self._lasting[" ".join([name, *lasting[:-1]])] = " ".join([name, *lasting])
            self._world.write_text("\n".join(self._lasting.values()) + "\n")

    def _chip(self, words: list[str]) -> None:
        seat, present, bounces = _seat(words), _on(words, 1), _number(words, 2, 0)
        (self._board.place if present else self._board.lift)(seat, bounces)

    def _plug(self, words: list[str]) -> None:
        if _word(words, 0, "gone, back") == "gone":
            self._board.unplug()
        else:
            self._board.plug_in()

    def _patterns(self) -> str:
        return " ".join(f"{seat}={self._board.lamp(seat) or '?'}" for seat in range(1, SEATS + 1))

    def _wait_lamp(self, words: list[str]) -> None:
        seat, lamp, wait_s = _seat(words), _one_of(Lamp, words, 1), _number(words, 2, _WAIT_S)
        if not self._board.wait_lamp(seat, lamp, wait_s):
            raise BadInput(f"lamp {seat}: want {lamp} within {wait_s} s, got {self._patterns()}")


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    block_on_close = False
    order: BoardOrders


class _Lines(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        try:
            for line in self.rfile:
                answer = self.server.order(line.decode(errors="replace").strip())
                self.wfile.write(f"{answer}\n".encode())
        except ConnectionError:
            return  # Who asked has gone; the board stays as it is.


def _word(words: list[str], index: int, wanted: str) -> str:
    word = words[index] if index < len(words) else ""
    if word not in wanted.split(", "):
        raise BadInput(f'want one of {wanted}, got "{word}"')
    return word


def _one_of(names: type[_E], words: list[str], index: int) -> _E:
    return names(_word(words, index, ", ".join(names)))


def _on(words: list[str], index: int) -> bool:
    return _word(words, index, "on, off") == "on"


def _seat(words: list[str]) -> int:
    return int(_word(words, 0, ", ".join(str(seat) for seat in range(1, SEATS + 1))))


def _number(words: list[str], index: int, default: int) -> int:
    if index >= len(words):
        return default
    if not words[index].isdecimal():
        raise BadInput(f'want a whole number, got "{words[index]}"')
    return int(words[index])
