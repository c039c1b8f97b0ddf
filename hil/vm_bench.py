"""The virtual bench: a table in a virtual machine, with a real kernel, real pins, real systemd and a plug to pull."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from hil.own_table import OwnTableBench, sections
from hil.station import Station
from hil.vm.build import build
from hil.vm.machine import VirtualMachine
from hil.vm.machine_table import MachineTable


class VmBench(OwnTableBench):
    name = "vm"

    def __init__(self, station: Station) -> None:
        print("Starting the virtual machine; the first time it is built, for minutes.", flush=True)
        with ExitStack() as opened:
            folder = Path(opened.enter_context(TemporaryDirectory(prefix="pucklight-vm-")))
            machine = VirtualMachine(build(), folder, keeps_root=True)
            opened.callback(machine.close)
            table = MachineTable(machine, station.place, sections(station))
            opened.callback(table.close)
            super().__init__(station, opened, table.obey, machine.port)
