"""The power cut: the table comes back as it was, without a row or a cent less."""

from hil.handles import Power
from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("power", "Power cut", benches=("sim", "jig"))
CUTS, QUICK_CUTS = 10, 1


def test_a_power_cut_costs_nothing(
    power: Power, table: TableHeard, quick: bool, step: Step
) -> None:
    slowest = 0.0
    for _ in range(QUICK_CUTS if quick else CUTS):
        state, meter = table.state, table.last("meter")["cents"]
        slowest = max(slowest, power.cut_and_restore())
        same = table.state == state and table.last("meter")["cents"] == meter
        if step.measure("power_cut.same_state", same) is Outcome.FAIL:
            step.diagnose("power_cut", seen=f"{table.state} instead of {state}")
    step.measure("power_cut.back", slowest)
    table.until(lambda: not _holes(table), 10)
    if step.measure("power_cut.rows_lost", len(_holes(table))) is Outcome.FAIL:
        step.diagnose("power_cut", seen=f"rows {_holes(table)} are missing")


def _holes(table: TableHeard) -> list[int]:
    """Row numbers that should have come, up to what the heartbeat says."""
    seqs = {row["seq"] for row in table.rows()}
    head = table.last("heartbeat").get("seq", 0)
    return sorted(set(range(min(seqs, default=1), head + 1)) - seqs)
