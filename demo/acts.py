"""What a person at the table can do, as small JSON orders, each given to the device that a person would touch.

{"do": "chip", "seat": 2, "on": true}     {"do": "press", "key": "coin-in"}     {"do": "key", "to": "jph"}
{"do": "service", "on": true}             {"do": "sweep"}                       {"do": "deal", "hands": {"2": "AsKsQs"}}
{"do": "shuffler", "line": "unplug"}      {"do": "power", "on": false}          {"do": "broker", "on": false}
{"do": "autoplay", "on": true, "speed": 2}                                      {"do": "finish"}
"""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from controller.errors import BadInput
from controller.events import Key, KeyPosition
from demo.stage import Stage
from drivers.wiring import SEATS

Order = Mapping[str, Any]

SHUFFLER_LINES = (
    *("unplug", "replug", "replace SIM-2", "replace SIM-1", "restart"),
    *("misdeal 2", "missing", "swallow", "same-deck", "jam", "clear", "garbage 200"),
)


class Acts:
    """One at a time, whoever asks."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._lock = threading.Lock()
        self.further: dict[str, Callable[[Order], None]] = {}
        """Orders that are not for a device: autoplay puts its own here."""

    def do(self, order: Order) -> None:
        name = order.get("do")
        act = getattr(self, f"_do_{name}", None) if isinstance(name, str) else None
        if further := self.further.get(str(name)):
            further(order)
        elif act is None:
            raise BadInput(f"do: no such act {name!r}")
        else:
            with self._lock:
                act(order)

    def set_speed(self, speed: float) -> None:
        with self._lock:
            self._stage.set_speed(speed)

    def _do_chip(self, order: Order) -> None:
        self._put_chip(_seat(order), _on(order))

    def _do_sweep(self, _: Order) -> None:
        """The dealer takes every chip into the drop."""
        for seat in self._world()["chips"]:
            self._put_chip(seat, False)

    def _do_press(self, order: Order) -> None:
        self._stage.table.press(_one_of(order, "key", [str(key) for key in Key]))

    def _do_key(self, order: Order) -> None:
        position = _one_of(order, "to", [str(each) for each in KeyPosition])
        self._stage.table.put("key", position)
        self._now(key=position)

    def _do_service(self, order: Order) -> None:
        on = _on(order)
        self._stage.table.put("service", "on" if on else "off")
        self._now(service=on)

    def _do_deal(self, order: Order) -> None:
        """To the seats of the round; without one, to the seats with a chip: the shuffler will wait."""
        round_ = self._stage.hub.get("round") or {}
        seats = round_.get("seats") or self._world()["chips"]
        if not seats:
            raise BadInput("Nobody plays yet: put a chip on a puck first.")
        given = _hands(order)
        hands = [f"{seat}={cards}" for seat, cards in given.items() if int(seat) in seats]
        self._stage.shuffler.do(f"deal {','.join(map(str, seats))}, {' '.join(hands)}")

    def _do_shuffler(self, order: Order) -> None:
        self._stage.shuffler.do(_one_of(order, "line", SHUFFLER_LINES))

    def _do_power(self, order: Order) -> None:
        table = self._stage.table
        (table.start if _on(order) else table.cut_power)()

    def _do_broker(self, order: Order) -> None:
        broker = self._stage.broker
        (broker.start if _on(order) else broker.kill)()

    def _put_chip(self, seat: int, on: bool) -> None:
        self._stage.table.put(f"chip {seat}", "on" if on else "off")
        chips = {*self._world()["chips"]} - {seat}
        self._now(chips=sorted({*chips, seat} if on else chips))

    def _world(self) -> dict[str, Any]:
        world: dict[str, Any] = self._stage.hub.get("world")
        return world

    def _now(self, **changed: object) -> None:
        self._stage.hub.put("world", {**self._world(), **changed})


def _on(order: Order) -> bool:
    if not isinstance(on := order.get("on"), bool):
        raise BadInput(f"on: want true or false, got {on!r}")
    return on


def _seat(order: Order) -> int:
    seat = order.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= SEATS:
        raise BadInput(f"seat: want 1 to {SEATS}, got {seat!r}")
    return seat


def _one_of(order: Order, name: str, known: list[str] | tuple[str, ...]) -> str:
    word = order.get(name)
    if not isinstance(word, str) or word not in known:
        raise BadInput(f"{name}: want one of {', '.join(known)}, got {word!r}")
    return word


def _hands(order: Order) -> dict[str, str]:
    hands = order.get("hands", {})
    if not isinstance(hands, dict) or not all(
        seat.isdecimal() and isinstance(cards, str) and cards.isalnum()
        for seat, cards in hands.items()
    ):
        raise BadInput(f'hands: want such as {{"2": "AsKsQs"}}, got {hands!r}')
    return hands
