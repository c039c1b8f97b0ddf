"""The virtual bench: a table in a virtual machine, with a real kernel, real pins, real systemd and a plug to pull."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.errors import BadInput
from controller.mqtt_settings import MqttSettings
from hil.bench import NotPossible, Seen
from hil.sim_bench import sections
from hil.sim_faults import SimFaults
from hil.station import Station
from hil.vm.build import build
from hil.vm.machine import VirtualMachine
from hil.vm.machine_table import MachineTable


class VmBench:
    """Fits `bench.Bench`."""

    name = "vm"
    timed = True
    real_time = False
    reads_lamps = True

    def __init__(self, station: Station) -> None:
        print("Starting the virtual machine; the first time it is built, for minutes.", flush=True)
        self._open = ExitStack()
        folder = Path(self._open.enter_context(TemporaryDirectory(prefix="pucklight-vm-")))
        machine = VirtualMachine(build(), folder, keeps_root=True)
        self._open.callback(machine.close)
        self._table = MachineTable(machine, station.place, sections(station))
        self._open.callback(self._table.close)
        self._obey = SimFaults(self._table.obey, station.sim.faults)
        self.mqtt = replace(MqttSettings(), port=machine.port)

    def do(self, order: str, seen: Seen | None = None) -> str:  # noqa: ARG002
        try:
            return self._obey(order)
        except BadInput as error:
            raise NotPossible(str(error)) from error

    def ask(self, question: str) -> bool:
        raise NotPossible(f"nobody looks at a virtual table: {question}")

    def prompts(self) -> list[dict[str, object]]:
        return []

    def close(self) -> None:
        self._open.close()
