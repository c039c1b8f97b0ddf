"""The prompted bench: a technician is the hands and the eyes. No cable, no opened table."""

from collections.abc import Collection

from controller.events import Key
from drivers.wiring import SEATS
from hil.bench import NotPossible, Seen
from hil.person import Person, seat_picture
from hil.station import Station

_SENTENCES = {
    ("chip", "on"): "Place a chip on SEAT {0} now.",
    ("chip", "off"): "Lift the chip from SEAT {0} now.",
    ("key", "jph"): "Turn the floor's key to JPH now.",
    ("key", "run"): "Turn the floor's key back to RUN now.",
    ("service", "on"): "Turn the SERVICE contact on now.",
    ("service", "off"): "Turn the SERVICE contact off now.",
    ("shuffler", "unplug"): "Pull the shuffler's data cable now.",
    ("shuffler", "replug"): "Put the shuffler's data cable back now.",
    ("net", "off"): "Pull the table's NETWORK cable now.",
    ("net", "on"): "Put the table's NETWORK cable back now.",
}


_PROMPTS = {
    "pucks": 5 * SEATS,  # On and off, then on, looked at, and off.
    "keypad": len(Key),
    "key": 2,
    "badge": 1,
    "shuffler": 2,
    "broker": 3,
    "display": 1,
}
_SERVICE = 2
SECONDS_A_PROMPT = 6
"""A guess: read it, reach over the table, do it."""


def prompts(station: Station, only: Collection[str] = ()) -> int:
    """How often a person is asked in a run in which nothing is wrong."""
    asked = (n for name, n in _PROMPTS.items() if station.fits(name) and (not only or name in only))
    return _SERVICE + sum(asked)


class PromptedBench:
    """Fits `bench.Bench`."""

    name = "prompted"
    timed = False
    real_time = True
    reads_lamps = False

    def __init__(self, station: Station, person: Person | None = None) -> None:
        self._person = person or Person()
        self.mqtt = station.mqtt

    def do(self, order: str, seen: Seen | None = None) -> str:
        sentence = _sentence(order)
        if seen is None:
            raise NotPossible(f"nobody could tell whether it was done: {order}")
        words = order.split()
        picture = seat_picture(int(words[1])) if words[0] == "chip" else ""
        self._person.show(sentence, seen, picture)
        return "ok"

    def ask(self, question: str) -> bool:
        return self._person.ask(question)

    def prompts(self) -> list[dict[str, object]]:
        return self._person.prompts()

    def close(self) -> None:
        """A person is not closed."""


def _sentence(order: str) -> str:
    verb, *words = order.split()
    if verb == "press":
        return f"Press the key {words[0].upper()} once now."
    if verb == "swipe":
        return "Swipe any known card now."
    sentence = _SENTENCES.get((verb, words[-1] if words else ""))
    if sentence is None:
        raise NotPossible(f"this is not asked of a person: {order}")
    return sentence.format(*words)
