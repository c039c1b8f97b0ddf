"""The meter in a terminal: tall digits of plain characters, drawn anew on change. Works over ssh and in a log."""

import os
import threading
from typing import TextIO

from controller.money import dollars
from meter.display import State, View
from meter.screen import Screen, envy_words
from meter.source import Kind

LOOK_S = 0.2
NO_AMOUNT = "$---,---.--"
UNAVAILABLE = "Progressive display unavailable, ask the dealer"
GOLD, PLAIN, CLEAR = "\x1b[1;33m", "\x1b[0m", "\x1b[H\x1b[2J"

GLYPHS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": ("  #", "  #", "  #", "  #", "  #"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "-": ("   ", "   ", "###", "   ", "   "),
    "$": (" ##", "#  ", "###", "  #", "## "),
    ",": (" ", " ", " ", "#", "#"),
    ".": (" ", " ", " ", " ", "#"),
}
HEADLINES = {
    State.PENDING: "WIN, pending",
    State.CELEBRATE: "WIN",
    State.CLOSED: "CLOSED, out of service",
    State.TEST: "TEST, no wager is taken, no prize is paid",
    State.STALE: "may be old",
    State.LOST: UNAVAILABLE,
}


class Terminal:
    def __init__(self, screen: Screen, out: TextIO) -> None:
        self._screen, self._out = screen, out
        self._redraws = out.isatty()
        self._colour = self._redraws and "NO_COLOR" not in os.environ

    def run(self, stopping: threading.Event) -> None:
        self._screen.watched()
        seen, drawn = -1, ""
        while not stopping.is_set():
            if drawn != (drawn := self._text()):
                self._out.write(f"{CLEAR if self._redraws else ''}{drawn}\n")
                self._out.flush()
            seen = self._screen.wait(seen, LOOK_S)

    def _text(self) -> str:
        draw = self._tall if self._redraws else self._line
        return "\n".join(draw(view) for view in self._screen.views())

    def _line(self, view: View) -> str:
        parts = [
            f"{view.source.kind} {view.source.name}",
            str(view.state),
            amount(view),
            *told(view),
            self._note(view),
        ]
        return "  ".join(filter(None, parts))

    def _tall(self, view: View) -> str:
        digits = "\n".join(tall(amount(view)))
        if self._colour:
            digits = f"{GOLD}{digits}{PLAIN}"
        head = f"{view.source.label.upper()}  {HEADLINES.get(view.state, '')}".rstrip()
        return "\n".join([head, "", digits, "", *told(view), self._note(view)])

    def _note(self, view: View) -> str:
        note: str = self._screen.words(view)["note"]
        return note


def amount(view: View) -> str:
    if view.state is State.SELF_TEST:
        return "$888,888.88"
    if view.win:
        return dollars(view.win.prize_cents)
    return NO_AMOUNT if view.cents is None else dollars(view.cents)


def told(view: View) -> list[str]:
    if not view.win or view.next_cents is None:
        return []
    win = view.win
    goes_on = "now" if view.source.kind is Kind.LINK else "goes on from"
    who = f"table {win.table}, seat {win.seat}, {win.hand}"
    return [
        *filter(None, [who, envy_words(win)]),
        f"jackpot {goes_on} {dollars(view.next_cents)}",
    ]


def tall(text: str) -> list[str]:
    rows = ["  ".join(GLYPHS[character][row] for character in text) for row in range(5)]
    return [row.replace("#", "█").rstrip() for row in rows]
