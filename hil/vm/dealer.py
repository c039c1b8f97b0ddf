"""A dealer at the table in the machine: plays a winning round step by step, and finishes one from wherever it stands.

Sees what a dealer can see (the table's documents and lamps) and touches what a dealer can touch.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self

from controller.errors import PucklightError
from controller.messages import Document

SEATS = (2, 5)
STUCK_ACTIONS = 20


class Stuck(PucklightError):
    """The dealer cannot finish the round: what the table said last stands in the text."""


@dataclass(frozen=True)
class Step:
    """Orders that lead up to it, the order that makes the table write, and the row it writes."""

    before: tuple[str, ...]
    order: str
    row: str


ROUND = (
    Step(tuple(f"chip {seat} on" for seat in SEATS), "press coin-in", "coin_in"),
    Step(
        (*(f"chip {seat} off" for seat in SEATS), "press seat-2"),
        "press straight-flush",
        "win_claimed",
    ),
    Step((), "key jph", "verify_started"),
    Step((), "press j-pot", "j_pot"),
    Step((), "key run", "meter_adjusted"),
    Step((), "press game-over", "game_over"),
)

Order = Callable[[str], str]


class Hears(Protocol):
    """What the table has said: of a broker, or of a table in this process."""

    def last(self, topic: str) -> Document: ...
    def rows(self) -> dict[int, Document]: ...
    def wait(self, what: str, wanted: Callable[[Self], bool]) -> None: ...


class Dealer:
    def __init__(self, order: Order, heard: Hears) -> None:
        self._order, self._heard = order, heard

    def lead_up(self, step: Step) -> None:
        for line in step.before:
            self._order(line)

    def play(self, step: Step) -> None:
        self.lead_up(step)
        before = max(self._heard.rows(), default=0)
        self._order(step.order)
        self.wait_row(step, before)

    def wait_row(self, step: Step, after: int) -> None:
        def written(heard: Hears) -> bool:
            return any(seq > after and row["type"] == step.row for seq, row in heard.rows().items())

        self._heard.wait(step.row, written)

    def finish(self) -> None:
        """From any state to the end of a round, with a Coin In first if none was taken."""
        for _ in range(STUCK_ACTIONS):
            shown = self._heard.last("round")
            for line in _next(shown):
                self._order(line)
            self._heard.wait(f"anything new after {shown}", _moved_from(shown))
            if shown["state"] == "in_play" and self._heard.last("round")["state"] == "betting":
                return
        raise Stuck(f"after {STUCK_ACTIONS} actions the table says {self._heard.last('round')}")


def _moved_from(old: Document) -> Callable[[Hears], bool]:
    return lambda heard: heard.last("round") != old


def _next(shown: Document) -> tuple[str, ...]:
    """What the dealer, or the floor with the key, does next."""
    match shown["state"], bool(shown["claims"]), shown["key"]:
        case "betting", _, "jph":
            return ("key run",)
        case "betting", _, _:
            return (*ROUND[0].before, "press coin-in")
        case "in_play", True, "run":
            return ("key jph",)
        case "in_play", False, "jph":
            return ("key run",)
        case "in_play", False, _:
            return (*(f"chip {seat} off" for seat in SEATS), "press game-over")
        case "verifying", True, _:
            return ("press j-pot",)
        case _:
            return ("key run",)
