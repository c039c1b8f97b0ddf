"""The power cut: the table comes back as it was, without a row or a cent less."""

from hil.handles import Power
from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("power", "Power cut", benches=("sim", "jig", "vm"))
CUTS, QUICK_CUTS = 10, 1
SETTLE_S = 5


def test_a_power_cut_costs_nothing(
    power: Power, table: TableHeard, quick: bool, step: Step
) -> None:
    slowest = 0.0
    for _ in range(QUICK_CUTS if quick else CUTS):
        power.write_rows()
        meter = table.last("meter")["cents"]
        slowest = max(slowest, power.cut_and_restore())
        same = table.until(lambda: table.state == "service", SETTLE_S)
        same = same and table.last("meter")["cents"] == meter
        if step.measure("power_cut.same_state", same) is Outcome.FAIL:
            step.diagnose("power_cut", seen=f"{table.state} instead of service")
    step.measure("power_cut.back", slowest)
    _measure_rows(table, step)


def _measure_rows(table: TableHeard, step: Step) -> None:
    table.wait(lambda heard: heard.last("heartbeat").get("boot") == heard.last("status")["boot"])
    table.until(lambda: not _holes(table), 10)
    if holes := _holes(table):
        # A broker that went with the power may have taken rows with it; the table must still have them.
        table.ask_again(holes[0])
        table.until(lambda: not _holes(table), 20)
    forgotten, missing = table.forgotten(), _holes(table)
    step.measure("power_cut.rows_lost", len({*forgotten, *missing}))
    if forgotten:
        step.diagnose("lying_disk", seen=_numbers(forgotten))
    elif missing:
        step.diagnose("power_cut", seen=f"rows {_numbers(missing)} are missing")


def _holes(table: TableHeard) -> list[int]:
    first = min((row["seq"] for row in table.rows()), default=1)
    return table.missing(first - 1)


def _numbers(rows: list[int]) -> str:
    return ", ".join(map(str, rows[:5])) + (" and more" if len(rows) > 5 else "")
