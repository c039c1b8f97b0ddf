"""Finds out which line is what by having chips, keys and switches moved, and writes it into the table's settings.

Contacts pull a line low. The keypad's seven keys of its first row and first column give all eight of its lines. What
is left are the lamps, found by lighting one after the other. A slip is asked about again: nothing that was found
before is lost by it.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.cli import settings as settings_file
from controller.errors import PucklightError
from controller.events import Key
from drivers.pin_watch import PinWatch
from drivers.wiring import SEATS, KeypadKind, KeypadWiring
from hil.bench import Seen
from hil.learn_bench import LearnBench, learn_bench
from hil.learn_file import write
from hil.learnt import Learnt
from hil.person import StepBack
from hil.station import Station

LINES = range(2, 28)
"""0 and 1 are kept by the Pi for the identity of a board on top of it."""
STEADY_S = 0.06
"""A contact that has stood still for so long has stopped bouncing."""
MOVES_S = 1.0
"""In this time a machine's order has reached the line."""
_LOOK_S = 0.005


class Slip(PucklightError):
    """What was done does not fit what was asked: it is asked again."""

    def __init__(self, text: str, undone: Seen | None = None) -> None:
        super().__init__(text)
        self.undone = undone
        """Whether it was taken back, where the next line could not be told before."""


@dataclass(frozen=True)
class Step:
    name: str
    learn: Callable[[], None]


def learn(station: Station, bench_name: str, config: Path) -> int:
    settings = settings_file.load(config)
    with learn_bench(station, bench_name, settings.pins, settings.keypad) as opened:
        watch = PinWatch(opened.pins, LINES)
        try:
            learnt = Learning(opened, watch, settings.keypad).all()
        finally:
            watch.close()
    write(config, learnt.wiring(settings.pins))
    print(f"{config}: [pins] written; run `pucklight hil run` to prove it")
    return 0


class Learning:
    def __init__(self, bench: LearnBench, watch: PinWatch, keypad: KeypadWiring) -> None:
        self._bench, self._watch, self._keypad = bench, watch, keypad
        self._learnt = Learnt(keypad.layout)

    def all(self) -> Learnt:
        self._walk(self._contacts())
        free = [gpio for gpio in LINES if gpio not in self._learnt.used()]
        self._walk([Step(f"lamp line {gpio}", self._lamp(gpio)) for gpio in free])
        while dark := self._learnt.dark_seats():
            self._bench.again(f"No line lit the lamp of seat {dark[0]}; check its cable")
            missed = [gpio for gpio in free if gpio not in self._learnt.used()]
            self._walk([Step(f"lamp line {gpio}", self._lamp(gpio)) for gpio in missed])
        self._learnt.spare = [gpio for gpio in free if gpio not in self._learnt.used()]
        return self._learnt

    def _contacts(self) -> list[Step]:
        seats = range(1, SEATS + 1)
        steps = [
            self._contact(f"seat {seat}", f"chip {seat} on", f"chip {seat} off") for seat in seats
        ]
        steps.append(self._contact("the floor's key", "key jph", "key run"))
        steps.append(self._contact("the service contact", "service on", "service off"))
        if self._keypad.kind is KeypadKind.MATRIX:
            layout = self._keypad.layout
            edge = [*layout[0], *(row[0] for row in layout[1:])]
            steps += [Step(f"key {key}", self._key(key)) for key in edge]
        return steps

    def _walk(self, steps: Sequence[Step]) -> None:
        """Step by step, and back where a person asks for it; what was found from there on is found again."""
        at = 0
        while at < len(steps):
            try:
                steps[at].learn()
                at += 1
            except Slip as slip:
                self._bench.again(str(slip), slip.undone)
            except StepBack:
                at = max(0, at - 1)
                self._learnt.forget(step.name for step in steps[at:])

    def _contact(self, name: str, closes: str, opens: str) -> Step:
        return Step(name, lambda: self._learn_contact(name, closes, opens))

    def _learn_contact(self, name: str, closes: str, opens: str) -> None:
        """The one line that this pulls low."""
        quiet = self._steady()

        def changed(now: dict[int, bool]) -> set[int]:
            return {gpio for gpio, level in now.items() if level != quiet[gpio]}

        self._do(closes, lambda: bool(changed(self._watch.levels())))
        lines = changed(self._steady())
        if held := self._learnt.holder(lines):
            raise Slip(
                f"That was the line of {held}, and {name} is wanted: take it back now.",
                lambda: not changed(self._watch.levels()),
            )
        self._do(opens, lambda: not changed(self._watch.levels()))
        if len(lines) != 1:
            seen = ", ".join(f"GPIO {gpio}" for gpio in sorted(lines)) or "no line"
            raise Slip(f"{name}: want one new line to change, {seen} did; check the cable")
        self._learnt.lines[name] = lines

    def _key(self, key: Key) -> Callable[[], None]:
        return lambda: self._learn_key(key)

    def _learn_key(self, key: Key) -> None:
        """The two lines that a held key joins."""
        free = [gpio for gpio in LINES if gpio not in self._learnt.contacts()]

        def joined() -> set[int]:
            for gpio in free:
                # Low is harmless here: contacts pull low themselves, and a lamp stays dark.
                with self._watch.driven(gpio, high=False):
                    low = [g for g, level in self._watch.levels().items() if not level]
                for other in low:
                    if other in free:
                        return {gpio, other}
            return set()

        self._do(f"hold {key}", lambda: bool(joined()))
        pair = joined()
        self._do(f"release {key}", lambda: not joined())
        if problem := self._learnt.key_problem(key, pair):
            raise Slip(problem)
        self._learnt.lines[f"key {key}"] = pair

    def _lamp(self, gpio: int) -> Callable[[], None]:
        return lambda: self._learn_lamp(gpio)

    def _learn_lamp(self, gpio: int) -> None:
        with self._watch.driven(gpio, high=True):
            seat = self._bench.lit_seat()
        self._learnt.lamps.pop(gpio, None)
        if seat in self._learnt.lamps.values():
            raise Slip(f"the lamp of seat {seat} was lit before, by another line")
        if seat:
            self._learnt.lamps[gpio] = seat

    def _do(self, order: str, seen: Seen) -> None:
        self._bench.do(order, seen)
        self._until(seen, MOVES_S)

    def _until(self, seen: Seen, wait_s: float) -> None:
        start = time.monotonic()
        while not seen() and time.monotonic() - start < wait_s:
            time.sleep(_LOOK_S)  # Lines are looked at: nothing tells of a bare one.

    def _steady(self) -> dict[int, bool]:
        """All levels, once none has moved for a while; one that never rests is shown as it is."""
        levels, start = self._watch.levels(), time.monotonic()
        quiet_since = start
        while time.monotonic() - quiet_since < STEADY_S and time.monotonic() - start < MOVES_S:
            time.sleep(_LOOK_S)
            now = self._watch.levels()
            if now != levels:
                levels, quiet_since = now, time.monotonic()
        return levels
