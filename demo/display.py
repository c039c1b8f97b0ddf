"""The display above the table: `pucklight meter` as a program of its own, where this installation has it."""

import importlib.util
import os
import sys
from pathlib import Path

from demo.broker import HOST, Broker, answers, free_port
from demo.child import Child
from demo.hub import Hub
from demo.table import PLACE

READY_S = 10.0
NOT_HERE = "This installation has no display for players; the amount is on MQTT alone."
NOT_STARTED = "The display for players did not start; the amount is on MQTT alone."
ENDED = "The display for players has ended; the amount is on MQTT alone."


class Display:
    def __init__(self, folder: Path, broker: Broker, hub: Hub) -> None:
        self._log, self._config = folder / "meter.log", folder / "meter.toml"
        self._broker, self._hub = broker, hub
        self._child: Child | None = None
        self._tell(NOT_HERE)

    def start(self) -> None:
        if importlib.util.find_spec("controller.cli.meter") is None:
            return
        port = free_port()
        self._config.write_text(
            f'[meter]\nsite = "{PLACE.site}"\ntables = ["{PLACE.table}"]\nport = {port}\n'
            f'[mqtt]\nport = {self._broker.port}\nprotocol = "{self._broker.protocol}"\n'
        )
        command = [sys.executable, "-m", "controller", "meter", "--config", str(self._config)]
        where = {"PYTHONPATH": os.pathsep.join(sys.path)}
        self._tell(NOT_STARTED)
        self._child = Child(command, self._log, self._ended, where)
        if answers(port, READY_S) and self._child:
            self._hub.put("display", {"page": f"http://{HOST}:{port}/", "why": ""})

    def close(self) -> None:
        child, self._child = self._child, None
        if child:
            child.stop()

    def _ended(self, child: Child) -> None:
        if child is self._child:
            self._child = None
            self._tell(ENDED)

    def _tell(self, why: str) -> None:
        """There is no page, and no other figure that could be taken for the jackpot: a reason instead."""
        self._hub.put("display", {"page": None, "why": why})
