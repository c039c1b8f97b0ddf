"""The meter's display: only eyes can tell."""

from hil.bench import Bench
from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("display", "Meter display", needs="display")


def test_the_display_shows_the_meter(table: TableHeard, bench: Bench, step: Step) -> None:
    cents = table.last("meter")["cents"]
    with step.noted("display"):
        right = bench.ask(
            f"Does the display show ${cents // 100:,}.{cents % 100:02d}, every digit whole?"
        )
    if step.measure("display.legible", right) is Outcome.FAIL:
        step.diagnose("display")
