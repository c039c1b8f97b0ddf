"""Tells a story once, keeps the world at every touch, and boots from each as if the power had gone there.

A cut is a process that is gone between two touches, so the world at the touch is all that a cut leaves. Whoever was
at the table then looks at it and does again what has not been done.
"""

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from controller import progressive
from controller.cli.settings import Settings
from controller.daemon import Daemon
from controller.events import BadgeSwiped, Key, KeyPosition
from controller.record import Row
from controller.style import Keypad
from tests.fuse import Fuse
from tests.outside import Outside
from tests.plain_table import PlainTable, settings
from tests.table_check import check_books, check_heard, finish_round, play_a_round, state_of

MONEY = ("seeded", "coin_in", "j_pot", "game_over", "round_voided", "adjusted", "backed_out")
NOT_BEGUN = 1_000_000_000
"""In place of a row number: the table was still booting."""
Made = Callable[..., Daemon]


class EveryTouch(Fuse):
    """Never blows; says when it would have."""

    def __init__(self, at_touch: Callable[[], None]) -> None:
        super().__init__()
        self._at_touch = at_touch

    def touch(self) -> None:
        self.touches += 1
        self._at_touch()


@dataclass(frozen=True)
class Left:
    """What a cut leaves, and where the story was."""

    folder: Path
    world: Outside
    line: int
    rows: int
    """So many were durable when the line began."""
    live: str | None
    """The table in memory at that moment, once there was one."""


@dataclass(frozen=True)
class Story:
    lines: tuple[str, ...]
    style: Keypad = Keypad.KEY
    progressive: str = "ca-003"
    wins: tuple[str, ...] = ()
    """Who must have won what at the end, as `2 straight`."""

    def settings(self, folder: Path) -> Settings:
        return settings(folder / "journal.db", self.style, progressive=self.progressive)


def do(table: PlainTable, line: str, number: int) -> None:
    """One line of a story."""
    verb, *words = line.split()
    match verb:
        case "order":
            args = dict(_argument(table, arg) for arg in words[1:])
            table.order(words[0], f"c{number}", **args)
        case "tick":
            table.tick()
        case "broker":
            table.broker(words[0] == "up")
        case "swipe":
            table.event(BadgeSwiped(words[0]))
        case "fails" | "works":
            table.device(words[0], "does not answer" if verb == "fails" else "")
        case _:
            _do_by_hand(table, verb, words)


def _do_by_hand(table: PlainTable, verb: str, words: list[str]) -> None:
    match verb:
        case "chip":
            table.chip(int(words[0]), words[1] == "on")
        case "press":
            table.press(Key(words[0]))
        case "claim":
            table.press(Key(f"seat-{words[0]}"), Key(words[1]))
        case "key":
            table.turn(KeyPosition(words[0]))
        case "service":
            table.turn_service(words[0] == "on")
        case _:
            raise AssertionError(f"no such line: {verb} {words}")


def _argument(table: PlainTable, arg: str) -> tuple[str, Any]:
    name, value = arg.split("=")
    if value == "last-win":
        wins = [row.seq for row in table.journal.rows_after(0, -1) if row.record.type == "j_pot"]
        return name, wins[-1]
    if value in {"true", "false", "null"}:
        return name, {"true": True, "false": False, "null": None}[value]
    return name, int(value) if value.lstrip("-").isdigit() else value


def tell(story: Story, folder: Path, made: Made, keep: bool = True) -> tuple[list[Left], list[Row]]:
    """Uncut, from the first line; what each touch would have left, and the rows it came to."""
    teller = _Teller(story, folder, made)
    table = teller.tell(Outside(), Path(folder / "whole"), 0, keep=keep)
    return teller.left, close_down(table)


class _Teller:
    def __init__(self, story: Story, folder: Path, made: Made) -> None:
        self.left: list[Left] = []
        self._story, self._folder, self._made = story, folder, made
        self._table: PlainTable | None = None
        self._told = self._boot_only = False

    def boot(self, left: Left, line: int) -> None:
        """No more than that, keeping the world at every touch of it."""
        self._boot_only = True
        self.tell(left.world, left.folder, line, keep=True).off()

    def tell(self, world: Outside, folder: Path, line: int, *, keep: bool) -> PlainTable:
        folder.mkdir(exist_ok=True)
        now = [line, NOT_BEGUN]

        def at_touch() -> None:
            if self._told:
                return
            place = self._folder / f"{folder.name}-{len(self.left)}"
            shutil.copytree(folder, place)
            live = state_of(self._table.table) if self._table else None
            self.left.append(Left(place, world.copied(), now[0], now[1], live))

        fuse = EveryTouch(at_touch) if keep else Fuse()
        self._table = None
        of = self._story.settings(folder)
        self._table = table = PlainTable(of, world, fuse, self._made)
        assert world.lamps == table.table.lamps(), "the lamps do not show the state"
        turned = world.key is KeyPosition.RUN or self._story.style is Keypad.TOUCH
        assert turned or "meter_adjusted" not in last_types(table), "the meter dropped unasked"
        if self._boot_only:
            return table
        for seat in self._laid_anew(line):
            table.chip(seat, False)
            table.chip(seat, True)
        for number in range(line, len(self._story.lines)):
            now[:] = [number, table.journal.head.seq]
            do(table, self._story.lines[number], number)
        self._told = True
        return table

    def _laid_anew(self, line: int) -> list[int]:
        """After a cut the table takes a chip at a seat that paid last for the old one, and its lamp says so."""
        seats: dict[str, bool] = {}
        for number, told in enumerate(self._story.lines[: line + 1]):
            if told.startswith("chip "):
                _, seat, on = told.split()
                seats[seat] = on == "on"
            elif told == "press coin-in" and number < line:
                seats.clear()
        return [int(seat) for seat, there in seats.items() if there]


