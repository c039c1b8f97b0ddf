"""Asks a person at a terminal, and notices by itself when the table has seen what was asked for.

Never times out: a technician may have been called away. Every prompt, its answer and how long it took are kept.
"""

import os
import select
import sys
import time
from typing import TextIO

from hil.bench import FailedByPerson, Seen, Skipped

_LOOK_S = 0.05
_HELP = "   [Enter] look again   [s reason] skip   [f note] fail"


def seat_picture(seat: int | None, seats: int = 8) -> str:
    """The table from the dealer's side, as on the felt: seat 1 is at the dealer's left."""
    marks = "  ".join(f"[{n}]" if n == seat else f" {n} " for n in range(1, seats + 1))
    return f"      {marks}\n      {'-' * (len(marks))}\n{'DEALER':^{len(marks) + 12}}"


class Person:
    def __init__(self, heard_from: int | None = None, said_to: TextIO | None = None) -> None:
        self._fd = sys.stdin.fileno() if heard_from is None else heard_from
        self._to = said_to or sys.stdout
        self._typed = b""
        self._prompts: list[dict[str, object]] = []

    def prompts(self) -> list[dict[str, object]]:
        asked, self._prompts = self._prompts, []
        return asked

    def show(self, text: str, seen: Seen, picture: str = "") -> None:
        """Asks for something to be done, and goes on when the table has seen it."""
        start = time.monotonic()
        self._say(text, picture, _HELP)
        while not seen():
            line = self._line(_LOOK_S)
            if line is not None and self._decided(line, text, start):
                self._say(text, picture, _HELP)
        self._keep(text, "table", "seen", start)
        self._to.write("   seen.\n")
        self._to.flush()

    def ask(self, question: str) -> bool:
        """For what only eyes can see: yes or no."""
        start = time.monotonic()
        shown = "   [y] yes   [n] no   [s reason] skip   [f note] fail"
        self._say(question, "", shown)
        while True:
            line = self._line(None)
            if line in {"y", "n"}:
                self._keep(question, "person", line, start)
                return line == "y"
            if line is not None and self._decided(line, question, start):
                self._say(question, "", shown)

    def number(self, question: str, most: int) -> int:
        start = time.monotonic()
        self._say(question, "", "")
        while True:
            line = self._line(None)
            if line is not None and line.isdecimal() and int(line) <= most:
                self._keep(question, "person", line, start)
                return int(line)
            if line is not None and self._decided(line, question, start):
                self._say(question, "", "")

    def _decided(self, line: str, text: str, start: float) -> bool:
        """True if the prompt should be shown again; leaves by an exception when the person has decided."""
        word, _, rest = line.partition(" ")
        if word in {"s", "f"} and not rest.strip():
            self._to.write("   Say why: `s reason` or `f note`.\n")
            return True
        if word == "s":
            self._keep(text, "person", f"skipped: {rest}", start)
            raise Skipped(f"skipped by the technician: {rest}")
        if word == "f":
            self._keep(text, "person", f"failed: {rest}", start)
            raise FailedByPerson(rest)
        return True

    def _say(self, text: str, picture: str, answers: str) -> None:
        shown = f"{picture}\n" if picture else ""
        self._to.write(f"\n{shown}>> {text}\n{answers}\n")
        self._to.flush()

    def _keep(self, text: str, by: str, answer: str, start: float) -> None:
        seconds = round(time.monotonic() - start, 1)
        self._prompts.append(
            {"text": text, "answered_by": by, "answer": answer, "seconds": seconds}
        )

    def _line(self, wait_s: float | None) -> str | None:
        """What the person typed, up to Enter; None if nothing within the time."""
        if b"\n" not in self._typed:
            if not select.select([self._fd], [], [], wait_s)[0]:
                return None
            chunk = os.read(self._fd, 4096)
            if not chunk:
                raise Skipped("nobody is there any more: the terminal was closed")
            self._typed += chunk
        line, found, rest = self._typed.partition(b"\n")
        if not found:
            return None
        self._typed = rest
        return line.decode(errors="replace").strip().lower()
