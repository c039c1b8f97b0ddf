"""All cards of one screen: what came in goes to their displays, what should be shown comes out as one document.

The only place where threads meet: the broker's thread puts in, each viewer's thread looks. Every look is the whole
truth, so a viewer that missed something misses nothing.
"""

import json
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from controller.money import dollars
from meter import documents
from meter.display import LOST_AFTER_S, Display, State, View
from meter.documents import Win
from meter.memory import Memory
from meter.source import Kind, Source

MOST_CARDS = 12
"""More cannot be read even by a supervisor who stands close."""
SILENT = {
    Kind.TABLE: "The table is silent: check its controller.",
    Kind.LINK: "The link is silent: check the Game Manager.",
}


@dataclass(frozen=True, slots=True)
class Signs:
    """The words of the house around the amounts."""

    title: str = "Progressive Jackpot"
    notice: str = ""
    version: str = ""


class Screen:
    def __init__(
        self,
        sources: Sequence[Source],
        signs: Signs,
        memory: Memory,
        lost_after_s: float = LOST_AFTER_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.sources = tuple(sources)
        self.boot = uuid.uuid4().hex
        self._signs, self._memory, self._clock = signs, memory, clock
        self._changed = threading.Condition()
        self._displays = {one.prefix: Display(one, clock(), lost_after_s) for one in sources}
        self._trouble = "The broker has not answered yet."
        self._changes = 0
        for display in self._displays.values():
            if kept := memory.recall(display.source):
                display.recall(kept)

    def take(self, topic: str, payload: bytes) -> bool:
        """True: the sender's memory was replaced; ask the broker for the retained documents again."""
        prefix, _, name = topic.rpartition("/")
        display = self._displays.get(f"{prefix}/")
        if display is None:
            return False
        document = documents.read(display.source.kind, name, payload)
        if document is None:
            return False
        with self._changed:
            ask_again = display.take(document, self._clock())
            if kept := display.kept:
                self._memory.keep(display.source, kept)
            self._notify()
        return ask_again

    def broker_is(self, trouble: str) -> None:
        """Empty: connected."""
        with self._changed:
            self._trouble = trouble
            self._notify()

    def watched(self) -> None:
        with self._changed:
            for display in self._displays.values():
                display.watched(self._clock())
            self._notify()

    def wait(self, seen: int, wait_s: float) -> int:
        """Until something has come in since `seen`, or the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._changes != seen, wait_s)
            return self._changes

    def views(self) -> list[View]:
        with self._changed:
            now = self._clock()
            return [display.view(now) for display in self._displays.values()]

    def snapshot(self) -> str:
        """JSON for the page: amounts as numbers of cents, every other thing as the words to show."""
        cards = [self.words(view) for view in self.views()]
        return json.dumps({"boot": self.boot, **asdict(self._signs), "cards": cards})

    def words(self, view: View) -> dict[str, Any]:
        note = view.note
        if view.state is State.LOST:
            note = self._trouble or note or SILENT[view.source.kind]
        elif view.state is State.SELF_TEST and note:
            note = f"Pucklight {self._signs.version}".strip()
        return {
            "kind": view.source.kind,
            "label": view.source.label,
            "state": view.state,
            "cents": view.cents,
            "era": view.era,
            "stale": view.stale,
            "note": note,
            "win": win_words(view),
        }

    def _notify(self) -> None:
        self._changes += 1
        self._changed.notify_all()


def win_words(view: View) -> dict[str, Any] | None:
    if (win := view.win) is None:
        return None
    return {
        "number": win.number,
        "table": win.table,
        "seat": win.seat,
        "hand": win.hand,
        "cents": win.prize_cents,
        "next_cents": view.next_cents,
        "envy": envy_words(win),
    }


def envy_words(win: Win) -> str:
    """`Seats 1, 8: Envy $100.00 each`; seats that get different amounts stand apart."""
    amounts = sorted({cents for _, cents in win.envy}, reverse=True)
    groups = [(cents, [seat for seat, own in win.envy if own == cents]) for cents in amounts]
    return "; ".join(
        f"{'Seats' if len(seats) > 1 else 'Seat'} {', '.join(map(str, sorted(seats)))}: "
        f"Envy {dollars(cents)}{' each' if len(seats) > 1 else ''}"
        for cents, seats in groups
    )
