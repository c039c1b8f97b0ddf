"""One virtual machine for all tests of this folder: booted once, frozen with its table in service, thawed for each."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hil.vm.build import Image, build
from hil.vm.cut_cycle import boot_and_freeze
from hil.vm.machine import VirtualMachine
from tests.subscriber import listening
from tests.vm.vm_table import VmTable


@pytest.fixture(scope="session")
def image() -> Image:
    return build()


@pytest.fixture
def folder() -> Iterator[Path]:
    """With a short name: sockets lie in it."""
    with tempfile.TemporaryDirectory(prefix="pucklight-vm-") as name:
        yield Path(name)


@pytest.fixture(scope="session")
def machine(image: Image) -> Iterator[VirtualMachine]:
    with tempfile.TemporaryDirectory(prefix="pucklight-vm-") as name:
        machine = VirtualMachine(image, Path(name))
        try:
            boot_and_freeze(machine)
            yield machine
        finally:
            machine.close()


@pytest.fixture
def table(machine: VirtualMachine) -> Iterator[VmTable]:
    machine.thaw()
    try:
        with listening(machine.port) as heard:
            yield VmTable(machine, heard)
    finally:
        machine.cut()
