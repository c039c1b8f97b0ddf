"""Every puck and every lamp: levels, bounce, delay, cross-talk, missed and doubled."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import pytest

from drivers.mqtt_witness import Heard
from drivers.wiring import SEATS
from hil.bench import Bench, FailedByPerson, NotPossible
from hil.handles import Puck, Reaction
from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("pucks", "Seat pucks and lamps")
ALL = range(1, SEATS + 1)
CYCLES, QUICK_CYCLES, BY_HAND = 100, 3, 1
PuckOf = Callable[[int], Puck]


@dataclass
class Tally:
    """What one seat's chip did to the table, over all its cycles."""

    seat: str
    missed: int = 0
    bounces_ms: list[float] = field(default_factory=list)
    delays_ms: list[float] = field(default_factory=list)
    chips: list[Heard] = field(default_factory=list)
    """What the table told of any chip meanwhile."""

    def add(self, reaction: Reaction) -> None:
        self.chips += _of_chips(reaction.told)
        self.missed += self.seat not in reaction.which("chip")
        if reaction.expected:
            self.bounces_ms.append(round(reaction.expected.body["bounce_us"] / 1000, 1))
        if reaction.after_ms is not None:
            self.delays_ms.append(reaction.after_ms)

    def _seats(self, on: bool) -> list[str]:
        return [heard.body["which"] for heard in self.chips if heard.body["on"] is on]

    def doubled(self, cycles: int) -> int:
        return sum(max(0, self._seats(on).count(self.seat) - cycles) for on in (True, False))

    @property
    def elsewhere(self) -> list[str]:
        """A chip that comes up at another seat; that it goes there again is no second fault."""
        return [seat for seat in self._seats(True) if seat != self.seat]


@pytest.fixture(scope="module")
def silent() -> set[int]:
    """Seats whose puck told nothing at all: what their lamps should show is not known."""
    return set()


@pytest.mark.parametrize("seat", ALL, ids=lambda seat: f"seat {seat}")
def test_a_chip_is_seen_at_its_seat(
    seat: int,
    puck: PuckOf,
    bench: Bench,
    table: TableHeard,
    quick: bool,
    step: Step,
    silent: set[int],
) -> None:
    tally, since = Tally(str(seat)), table.mark()
    wanted = BY_HAND if not bench.timed else QUICK_CYCLES if quick else CYCLES
    done = 0
    while done < wanted and not tally.missed:
        # A dead puck is dead at the first cycle too; do not wait for it a hundred times.
        _cycle(seat, puck, tally, step)
        done += 1
    if bench.timed:
        tally.chips = _all_told(table, since, edges=2 * done)
    _measure(seat, done, tally, step)
    if tally.missed and not tally.chips:
        silent.add(seat)
        step.diagnose("stuck_puck" if _is_stuck(puck(seat)) else "dead_puck", seat)


def _cycle(seat: int, puck: PuckOf, tally: Tally, step: Step) -> None:
    try:
        tally.add(puck(seat).place())
    except FailedByPerson:
        # The table saw no chip come: it sees none, or it saw one there all the time. The lamp tells which.
        step.diagnose("stuck_puck" if _sees_a_chip(puck(seat)) else "dead_puck", seat)
        raise
    with step.noted("stuck_puck", seat):
        tally.add(puck(seat).lift())


def _all_told(table: TableHeard, since: int, edges: int) -> list[Heard]:
    """Another seat's edge, or one too many, comes a moment after the one that was waited for: it is this seat's too."""
    if len(_of_chips(table.tests(since))) != edges:
        table.wait_heartbeat()
    return _of_chips(table.tests(since))


def _of_chips(told: Iterable[Heard]) -> list[Heard]:
    return [heard for heard in told if heard.body["what"] == "chip"]


def _is_stuck(puck: Puck) -> bool:
    """Its lamp shows what the table sees there, now that no chip lies there."""
    try:
        return not puck.shows("off")
    except NotPossible:
        return False


def _sees_a_chip(puck: Puck) -> bool:
    try:
        return puck.shows("seen")
    except (FailedByPerson, NotPossible):
        return False  # Who has failed the step already need not answer.


def _measure(seat: int, cycles: int, tally: Tally, step: Step) -> None:
    doubled, elsewhere = tally.doubled(cycles), tally.elsewhere
    step.measure("puck.missed", tally.missed, of=seat)
    step.measure("puck.doubled", doubled, of=seat)
    step.measure("puck.crosstalk", len(elsewhere), of=seat)
    if elsewhere:
        step.diagnose("swapped_pucks" if tally.missed else "crosstalk", seat, elsewhere[0])
    elif doubled or (tally.missed and tally.chips):
        step.diagnose("missed_edges", seat, f"{tally.missed + doubled} of its edges")
    if tally.bounces_ms:
        worst = max(tally.bounces_ms)
        outcome = step.measure("puck.bounce_max", worst, of=seat)
        if outcome is not Outcome.PASS:
            code = "bouncing_chip" if outcome is Outcome.FAIL else "wearing_puck"
            step.diagnose(code, seat, worst)
    if tally.delays_ms:
        slowest = max(tally.delays_ms)
        if step.measure("puck.edge_to_mqtt", slowest, of=seat) is not Outcome.PASS:
            step.diagnose("slow_puck", seat, slowest)
        listing = "\n".join(map(str, tally.delays_ms)) + "\n"
        step.attach(f"delays-seat-{seat}.txt", listing.encode(), "text/plain")


@pytest.mark.lamps_read
@pytest.mark.parametrize("bit", [1, 2, 4, 8], ids=lambda bit: f"pattern {bit}")
def test_lamps_follow_their_own_chips(
    bit: int, puck: PuckOf, table: TableHeard, step: Step, silent: set[int]
) -> None:
    """Seats by the bits of their number: after four patterns no two lamps can be mistaken for each other."""
    since = table.mark()
    placed = [seat for seat in ALL if seat & bit and seat not in silent]
    for seat in placed:
        puck(seat).place()
    try:
        for seat in ALL:
            if seat in silent:
                continue  # Told above, once.
            right = _lamp_is_right(puck(seat), table, since)
            if step.measure("lamp.right", right, of=seat) is Outcome.FAIL:
                step.diagnose("dark_lamp", seat)
    finally:
        for seat in placed:
            puck(seat).lift()


def _lamp_is_right(puck: Puck, table: TableHeard, since: int) -> bool:
    """A lamp answers for what the table sees; a swapped puck is told above, once."""
    wanted = _pattern(puck, table, since)
    if puck.shows(wanted):
        return True
    table.wait_heartbeat()  # Perhaps the table was still about to tell what the lamp shows already.
    told_later = _pattern(puck, table, since)
    return told_later != wanted and puck.shows(told_later)


def _pattern(puck: Puck, table: TableHeard, since: int) -> str:
    said = [heard.body for heard in _of_chips(table.tests(since))]
    own = [body["on"] for body in said if body["which"] == str(puck.seat)]
    return "seen" if own and own[-1] else "off"


@pytest.mark.lamps_looked_at
@pytest.mark.parametrize("seat", ALL, ids=lambda seat: f"seat {seat}")
def test_eyes_see_the_lamp_of_each_seat(seat: int, puck: PuckOf, step: Step) -> None:
    with step.noted("dead_puck", seat):
        puck(seat).place()
    with step.noted("dark_lamp", seat):
        right = puck(seat).shows("seen")
    if step.measure("lamp.right", right, of=seat) is Outcome.FAIL:
        step.diagnose("dark_lamp", seat)
    with step.noted("stuck_puck", seat):
        puck(seat).lift()
