"""The hands and eyes of the virtual bench, inside the guest: one line asked, one line answered, on a virtio port.

Takes the orders of drivers/sim/board_server (chip 2 on, press coin-in, wait-lamp 2 taken ...) and these:

    run 10 systemctl ...    a shell command with so many seconds; answers JSON: code and output
    burst 3 1000            so many edges on the puck of seat 3, ending without a chip
    at-commit press j-pot   gives the order and answers the moment the journal has been written to
    level 18                the level of a GPIO line
    swipe 12345678          a card in the badge reader
    net off, net on         the table's network, for a table whose broker is at port 1884: see RELAY_PORT
    clock 1772658942.123    the time of day, in seconds since 1970
    ping

Knows the default wiring. What the world looked like before a power cut comes with the kernel's command line.
"""

import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from controller.events import Key, KeyPosition
from controller.ports import Lamp
from drivers.badge import DIGIT_CODES, ENTER_CODES
from drivers.sim.board_server import BoardOrders
from drivers.sim.input_device import swipe_codes
from drivers.sim.lamp_watch import LampWatch
from drivers.wiring import KeypadWiring, PinWiring
from hil.net_relay import NetRelay
from hil.vm.guest.lines import BADGE_NAME, KEYPAD_NAME, Keyboard, SimLines

PORT = Path("/dev/virtio-ports/pucklight.control")
WORLD = Path("/run/pucklight-bench/world")
WRITE_AHEAD = Path("/var/lib/pucklight/journal.db-wal")
LOOK_S = 0.02
COMMIT_S = 10
MOST_TOLD = 100_000
BROKER_PORT, RELAY_PORT = 1883, 1884


class GuestBoard:
    """Fits `board_server.Drivable`. Contacts close to ground, so a closed one is pulled down."""

    def __init__(self, wiring: PinWiring, lines: SimLines, keyboard: Keyboard) -> None:
        self._wiring, self.lines, self._keyboard = wiring, lines, keyboard
        self._codes = KeypadWiring().codes
        self._looking = threading.Lock()
        self._watches: dict[int, LampWatch] = {}
        for gpio in (*wiring.pucks, wiring.key, wiring.service):
            lines.pull(gpio, up=True)

    def place(self, seat: int, bounces: int = 0) -> None:
        self._move(seat, True, bounces)

    def lift(self, seat: int, bounces: int = 0) -> None:
        self._move(seat, False, bounces)

    def _move(self, seat: int, present: bool, bounces: int) -> None:
        gpio = self._wiring.pucks[seat - 1]
        for _ in range(bounces):
            self.lines.pull(gpio, up=not present)
            self.lines.pull(gpio, up=present)
        self.lines.pull(gpio, up=not present)

    def turn_key(self, position: KeyPosition) -> None:
        self.lines.pull(self._wiring.key, up=position is KeyPosition.RUN)

    def switch_service(self, on: bool) -> None:
        self.lines.pull(self._wiring.service, up=not on)

    def hold(self, key: Key, /) -> None:
        self._keyboard.key(self._codes[key], down=True)

    def release(self, key: Key, /) -> None:
        self._keyboard.key(self._codes[key], down=False)

    def press(self, key: Key) -> None:
        self.hold(key)
        self.release(key)

    def unplug(self) -> None:
        self.lines.take_away()

    def plug_in(self) -> None:
        self.lines.bring_back()

    def lit(self) -> frozenset[int]:
        with self._looking:
            return frozenset(seat for seat, watch in (self._watches or {}).items() if watch.lit)

    def lamp(self, seat: int) -> Lamp | None:
        with self._looking:
            return self._watches[seat].shown(time.monotonic_ns()) if self._watches else None

    def wait_lamp(self, seat: int, lamp: Lamp, timeout_s: float) -> bool:
        end = time.monotonic() + timeout_s
        while self.lamp(seat) is not lamp:
            if time.monotonic() > end:
                return False
            time.sleep(LOOK_S)
        return True

    def burst(self, seat: int, edges: int) -> None:
        self._move(seat, False, edges // 2)

    def look(self) -> None:
        """For ever: a lamp's pattern can only be told from its levels over time."""
        while True:
            with self._looking:
                for seat, gpio in enumerate(self._wiring.lamps, 1):
                    lit, now_ns = self.lines.level(gpio), time.monotonic_ns()
                    self._watches.setdefault(seat, LampWatch(lit, now_ns)).feed(lit, now_ns)
            time.sleep(LOOK_S)


def shell(words: str) -> str:
    seconds, _, command = words.partition(" ")
    with subprocess.Popen(
        ["/bin/sh", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=float(seconds))
        except subprocess.TimeoutExpired:
            # With all it has started: whoever keeps the pipe open would keep us.
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            output += f"\nnot done within {seconds} s".encode()
    told = output[-MOST_TOLD:].decode(errors="replace")
    return json.dumps({"code": process.returncode, "output": told})


def at_commit(order: Callable[[str], str], line: str) -> str:
    """The log of the database is written to once for each commit."""
    before, end = _written_ns(), time.monotonic() + COMMIT_S
    answer = order(line)
    while answer == "ok" and _written_ns() == before:
        if time.monotonic() > end:
            return f"error: nothing was written within {COMMIT_S} s"
    return answer


def _written_ns() -> int:
    return WRITE_AHEAD.stat().st_mtime_ns if WRITE_AHEAD.exists() else 0


def swipe(reader: Keyboard, badge: str) -> str:
    for code in swipe_codes(badge):
        reader.key(code, down=True)
        reader.key(code, down=False)
    return "ok"


def orders(board: GuestBoard, reader: Keyboard, net: NetRelay) -> Callable[[str], str]:
    on_board = BoardOrders(board, WORLD)

    def answer(line: str) -> str:
        verb, _, rest = line.partition(" ")
        match verb:
            case "run":
                return shell(rest)
            case "at-commit":
                return at_commit(on_board, rest)
            case "swipe":
                return swipe(reader, rest)
            case "level":
                return str(int(board.lines.level(int(rest))))
            case "burst":
                board.burst(*map(int, rest.split()))
            case "net":
                (net.cut if rest == "off" else net.mend)()
            case "clock":
                time.clock_settime(time.CLOCK_REALTIME, float(rest))
            case "ping":
                pass
            case _:
                return on_board(line)
        return "ok"

    return answer


def remember_world() -> None:
    """`pucklight.world=chip:2:on,key:jph`: what stood where before the power was cut."""
    given = [
        word for word in Path("/proc/cmdline").read_text().split() if "pucklight.world=" in word
    ]
    for word in given:
        world = word.partition("=")[2].replace(":", " ").replace(",", "\n")
        WORLD.write_text(world + "\n")


def tell_systemd() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])


def serve(answer: Callable[[str], str]) -> None:
    with PORT.open("r+b", buffering=0) as port:
        rest = b""
        while True:
            chunk = port.read(4096)
            if not chunk:  # Nobody is connected at the host's end.
                time.sleep(LOOK_S)
                continue
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                port.write(answer(line.decode(errors="replace").strip()).encode() + b"\n")


def main() -> None:
    remember_world()
    keypad = Keyboard(KeypadWiring().codes.values(), KEYPAD_NAME)
    reader = Keyboard((*DIGIT_CODES, *ENTER_CODES), BADGE_NAME)
    board = GuestBoard(PinWiring(), SimLines(), keypad)
    answer = orders(board, reader, NetRelay(BROKER_PORT, RELAY_PORT))
    threading.Thread(target=board.look, name="look", daemon=True).start()
    tell_systemd()
    serve(answer)


if __name__ == "__main__":
    main()
