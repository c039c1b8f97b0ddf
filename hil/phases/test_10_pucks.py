"""Every puck and every lamp: levels, bounce, delay, cross-talk, missed and doubled."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from drivers.wiring import SEATS
from hil.bench import Bench
from hil.handles import Puck, Reaction
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("pucks", "Seat pucks and lamps")
ALL = range(1, SEATS + 1)
CYCLES, QUICK_CYCLES, BY_HAND = 100, 3, 1
PuckOf = Callable[[int], Puck]


@dataclass
class Tally:
    missed: int = 0
    doubled: int = 0
    bounces_ms: list[float] = field(default_factory=list)
    delays_ms: list[float] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    def add(self, seat: int, reaction: Reaction) -> None:
        seats = reaction.which("chip")
        own = seats.count(str(seat))
        self.missed += own == 0
        self.doubled += max(0, own - 1)
        self.elsewhere += [other for other in seats if other != str(seat)]
        if reaction.expected:
            self.bounces_ms.append(round(reaction.expected.body["bounce_us"] / 1000, 1))
        if reaction.after_ms is not None:
            self.delays_ms.append(reaction.after_ms)


@pytest.mark.parametrize("seat", ALL, ids=lambda seat: f"seat {seat}")
def test_a_chip_is_seen_at_its_seat(
    seat: int, puck: PuckOf, bench: Bench, quick: bool, step: Step
) -> None:
    tally = Tally()
    cycles = BY_HAND if not bench.timed else QUICK_CYCLES if quick else CYCLES
    for _ in range(cycles):
        tally.add(seat, puck(seat).place())
        tally.add(seat, puck(seat).lift())
        if tally.missed:
            break  # A dead puck is dead at the first cycle too; do not wait for it a hundred times.
    _measure(seat, tally, step)


def _measure(seat: int, tally: Tally, step: Step) -> None:
    step.measure("puck.missed", tally.missed, of=seat)
    step.measure("puck.doubled", tally.doubled, of=seat)
    step.measure("puck.crosstalk", len(tally.elsewhere), of=seat)
    if tally.missed or tally.doubled or tally.elsewhere:
        _explain(seat, tally, step)
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


def _explain(seat: int, tally: Tally, step: Step) -> None:
    if tally.missed and tally.elsewhere:
        step.diagnose("swapped_pucks", seat, tally.elsewhere[0])
    elif tally.elsewhere:
        step.diagnose("crosstalk", seat, tally.elsewhere[0])
    elif tally.bounces_ms:
        step.diagnose("missed_edges", seat, f"{tally.missed + tally.doubled} of its edges")
    else:
        step.diagnose("dead_puck", seat)


@pytest.mark.lamps_read
@pytest.mark.parametrize("bit", [1, 2, 4], ids=lambda bit: f"pattern {bit}")
def test_lamps_follow_their_own_chips(bit: int, puck: PuckOf, step: Step) -> None:
    """Seats by the bits of their number: after three patterns no two lamps can be mistaken for each other."""
    placed = [seat for seat in ALL if seat & bit]
    # A lamp answers for what the table sees; a swapped puck is told above, once.
    seen = {int(which) for seat in placed for which in puck(seat).place().which("chip")}
    try:
        for seat in ALL:
            pattern = "seen" if seat in seen else "off"
            if step.measure("lamp.right", puck(seat).shows(pattern), of=seat) is Outcome.FAIL:
                step.diagnose("dark_lamp", seat)
    finally:
        for seat in placed:
            puck(seat).lift()


@pytest.mark.lamps_looked_at
@pytest.mark.parametrize("seat", ALL, ids=lambda seat: f"seat {seat}")
def test_eyes_see_the_lamp_of_each_seat(seat: int, puck: PuckOf, step: Step) -> None:
    puck(seat).place()
    if step.measure("lamp.right", puck(seat).shows("seen"), of=seat) is Outcome.FAIL:
        step.diagnose("dark_lamp", seat)
    puck(seat).lift()
