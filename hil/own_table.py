"""What the benches share that bring a table of their own: it obeys, with the faults that are planted; nobody looks."""

from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from controller.errors import BadInput
from controller.mqtt_settings import MqttSettings
from hil.bench import NotPossible, Seen
from hil.sim_faults import Obey, SimFaults
from hil.station import Station


class OwnTableBench:
    """Fits `bench.Bench`, but for what a subclass says of itself."""

    timed = True
    real_time = False
    reads_lamps = True

    def __init__(self, station: Station, opened: ExitStack, obey: Obey, broker_port: int) -> None:
        """Takes over what was opened; a fault that nobody knows leaves it to the caller to close."""
        self._obey = SimFaults(obey, station.sim.faults)
        self.mqtt = replace(MqttSettings(), port=broker_port)
        self._opened = opened.pop_all()

    def do(self, order: str, seen: Seen | None = None) -> str:  # noqa: ARG002
        try:
            return self._obey(order)
        except BadInput as error:
            raise NotPossible(str(error)) from error

    def ask(self, question: str) -> bool:
        raise NotPossible(f"nobody looks at a table that is not there: {question}")

    def prompts(self) -> list[dict[str, object]]:
        return []

    def close(self) -> None:
        self._opened.close()


def sections(station: Station) -> dict[str, Any]:
    """The table's settings: what the station says is fitted."""
    fitted: dict[str, Any] = {"keypad": {"stuck_ms": 1500}}
    if station.fitted.shuffler:
        fitted["shuffler"] = {}
    if station.fitted.badge:
        fitted["badge"] = {}
    return fitted
