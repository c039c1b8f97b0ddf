"""The simulated bench: the real daemon on simulated pins. Every commit runs on it; a laptop can practise on it."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from controller.errors import BadInput
from controller.mqtt_settings import MqttSettings
from hil.bench import NotPossible, Seen
from hil.net_relay import NetRelay
from hil.own_broker import OwnBroker
from hil.sim_faults import SimFaults
from hil.sim_table import SimTable
from hil.station import Station


class SimBench:
    """Fits `bench.Bench`."""

    name = "sim"
    timed = True
    real_time = True
    reads_lamps = True

    def __init__(self, station: Station) -> None:
        self._open = ExitStack()
        folder = Path(self._open.enter_context(TemporaryDirectory(prefix="pucklight-hil-")))
        broker = OwnBroker(folder)
        self._open.callback(broker.close)
        relay = NetRelay(broker.port)
        self._open.callback(relay.close)
        self.table = SimTable(folder, station.place, relay, sections(station))
        self._open.callback(self.table.close)
        self._obey = SimFaults(self.table.obey, station.sim.faults)
        self.mqtt = replace(MqttSettings(), port=broker.port)

    def do(self, order: str, seen: Seen | None = None) -> str:  # noqa: ARG002
        try:
            return self._obey(order)
        except BadInput as error:
            raise NotPossible(str(error)) from error

    def ask(self, question: str) -> bool:
        raise NotPossible(f"nobody looks at a simulated table: {question}")

    def prompts(self) -> list[dict[str, object]]:
        return []

    def close(self) -> None:
        self._open.close()


def sections(station: Station) -> dict[str, Any]:
    """The simulated table's settings: what the station says is fitted."""
    fitted: dict[str, Any] = {"keypad": {"stuck_ms": 1500}}
    if station.fitted.shuffler:
        fitted["shuffler"] = {}
    if station.fitted.badge:
        fitted["badge"] = {}
    return fitted
