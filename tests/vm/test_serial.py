"""The shuffler on a USB adapter of the virtual machine: plugged in late, pulled out, and plugged in again."""

from pathlib import Path

import pytest

from drivers.sim.shuffler import SimShuffler
from hil.vm.build import Image
from hil.vm.machine import VirtualMachine
from tests.subscriber import listening
from tests.vm.vm_table import VmTable

pytestmark = pytest.mark.vm

PLUGGED_S = 60


def test_an_adapter_may_come_late_go_and_come_back(image: Image, folder: Path) -> None:
    shuffler = SimShuffler(folder / "line")
    machine = VirtualMachine(image, folder)
    try:
        machine.boot()
        machine.run("systemctl start mosquitto pucklight", 90)
        with listening(machine.port) as heard:
            table = VmTable(machine, heard)
            heard.wait(lambda _: table.raised("shuffler_down"), PLUGGED_S)
            for _ in range(2):
                machine.plug_in_shuffler(folder / "line")
                heard.wait(lambda _: not table.raised("shuffler_down"), PLUGGED_S)
                machine.unplug_shuffler()
                heard.wait(lambda _: table.raised("shuffler_down"), PLUGGED_S)
            assert table.shown("NRestarts") == "0"
    finally:
        machine.close()
        shuffler.close()
