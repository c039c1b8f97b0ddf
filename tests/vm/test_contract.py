"""The drivers' contract tests, inside the virtual machine: the real pin library, the kernel's lines and keyboards."""

import base64
import io
import tarfile
from pathlib import Path

import pytest

from tests.vm.vm_table import VmTable

pytestmark = pytest.mark.vm

TESTS = Path(__file__).parents[1]
CONTRACT = ("test_pucks.py", "test_keyswitch.py", "test_lamps.py", "test_input_contract.py")
BESIDE = ("__init__.py", "conftest.py", "rigs.py", "keyboards.py", "fake_lgpio.py")
WAIT_S = 240
SENTENCES = (
    "a_chip_that_was_there_before_us",
    "a_thousand_edges_end_in_one_report",
    "an_exception_behind_a_callback",
    "a_dead_gpio_thread_is_reported",
    "steady_lamps_stand",
    "each_of_the_sixteen_keys",
    "a_swiped_badge",
)


def copied(table: VmTable) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in ("__init__.py", "vm/__init__.py", "vm/inside.py"):
            archive.add(TESTS / name, f"tests/{name}")
        for name in (*CONTRACT, *BESIDE):
            archive.add(TESTS / "drivers" / name, f"tests/drivers/{name}")
    text = base64.b64encode(packed.getvalue()).decode()
    table.want(f"mkdir /tmp/contract && echo {text} | base64 -d | tar -xz -C /tmp/contract")


def test_the_contract_holds_on_the_kernels_own_lines_and_keyboards(table: VmTable) -> None:
    copied(table)
    files = " ".join(f"tests/drivers/{name}" for name in CONTRACT)
    python = "PUCKLIGHT_RIG=kernel /opt/pucklight/current/bin/python"
    said = table.want(f"cd /tmp/contract && {python} -m tests.vm.inside {files}", WAIT_S)
    passed = [line for line in said.splitlines() if line.startswith("passed ")]
    assert all(any(sentence in line for line in passed) for sentence in SENTENCES), said
