"""Finds out which line is what by having chips, keys and switches moved, and writes it into the table's settings.

Contacts pull a line low. The keypad's seven keys of its first row and first column give all eight of its lines. What
is left are the lamps, found by lighting one after the other.
"""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from controller.cli import settings as settings_file
from controller.errors import DeviceError
from drivers.pin_watch import PinWatch
from drivers.wiring import SEATS, SIDE, KeypadWiring, PinWiring
from hil.learn_bench import LearnBench, learn_bench
from hil.station import Station

LINES = range(2, 28)
"""0 and 1 are kept by the Pi for the identity of a board on top of it."""


@dataclass
class Found:
    pucks: list[int] = field(default_factory=list)
    lamps: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    key: int = -1
    service: int = -1

    def used(self) -> set[int]:
        return {*self.pucks, *self.lamps, *self.rows, *self.columns, self.key, self.service}


def learn(station: Station, bench_name: str, config: Path) -> int:
    settings = settings_file.load(config)
    with learn_bench(station, bench_name, settings.pins, settings.keypad) as opened:
        watch = PinWatch(opened.pins, LINES)
        try:
            found = Learning(opened, watch, settings.keypad).all()
        finally:
            watch.close()
    write(config, found, settings.pins)
    print(f"{config}: [pins] written; run `pucklight hil run` to prove it")
    return 0


class Learning:
    def __init__(self, bench: LearnBench, watch: PinWatch, keypad: KeypadWiring) -> None:
        self._bench, self._watch, self._layout = bench, watch, keypad.layout
        self._found = Found()

    def all(self) -> Found:
        found = self._found
        for seat in range(1, SEATS + 1):
            found.pucks.append(self._contact(f"chip {seat} on", f"chip {seat} off"))
        found.key = self._contact("key jph", "key run")
        found.service = self._contact("service on", "service off")
        self._keypad()
        self._lamps()
        return found

    def _contact(self, closes: str, opens: str) -> int:
        """The one line that this pulls low."""
        quiet = self._watch.levels()

        def changed() -> list[int]:
            now = self._watch.levels()
            return [gpio for gpio, level in now.items() if level != quiet[gpio]]

        self._bench.do(closes, lambda: bool(changed()))
        lines = changed()
        self._bench.do(opens, lambda: not changed())
        return self._one(lines, closes)

    def _one(self, lines: list[int], order: str) -> int:
        fresh = [gpio for gpio in lines if gpio not in self._found.used()]
        if len(fresh) != 1:
            seen = ", ".join(f"GPIO {gpio}" for gpio in lines) or "no line"
            raise DeviceError(f"{order}: want one new line to change, {seen} did; check the cable")
        return fresh[0]

    def _keypad(self) -> None:
        """Lines that touch when a key is down. The first row's keys share its row, the first column's its column."""
        top = [self._touching(key) for key in self._layout[0]]
        left = [self._touching(row[0]) for row in self._layout[1:]]
        (row,) = set.intersection(*top) or {-1}
        (column,) = top[0] - {row} or {-1}
        self._found.rows = [row, *((pair - {column}).pop() for pair in left)]
        self._found.columns = [(pair - {row}).pop() for pair in top]
        if len({*self._found.rows, *self._found.columns} - {-1}) != 2 * SIDE:
            raise DeviceError(
                "the keypad's keys do not lie as keypad.layout says; correct it first"
            )

    def _touching(self, key: str) -> set[int]:
        """The two lines that a held key joins."""
        free = [gpio for gpio in LINES if gpio not in self._found.used()]

        def joined() -> set[int]:
            for gpio in free:
                # Low is harmless here: contacts pull low themselves, and a lamp stays dark.
                with self._watch.driven(gpio, high=False):
                    low = [g for g, level in self._watch.levels().items() if not level]
                for other in low:
                    if other in free:
                        return {gpio, other}
            return set()

        self._bench.do(f"hold {key}", lambda: bool(joined()))
        pair = joined()
        self._bench.do(f"release {key}", lambda: not joined())
        if len(pair) != 2:
            raise DeviceError(f"the key {key} joins no two lines; check the keypad's cable")
        return pair

    def _lamps(self) -> None:
        free = [gpio for gpio in LINES if gpio not in self._found.used()]
        by_seat = {}
        for gpio in free:
            with self._watch.driven(gpio, high=True):
                seat = self._bench.lit_seat()
            if seat:
                by_seat[seat] = gpio
        if missing := sorted(set(range(1, SEATS + 1)) - by_seat.keys()):
            raise DeviceError(f"no line lights the lamp of seat {missing[0]}; check its cable")
        self._found.lamps = [by_seat[seat] for seat in range(1, SEATS + 1)]


def write(config: Path, found: Found, before: PinWiring) -> None:
    """Replaces the lines of `[pins]` and nothing else; every other key and comment stays."""
    names = ("pucks", "lamps", "rows", "columns", "key", "service")
    changed = replace(
        before,
        pucks=tuple(found.pucks),
        lamps=tuple(found.lamps),
        rows=tuple(found.rows),
        columns=tuple(found.columns),
        key=found.key,
        service=found.service,
    )
    for key, problem in changed.problems():
        raise DeviceError(f"{key}: {problem}; learn again")
    text = config.read_text(encoding="utf-8")
    new = "".join(f"{name} = {getattr(found, name)}\n" for name in names)
    head, pins, tail = _section(text)
    kept = re.sub(rf"(?m)^\s*({'|'.join(names)})\s*=\s*(\[[^\]]*\])?.*\n?", "", pins)
    config.write_text(f"{head}[pins]\n{new}{kept}{tail}", encoding="utf-8")


def _section(text: str) -> tuple[str, str, str]:
    """What stands before `[pins]`, in it and after it."""
    found = re.search(r"(?m)^\[pins\][^\n]*\n", text)
    if not found:
        return (text if text.endswith("\n") or not text else text + "\n"), "", ""
    after = re.search(r"(?m)^\[", text[found.end() :])
    end = found.end() + after.start() if after else len(text)
    return text[: found.start()], text[found.end() : end], text[end:]
