"""A bench that keeps book: nothing is touched on a table that takes money, and whatever was done is taken back.

Knows which order undoes which, and how the table shows it. What the orders are for, it does not know.
"""

from functools import partial

from controller.errors import PucklightError
from controller.messages import Topic
from hil.bench import NotPossible, Seen, Skipped
from hil.benches import OpenBench
from hil.heard import TableHeard

SHOWN_S = 60
"""A table that was cut off from its power or its place must boot before it can show anything."""
STORY = "story"
"""In the book while a story's own table stands in the place of the tested one: its money is nobody's."""


class LeftService(PucklightError):
    """The table went back to play by itself. Nothing more may be pressed: it could take a fee."""


class CarefulBench:
    """Fits `bench.Bench`."""

    def __init__(self, bench: OpenBench, heard: TableHeard) -> None:
        self._bench, self._heard = bench, heard
        self.name, self.mqtt = bench.name, bench.mqtt
        self.timed, self.real_time, self.reads_lamps = (
            bench.timed,
            bench.real_time,
            bench.reads_lamps,
        )
        self._book: dict[str, str] = {}
        """What was touched, and the order that takes it back; the oldest first."""

    def do(self, order: str, seen: Seen | None = None) -> str:
        if STORY not in self._book and _touches(order) and self._heard.state != "service":
            raise LeftService(
                f"the table left service mode by itself: it is in {self._heard.state}; nothing more was touched"
            )
        thing, back = _undoing(order)
        known = dict(self._book)
        if back:  # Before it is done: an order that breaks off in the middle is taken back too.
            self._book.setdefault(thing, back)
        try:
            answer = self._bench.do(order, seen)
        except Skipped:
            raise
        except NotPossible:
            self._book = known
            raise
        if not back:
            self._book.pop(thing, None)
        return answer

    def ask(self, question: str) -> bool:
        return self._bench.ask(question)

    def prompts(self) -> list[dict[str, object]]:
        return self._bench.prompts()

    def close(self) -> None:
        self._bench.close()

    def tidy(self) -> None:
        """After each step: what it has not taken back itself, because it was skipped or failed."""
        for thing, order in sorted(self._book.items(), key=lambda entry: _rank(entry[1])):
            try:
                self.do(order, partial(self._is_right, order))
            except NotPossible:
                self._book.pop(
                    thing, None
                )  # Asked for once; at the end the table itself says what is left.

    def take_back(self) -> list[str]:
        """At the end: all that is in the book, and all that the table shows. Gives what is still not right."""
        refused = []
        for order in sorted({*self._book.values(), *self._shown()}, key=_rank):
            try:
                self.do(order, partial(self._is_right, order))
            except PucklightError as error:
                refused.append(f"{order}: {error}")
        self._heard.until(lambda: not self._shown(), SHOWN_S)
        return [_wrong(order) for order in self._shown()] or refused

    def _is_right(self, order: str) -> bool:
        return order not in self._shown()

    def _shown(self) -> list[str]:
        """Orders for what the table itself says is not as it should be."""
        heard = self._heard
        orders = [f"chip {seat} off" for seat in heard.chips()]
        if heard.last(Topic.ROUND).get("key") == "jph":
            orders.append("key run")
        if heard.state == "offline":
            orders.append("net on")
        return orders


def _touches(order: str) -> bool:
    """Whether a dealer's hand could do it, and a table in play would take it for one."""
    verb, *words = order.split()
    return verb in {"press", "hold", "swipe"} or (verb in {"chip", "key"} and words[-1] != "off")


def _undoing(order: str) -> tuple[str, str]:
    """The thing, and the order that takes it back; empty where this order itself puts it right."""
    match order.split():
        case ["chip", seat, on]:
            return f"chip {seat}", f"chip {seat} off" if on == "on" else ""
        case ["key", position]:
            return "key", "key run" if position != "run" else ""
        case ["hold" | "release" as verb, key]:
            return f"key {key}", f"release {key}" if verb == "hold" else ""
        case ["net" | "power" as verb, how]:
            return verb, f"{verb} on" if how != "on" else ""
        case ["shuffler", "unplug" | "replug" | "replace" as what, *_]:
            return "cable", "shuffler replug" if what == "unplug" else ""
        case ["shuffler", "jam" | "clear" as what, *_]:
            return "lid", "shuffler clear" if what == "jam" else ""
        case ["fresh" | "restore" as verb, *_]:
            return STORY, "restore" if verb == "fresh" else ""
        case _:
            return "", ""


_ORDER = ("power", "restore", "net", "shuffler", "release", "chip", "key")
"""Power first, or nothing else is heard."""


def _rank(order: str) -> int:
    return _ORDER.index(order.split(maxsplit=1)[0])


def _wrong(order: str) -> str:
    match order.split():
        case ["chip", seat, _]:
            return f"a chip is still seen at seat {seat}"
        case ["key", _]:
            return "the floor's key is still at JPH"
        case _:
            return "the table is not heard"
