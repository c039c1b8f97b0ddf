"""The broker's outage: what the table writes while nobody can hear it comes later, whole and once."""

from hil.handles import Net
from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("broker", "Broker outage")
TURNS = 3


def test_nothing_is_lost_or_doubled_over_an_outage(net: Net, table: TableHeard, step: Step) -> None:
    before = len(table.rows())
    net.unplug()
    net.toggle_service(TURNS)
    net.plug_in()
    expected = ["service_left", "service_entered"] * TURNS

    def came() -> list[str]:
        kinds = [row["type"] for row in table.rows()[before:]]
        return [kind for kind in kinds if kind.startswith("service_")]

    table.until(lambda: len(came()) >= len(expected), 20)
    lost = step.measure("mqtt.outage_lost", max(0, len(expected) - len(came())))
    doubled = step.measure("mqtt.outage_doubled", max(0, len(came()) - len(expected)))
    if Outcome.FAIL in (lost, doubled):
        step.diagnose("rows_lost", seen=abs(len(expected) - len(came())))
    assert came() == expected, f"expected {expected}, seen {came()}"
