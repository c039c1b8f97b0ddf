"""Supply and temperature, where the suite runs on the table's own Pi."""

from pathlib import Path

from hil.bench import NotPossible
from hil.limits import Outcome
from hil.phase import Phase
from hil.station import Station
from hil.step import Step

PHASE = Phase("supply", "Supply and temperature", needs="supply")


def test_the_supply_is_steady(station: Station, step: Step) -> None:
    alarm = _read(station, "class/hwmon/hwmon*/in0_lcrit_alarm")
    if step.measure("supply.undervoltage", bool(alarm)) is Outcome.FAIL:
        step.diagnose("supply", seen="too little voltage when it was asked")


def test_the_processor_is_cool(station: Station, step: Step) -> None:
    celsius = round(_read(station, "class/thermal/thermal_zone0/temp") / 1000)
    if step.measure("supply.temperature", celsius) is not Outcome.PASS:
        step.diagnose("supply", seen=f"{celsius} °C")


def _read(station: Station, pattern: str) -> int:
    found = sorted(Path(station.sys).glob(pattern))
    if not found:
        raise NotPossible(f"{station.sys}/{pattern} is not there; set fitted.supply = false")
    return int(found[0].read_text())
