"""The table's clock against this machine's."""

from datetime import UTC, datetime

from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("clock", "Clock")


def test_the_clock_is_right(table: TableHeard, step: Step) -> None:
    table.wait_heartbeat()
    told = datetime.fromisoformat(table.last("heartbeat")["at"])
    offset_ms = round((told - datetime.now(UTC)).total_seconds() * 1000)
    if step.measure("clock.offset", offset_ms) is Outcome.FAIL:
        step.diagnose("clock", seen=offset_ms)
