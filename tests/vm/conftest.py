"""One machine for all tests of this folder and all workers: booted once, frozen in service, thawed for each test."""

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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
def machine(image: Image, testrun_uid: str) -> Iterator[VirtualMachine]:
    shared = Path(tempfile.gettempdir()) / f"pucklight-frozen-{testrun_uid}"
    with tempfile.TemporaryDirectory(prefix="pucklight-vm-") as name:
        machine = VirtualMachine(image, Path(name))
        try:
            _freeze_or_share(machine, shared)
            yield machine
        finally:
            machine.close()
            # Who works on has links of its own to the files.
            with _alone(image):
                shutil.rmtree(shared, ignore_errors=True)


def _freeze_or_share(machine: VirtualMachine, shared: Path) -> None:
    """The first worker that needs a machine boots it; the others go on from what that one has frozen."""
    with _alone(machine.image):
        if shared.exists():
            for path in shared.iterdir():
                (machine.folder / path.name).hardlink_to(path)
            return
        boot_and_freeze(machine)
        shared.mkdir()
        for path in machine.folder.glob("frozen.*"):
            (shared / path.name).hardlink_to(path)


@contextmanager
def _alone(image: Image) -> Iterator[None]:
    with image.root.open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture
def table(machine: VirtualMachine) -> Iterator[VmTable]:
    machine.thaw()
    try:
        with listening(machine.port) as heard:
            yield VmTable(machine, heard)
    finally:
        machine.cut()
