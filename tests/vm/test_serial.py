"""The shuffler on a USB adapter of the virtual machine: plugged in late, pulled out, and plugged in again."""

from pathlib import Path

import pytest

from drivers.sim.shuffler import SimShuffler
from tests.vm.vm_table import VmTable

pytestmark = pytest.mark.vm

PLUGGED_S = 60


def test_an_adapter_may_come_late_go_and_come_back(table: VmTable, folder: Path) -> None:
    shuffler = SimShuffler(folder / "line")
    try:
        table.heard.wait(lambda _: table.raised("shuffler_down"), PLUGGED_S)
        for _ in range(2):
            table.machine.plug_in_shuffler(folder / "line")
            table.heard.wait(lambda _: not table.raised("shuffler_down"), PLUGGED_S)
            table.machine.unplug_shuffler()
            table.heard.wait(lambda _: table.raised("shuffler_down"), PLUGGED_S)
        assert table.shown("NRestarts") == "0"
    finally:
        shuffler.close()
