"""What one check of `pucklight doctor` says: how it stands, what it means, what to do. Knows no check."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

LIMIT_S = 20.0


class Mark(StrEnum):
    OK = "ok"
    WARNING = "warning"
    """The table plays; somebody should look at it."""
    PROBLEM = "problem"
    """The table does not play, is not heard, or is not safe."""


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    """Stays the same, for programs that read it: `broker.login`."""
    mark: Mark
    what: str
    meaning: str = ""
    action: str = ""


Findings = Iterable[Finding]


def ok(code: str, what: str, meaning: str = "") -> Finding:
    return Finding(code, Mark.OK, what, meaning)


def warning(code: str, what: str, meaning: str, action: str) -> Finding:
    return Finding(code, Mark.WARNING, what, meaning, action)


def problem(code: str, what: str, meaning: str, action: str) -> Finding:
    return Finding(code, Mark.PROBLEM, what, meaning, action)


def within(name: str, check: Callable[[], Findings], limit_s: float = LIMIT_S) -> list[Finding]:
    """What the check finds, or that it found nothing in time: a disk or a port that hangs must not hang the doctor."""
    found: list[Finding] = []
    ended = threading.Event()

    def examine() -> None:
        found.extend(check())
        ended.set()

    thread = threading.Thread(target=examine, name=f"doctor {name}", daemon=True)
    thread.start()
    thread.join(limit_s)
    if ended.is_set():
        return found
    if thread.is_alive():
        what, action = f"no answer within {limit_s:g} s", "see whether a disk or a device hangs"
    else:
        what, action = "the check broke off", "send the lines above to the vendor"
    return [*found, problem(f"{name}.check", what, "nothing is known of the rest of it", action)]
