"""Asks a person at a terminal, and notices by itself when the table has seen what was asked for.

Never times out: a technician may have been called away. Every prompt, its answer and how long it took are kept.
"""

import os
import select
import sys
import time
from typing import TextIO

from controller.errors import PucklightError
from hil.bench import FailedByPerson, Seen, Skipped

_LOOK_S = 0.05
_HELP = "   [Enter] look again   [s reason] skip   [f note] fail"
_HELP_BACK = "   [Enter] look again   [b] one step back   [s reason] give up"
_ANSWERS = {"y": True, "yes": True, "n": False, "no": False}


class StepBack(PucklightError):
    """The person wants to do the step before again."""


def seat_picture(seat: int | None, seats: int = 8) -> str:
    """The table from the dealer's side, as on the felt: seat 1 is at the dealer's left."""
    marks = "  ".join(f"[{n}]" if n == seat else f" {n} " for n in range(1, seats + 1))
    return f"      {marks}\n      {'-' * (len(marks))}\n{'DEALER':^{len(marks) + 12}}"


class Person:
    def __init__(
        self,
        heard_from: int | None = None,
        said_to: TextIO | None = None,
        *,
        may_go_back: bool = False,
    ) -> None:
        self._fd = sys.stdin.fileno() if heard_from is None else heard_from
        self._to = said_to or sys.stdout
        self._may_go_back = may_go_back
        self._help = _HELP_BACK if may_go_back else _HELP
        self._typed = b""
        self._prompts: list[dict[str, object]] = []

    def prompts(self) -> list[dict[str, object]]:
        asked, self._prompts = self._prompts, []
        return asked

    def show(self, text: str, seen: Seen, picture: str = "") -> None:
        """Asks for something to be done, and goes on when the table has seen it."""
        start = time.monotonic()
        self._say(text, picture, self._help)
        while not seen():
            line = self._line(_LOOK_S)
            if line is not None:
                wanted = "just do it, and the table sees it by itself"
                self._decided(line, text, start, "" if line == "" else wanted)
                self._say(text, picture, self._help)
        self._keep(text, "table", "seen", start)
        self.tell("seen.")

    def ask(self, question: str) -> bool:
        """For what only eyes can see: yes or no."""
        start = time.monotonic()
        shown = "   [y] yes   [n] no   [s reason] skip   [f note] fail"
        self._say(question, "", shown)
        while True:
            line = self._answered()
            if (answer := _ANSWERS.get(line.lower())) is not None:
                self._keep(question, "person", "y" if answer else "n", start)
                return answer
            self._decided(line, question, start, "answer y or n")
            self._say(question, "", shown)

    def number(self, question: str, most: int) -> int:
        start = time.monotonic()
        self._say(question, "", self._help)
        while True:
            line = self._answered()
            if line.isdecimal() and int(line) <= most:
                self._keep(question, "person", line, start)
                return int(line)
            self._decided(line, question, start, f"type a number from 0 to {most}")
            self._say(question, "", self._help)

    def tell(self, text: str) -> None:
        self._to.write(f"   {text}\n")
        self._to.flush()

    def _decided(self, line: str, text: str, start: float, wanted: str) -> None:
        """Leaves by an exception when the person has decided; else says what is wanted."""
        word, _, rest = line.partition(" ")
        note = rest.strip()
        match word.lower():
            case "s" if note:
                self._keep(text, "person", f"skipped: {note}", start)
                raise Skipped(f"skipped by the technician: {note}")
            case "f" if note:
                self._keep(text, "person", f"failed: {note}", start)
                raise FailedByPerson(note)
            case "b" if self._may_go_back and not note:
                self._keep(text, "person", "one step back", start)
                raise StepBack(text)
            case "s" | "f":
                self.tell("Say why: `s reason` or `f note`.")
            case _ if wanted:
                said = f'"{line}" is not understood' if line else "Nothing was typed"
                self.tell(f"{said}: {wanted}.")

    def _say(self, text: str, picture: str, answers: str) -> None:
        shown = f"{picture}\n" if picture else ""
        self._to.write(f"\n{shown}>> {text}\n{answers}\n")
        self._to.flush()

    def _keep(self, text: str, by: str, answer: str, start: float) -> None:
        seconds = round(time.monotonic() - start, 1)
        self._prompts.append(
            {"text": text, "answered_by": by, "answer": answer, "seconds": seconds}
        )

    def _answered(self) -> str:
        while (line := self._line(None)) is None:
            pass  # Half a line was typed; it waits for the rest.
        return line

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
        return line.decode(errors="replace").strip()