def last_types(table: PlainTable) -> list[str]:
    """Of the rows since the boot."""
    types = [str(row.record.type) for row in table.journal.rows_after(0, -1)]
    return types[len(types) - types[::-1].index("boot") :]


def resume(story: Story, left: Left, made: Made = Daemon) -> list[Row]:
    """Reboot, check, go on with the story, finish, check; the rows at the end."""
    of = story.settings(left.folder)
    before = check_books(left.folder / "journal.db", of, left.live)
    check_heard(left.world.rows, before, whole=False)
    table = _Teller(story, left.folder, made).tell(
        left.world, left.folder, next_line(story, left, len(before)), keep=False
    )
    return close_down(table)


def next_line(story: Story, left: Left, rows: int) -> int:
    """Where people go on: whatever left a row has been done, anything else is done again."""
    done = rows > left.rows and story.lines[left.line].startswith(("press", "claim", "swipe"))
    return left.line + done


def close_down(table: PlainTable) -> list[Row]:
    """The evening ends: the round is finished, all is sent, and the whole check is made."""
    table.broker(True)
    finish_round(table)
    story_ends = table.journal.head.seq
    play_a_round(table)
    for _ in range(2):
        table.tick()
    assert table.world.lamps == table.table.lamps(), "the lamps do not show the state"
    assert table.world.permitted == table.table.dealing(), "the shuffler was told otherwise"
    live = state_of(table.table)
    table.off()
    rows = check_books(table.journal.path, table.settings, live)
    check_heard(table.world.rows, rows, whole=True)
    return rows[:story_ends]


def winners(rows: list[Row]) -> tuple[str, ...]:
    wins = [win for row in rows if row.record.type == "j_pot" for win in row.record.facts["wins"]]
    return tuple(f"{win['seat']} {win['hand'].replace('_', '-')}" for win in wins)


def money(rows: list[Row]) -> list[tuple[Any, ...]]:
    told = [row.record for row in rows if row.record.type in MONEY]
    return [(record.type, record.round, record.transfers) for record in told]


@contextmanager
def briskly() -> Iterator[None]:
    """Snapshots often, each file of rules read once, and no log."""
    rules = cache(progressive.load)
    logging.getLogger("transitions").setLevel(logging.ERROR)
    with (
        mock.patch("controller.daemon.SNAPSHOT_ROWS", 5),
        mock.patch("controller.daemon.log"),
        mock.patch.object(progressive, "load", rules),
    ):
        yield


def cut_everywhere(story: Story, folder: Path, made: Made = Daemon) -> int:
    """The number of cuts; each must come to the same money as the story without any."""
    with briskly():
        left, whole = tell(story, folder, made)
        assert winners(whole) == story.wins, "the wrong seat or hand was paid"
        for one in left:
            _resume_to(money(whole), story, one, made)
            shutil.rmtree(one.folder)
    return len(left)


def cut_twice(story: Story, folder: Path, every: int) -> int:
    """A second cut at every touch of the boot after the first, for each so many of the first ones."""
    cuts = 0
    with briskly():
        left, whole = tell(story, folder, Daemon)
        for one in left[::every]:
            rows = check_books(one.folder / "journal.db", story.settings(one.folder), one.live)
            teller = _Teller(story, folder, Daemon)
            teller.boot(one, next_line(story, one, len(rows)))
            for again in teller.left:
                _resume_to(money(whole), story, again, Daemon)
                shutil.rmtree(again.folder)
            cuts += len(teller.left)
    return cuts


def _resume_to(wanted: list[tuple[Any, ...]], story: Story, left: Left, made: Made) -> None:
    where = f"cut in line {left.line} of {len(story.lines)}"
    try:
        came_to = money(resume(story, left, made))
    except AssertionError as error:
        raise AssertionError(f"{where}: {error}") from error
    assert came_to == wanted, f"{where}: a cent was lost, doubled or guessed"
