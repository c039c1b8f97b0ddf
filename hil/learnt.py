"""What is known of the wiring so far, and whether one more thing fits it. Pure: touches no line."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from controller.errors import DeviceError
from controller.events import Key
from drivers.wiring import SEATS, SIDE, PinWiring


@dataclass
class Learnt:
    layout: Sequence[Sequence[Key]]
    lines: dict[str, set[int]] = field(default_factory=dict)
    """`seat 3`, `the floor's key`, `key coin-in`: the lines that belong to it."""
    lamps: dict[int, int] = field(default_factory=dict)
    """Line to seat."""
    spare: list[int] = field(default_factory=list)
    """Lines that nothing hangs on."""

    def used(self) -> set[int]:
        return set().union(*self.lines.values(), self.lamps)

    def contacts(self) -> set[int]:
        found = (lines for name, lines in self.lines.items() if not name.startswith("key "))
        return set().union(*found)

    def holder(self, lines: Collection[int]) -> str:
        """What one of these lines was found to be; empty if they are new."""
        return next((name for name, own in self.lines.items() if own & set(lines)), "")

    def forget(self, names: Iterable[str]) -> None:
        for name in names:
            self.lines.pop(name, None)
            if name.startswith("lamp line "):
                self.lamps.pop(int(name.rsplit(" ", 1)[1]), None)

    def dark_seats(self) -> list[int]:
        return sorted(set(range(1, SEATS + 1)) - set(self.lamps.values()))

    def key_problem(self, key: Key, pair: set[int]) -> str:
        """The first row's keys share its line, the first column's another; each brings one line of its own."""
        if len(pair) != 2:
            return f"the key {key} joins no two lines; check the keypad's cable"
        top, left = self._edges()
        before = top if key in self.layout[0] else left
        shared = set.intersection(pair, *(self._pair(one) for one in before))
        known = set().union(*(self._pair(one) for one in {*top, *left}))
        if not before or (len(shared) == 1 and len(pair - known) == 1):
            return ""
        return (
            f"the key {key} does not lie beside {before[-1]} as keypad.layout says: "
            "press it again, go back if the one before was wrong, or correct keypad.layout"
        )

    def _edges(self) -> tuple[list[Key], list[Key]]:
        """The keys of the first row and of the first column that are known already."""
        known = [[*self.layout[0]], [row[0] for row in self.layout]]
        top, left = ([key for key in keys if f"key {key}" in self.lines] for keys in known)
        return top, left

    def _pair(self, key: Key) -> set[int]:
        return self.lines[f"key {key}"]

    def wiring(self, before: PinWiring) -> PinWiring:
        seat_of = {seat: gpio for gpio, seat in self.lamps.items()}
        rows, columns = self._matrix()
        found = replace(
            before,
            pucks=tuple(self._one(f"seat {seat}") for seat in range(1, SEATS + 1)),
            lamps=tuple(seat_of[seat] for seat in range(1, SEATS + 1)),
            rows=rows,
            columns=columns,
            key=self._one("the floor's key"),
            service=self._one("the service contact"),
        )
        for key, problem in found.problems():
            raise DeviceError(f"{key}: {problem}; learn again")
        return found

    def _one(self, name: str) -> int:
        (line,) = self.lines[name]
        return line

    def _matrix(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if f"key {self.layout[0][0]}" not in self.lines:
            # A keypad on USB has no lines; the settings want eight all the same, and nothing hangs on these.
            return tuple(self.spare[:SIDE]), tuple(self.spare[SIDE : 2 * SIDE])
        top = [self._pair(key) for key in self.layout[0]]
        left = [self._pair(row[0]) for row in self.layout[1:]]
        row, column = set.intersection(*top), set.intersection(top[0], *left)
        rows = [row, *(pair - column for pair in left)]
        columns = [pair - row for pair in top]
        return tuple(line for (line,) in rows), tuple(line for (line,) in columns)
