"""Faults between what a phase wants and what a table without hardware gets. They prove that the suite finds them.

dead puck 3             swapped pucks 2 5       bouncing puck 4 20 (ms)
stuck key coin-in       deaf shuffler           dark lamp 6
lying disk              loose service
"""

import time
from collections.abc import Callable, Iterable

from controller.errors import ConfigError

Obey = Callable[[str], str]
_FLIP_S = 0.002
_ORDERS_UNTIL_LOOSE = 4


class SimFaults:
    """Takes the orders instead of the table, and passes on what a faulty one would have got."""

    def __init__(self, obey: Obey, faults: Iterable[str]) -> None:
        self._obey = obey
        self._dead: set[str] = set()
        self._dark: set[str] = set()
        self._swapped: dict[str, str] = {}
        self._bounce_s: dict[str, float] = {}
        self._from_now_on: list[str] = []
        self._until_loose: int | None = None
        for fault in faults:
            self._plant(fault)

    def __call__(self, order: str) -> str:
        words = order.split()
        if words[0] not in {"service", "rest"}:
            self._begin()
        self._loosen()
        if words[0] == "chip":
            return self._chip(words[1], words[2])
        if words[0] == "lamp" and words[1] in self._dark and words[2] != "off":
            return self._obey(
                f"lamp {words[1]} taken 1"
            )  # It is not: the order fails as it should.
        return self._obey(order)

    def _begin(self) -> None:
        """Not before the table is in service mode: in play it would take a stuck key for a dealer's."""
        planted, self._from_now_on = self._from_now_on, []
        for order in planted:
            self._obey(order)

    def _loosen(self) -> None:
        """The service contact opens in the middle of the test, as a plug does that is not quite in."""
        if self._until_loose is not None:
            self._until_loose -= 1
            if self._until_loose == 0:
                self._obey("service off")

    def _plant(self, fault: str) -> None:
        match fault.split():
            case ["dead", "puck", seat]:
                self._dead.add(seat)
            case ["dark", "lamp", seat]:
                self._dark.add(seat)
            case ["swapped", "pucks", one, other]:
                self._swapped |= {one: other, other: one}
            case ["bouncing", "puck", seat, milliseconds]:
                self._bounce_s[seat] = int(milliseconds) / 1000
            case ["stuck", "key", key]:
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
        if seat in self._dead:
            return "ok"
        seat = self._swapped.get(seat, seat)
        end = time.monotonic() + self._bounce_s.get(seat, 0)
        other = "off" if on == "on" else "on"
        while time.monotonic() < end:
            self._obey(f"chip {seat} {on}")
            time.sleep(_FLIP_S)
            self._obey(f"chip {seat} {other}")
            time.sleep(_FLIP_S)
        return self._obey(f"chip {seat} {on}")
