"""The broker's outage: what the table writes while nobody can hear it comes later, whole and once.

The rows' own numbers say it. How often a person turned the contact in the meantime proves nothing about the journal.
"""

from itertools import pairwise
from typing import Any

from hil.bench import Bench, NotPossible
from hil.handles import Net
from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("broker", "Broker outage")
TURNS = 3
COME_S = 20


def test_nothing_is_lost_or_doubled_over_an_outage(
    net: Net, table: TableHeard, bench: Bench, step: Step
) -> None:
    table.wait_heartbeat()
    before = table.last("heartbeat")["seq"]
    net.unplug()
    try:
        with step.noted("dead_contact"):
            net.toggle_service(TURNS)
    finally:
        net.plug_in()  # Whatever a person answered: a table without its network ends every later phase.
    table.wait_heartbeat()
    table.until(lambda: not table.missing(before), COME_S)
    _in_service_again(table, bench)
    _measure(table, before, step)
    turns = _turns(table, before)
    if not turns:
        raise NotPossible("no row was written during the outage: the contact was not turned")
    expected = ["service_left", "service_entered"] * TURNS
    assert not bench.timed or turns == expected, f"expected {expected}, seen {turns}"


def _in_service_again(table: TableHeard, bench: Bench) -> None:
    """A person who turned the contact once less left the table in play, where the next phase would book."""
    if not bench.timed and table.state != "service":
        bench.do("service on", lambda: table.state == "service")


def _measure(table: TableHeard, before: int, step: Step) -> None:
    """A row told twice in the same words is the broker's habit; under other words, or out of turn, it is doubled."""
    missing = table.missing(before)
    doubled = {seq for seq in table.forgotten() if seq > before} | _out_of_turn(table, before)
    lost = step.measure("mqtt.outage_lost", len(missing))
    twice = step.measure("mqtt.outage_doubled", len(doubled))
    if Outcome.FAIL in (lost, twice):
        step.diagnose("rows_lost", seen=len(doubled.union(missing)))


def _rows(table: TableHeard, before: int) -> list[dict[str, Any]]:
    return [
        row for row in table.rows() if row["seq"] > before and row["type"].startswith("service_")
    ]


def _turns(table: TableHeard, before: int) -> list[str]:
    return [row["type"] for row in _rows(table, before)]


def _out_of_turn(table: TableHeard, before: int) -> set[int]:
    """Service mode is entered and left by turns: the same thing twice running was written twice."""
    rows = _rows(table, before)
    return {row["seq"] for last, row in pairwise(rows) if row["type"] == last["type"]}
