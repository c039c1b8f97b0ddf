"""What a phase may ask of a bench. Phases say what should happen; the bench decides how.

Every order is one line of one vocabulary, the same on a simulated board, on a jig's serial line and as a sentence to a
person:

    chip 3 on|off       press coin-in       hold coin-in      release coin-in     key jph|run
    service on|off      swipe 12345678      shuffler unplug   lamp 3 seen         lamps?
    net off|on          power cut|stop|on   fresh {...}       restore
    rest

A bench of another kind is one more class with these methods, and a name in `benches.py`.
"""

from collections.abc import Callable
from typing import Protocol

from controller.errors import PucklightError

REAL = frozenset({"prompted", "jig"})
"""Benches with a table that exists. What any other gives is practice, with planted faults perhaps."""

Seen = Callable[[], bool]
"""Whether the table has shown that the order was carried out."""


class NotPossible(PucklightError):
    """Beyond what the bench can do: the step is skipped, and a mandatory one makes the run INCOMPLETE."""


class Skipped(NotPossible):
    """A person would not do it, or not say so: it may have been done all the same."""


class FailedByPerson(PucklightError):
    """The technician saw that it does not work; the text is the note."""


class Bench(Protocol):
    name: str
    timed: bool
    """Whether a machine acts: only then can delays be measured, and are many cycles bearable."""
    real_time: bool
    """False where the table runs on another machine than its own: then delays are recorded and not judged."""
    reads_lamps: bool

    def do(self, order: str, seen: Seen | None = None) -> str:
        """Carries one order out. Raises NotPossible, or DeviceError when the bench itself fails."""
        ...

    def ask(self, question: str) -> bool:
        """For what only eyes can see. Raises NotPossible where nobody looks."""
        ...

    def prompts(self) -> list[dict[str, object]]:
        """What people were asked since the last call."""
        ...

    def close(self) -> None: ...
