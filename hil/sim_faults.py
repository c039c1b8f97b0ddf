"""Faults between what a phase wants and what a table without hardware gets. They prove that the suite finds them.

dead puck 3             swapped pucks 2 5       bouncing puck 4 20 (ms)
stuck puck 3            crosstalk 3 6           wearing puck 4
doubling puck 3         stuck key coin-in       dark lamp 6
deaf shuffler           lying disk              loose service
"""

import time
from collections.abc import Callable, Iterable

from controller.errors import ConfigError

Obey = Callable[[str], str]
_FLIP_S = 0.002
_ORDERS_UNTIL_LOOSE = 4
_DOUBLE_S = 0.15
"""Longer than any debounce: what bounces is one move, what doubles is two."""
_WEARING_MS = "9"


class SimFaults:
    """Takes the orders instead of the table, and passes on what a faulty one would have got."""

    def __init__(self, obey: Obey, faults: Iterable[str]) -> None:
        self._obey = obey
        self._deaf: set[str] = set()
        """Seats whose line does not follow their chip: dead, or stuck."""
        self._dark: set[str] = set()
        self._doubling: set[str] = set()
        self._stuck_keys: set[str] = set()
        self._swapped: dict[str, str] = {}
        self._bridged: dict[str, str] = {}
        """The seat whose chip pulls another seat's line too."""
        self._bounce_s: dict[str, float] = {}
        self._chips: set[str] = set()
        """Where chips lie, whatever the table sees."""
        self._from_the_start: list[str] = []
        self._from_now_on: list[str] = []
        self._until_loose: int | None = None
        for fault in faults:
            self._plant(fault)

    def __call__(self, order: str) -> str:
        self._begin(self._from_the_start)
        words = order.split()
        if words[0] not in {"service", "rest"}:
            # Not before the table is in service mode: in play it would take a stuck key for a dealer's.
            self._begin(self._from_now_on)
        self._loosen()
        match words:
            case ["chip", seat, on]:
                return self._chip(seat, on)
            case ["press" | "hold" | "release", key] if key in self._stuck_keys:
                return "ok"  # It is down, and stays down.
            case ["lamp", seat, pattern] if seat in self._dark and pattern != "off":
                return self._obey(f"lamp {seat} taken 1")  # It is not: it fails as it should.
        return self._obey(order)

    def _begin(self, planted: list[str]) -> None:
        while planted:
            self._obey(planted.pop(0))

    def _loosen(self) -> None:
        """The service contact opens in the middle of the test, as a plug does that is not quite in."""
        if self._until_loose is not None:
            self._until_loose -= 1
            if self._until_loose == 0:
                self._obey("service off")

    def _plant(self, fault: str) -> None:
        match fault.split():
            case ["dead", "puck", seat]:
                self._deaf.add(seat)
            case ["stuck", "puck", seat]:
                self._deaf.add(seat)
                self._from_the_start.append(f"chip {seat} on")
            case ["doubling", "puck", seat]:
                self._doubling.add(seat)
            case ["crosstalk", seat, other]:
                self._bridged[seat] = other
            case ["dark", "lamp", seat]:
                self._dark.add(seat)
            case ["swapped", "pucks", one, other]:
                self._swapped |= {one: other, other: one}
            case _:
                self._plant_rest(fault)

    def _plant_rest(self, fault: str) -> None:
        match fault.split():
            case ["bouncing", "puck", seat, milliseconds]:
                self._bounce_s[seat] = int(milliseconds) / 1000
            case ["wearing", "puck", seat]:
                self._plant_rest(f"bouncing puck {seat} {_WEARING_MS}")
            case ["stuck", "key", key]:
                self._stuck_keys.add(key)
                self._from_now_on.append(f"hold {key}")
            case ["deaf", "shuffler"]:
                self._from_now_on.append("shuffler mute")
            case ["loose", "service"]:
                self._until_loose = _ORDERS_UNTIL_LOOSE
            case ["lying", "disk"]:
                self._obey("disk lies")
            case _:
                raise ConfigError(f'sim.faults: no such fault "{fault}"; known are:\n{__doc__}')

    def _chip(self, seat: str, on: str) -> str:
        (self._chips.add if on == "on" else self._chips.discard)(seat)
        if seat in self._deaf:
            return "ok"
        seat = self._swapped.get(seat, seat)
        self._chatter(seat, on)
        said = self._obey(f"chip {seat} {on}") if not self._held(seat, on) else "ok"
        if (other := self._bridged.get(seat)) and other not in self._chips:
            self._obey(f"chip {other} {on}")
        return said

    def _held(self, seat: str, on: str) -> bool:
        """Whether a bridge keeps the line low although this chip is lifted."""
        return on == "off" and any(
            other == seat and source in self._chips for source, other in self._bridged.items()
        )

    def _chatter(self, seat: str, on: str) -> None:
        back = "off" if on == "on" else "on"
        end = time.monotonic() + self._bounce_s.get(seat, 0)
        while time.monotonic() < end:
            self._obey(f"chip {seat} {on}")
            time.sleep(_FLIP_S)
            self._obey(f"chip {seat} {back}")
            time.sleep(_FLIP_S)
        if seat in self._doubling:
            self._obey(f"chip {seat} {on}")
            time.sleep(_DOUBLE_S)
            self._obey(f"chip {seat} {back}")
            time.sleep(_DOUBLE_S)
