"""Which table this is, and what it runs."""

from hil.heard import TableHeard
from hil.phase import Phase
from hil.station import Station
from hil.step import Step

PHASE = Phase("identity", "Identity and software")


def test_the_table_says_who_it_is(table: TableHeard, station: Station) -> None:
    status = table.last("status")
    assert status["table"] == station.table.id, f"expected {station.table.id}, seen {status}"


def test_the_software_is_not_refused(table: TableHeard, station: Station, step: Step) -> None:
    software = table.last("status")["software"]
    approved = station.approved_software
    if not approved:
        return  # Nothing to hold it against: the record says that it was not checked.
    if step.measure("software.approved", software in approved) != "pass":
        step.diagnose("not_approved", seen=software)
