"""Power cuts of a whole machine, at moments chosen by a seed: nothing lost that was sent, nothing done twice."""

import subprocess
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal_files import create
from controller.record import Row
from hil.vm import cut as cuts
from hil.vm import cut_check
from hil.vm.cut_check import Broken
from hil.vm.cut_cycle import CutBench, Outcome
from hil.vm.cut_page import page
from hil.vm.machine import VirtualMachine
from tests.vm.vm_table import VmTable

pytestmark = pytest.mark.vm

FAST = range(1, 13)
COLD = (50, 101)
"""50 turns the key and cuts at the commit: it must still be turned after the boot."""
JOURNAL = "/opt/pucklight/current/lib/python3.11/site-packages/controller"


def test_no_cut_loses_a_cent_or_leaves_the_dealer_stuck(
    machine: VirtualMachine, folder: Path
) -> None:
    bench = CutBench(machine, folder)
    outcomes = [bench.cycle(seed, cold=False) for seed in FAST]
    assert [fault for outcome in outcomes for fault in outcome.faults] == []
    # Both kinds of moment were met, or the cuts were not aimed at commits at all.
    assert {outcome.written for outcome in outcomes} == {True, False}


@pytest.mark.parametrize("seed", COLD)
def test_after_a_cut_the_machine_boots_and_the_dealer_plays_on(
    seed: int, machine: VirtualMachine, folder: Path
) -> None:
    assert CutBench(machine, folder).cycle(seed, cold=True).faults == []


def test_a_journal_that_does_not_wait_for_the_disk_is_caught(table: VmTable, folder: Path) -> None:
    """The planted defect: what is sent before it is on the disk is lost by a cut."""
    table.want(f"sed -i 's/synchronous = FULL/synchronous = OFF/' {JOURNAL}/journal*.py")
    before = table.boots()
    table.want("systemctl restart pucklight", 90)
    table.heard.wait(lambda _: len(table.boots()) > len(before))
    table.order("chip 2 on")
    table.order("wait-lamp 2 seen 20")
    table.order("press coin-in")
    assert table.wait_row(0)["type"] == "coin_in"
    table.kill()
    left = cuts.rows_left(table.machine.data, folder)
    sent = [("event", body) for body in table.heard.bodies("event")]
    with pytest.raises(Broken, match="was sent as"):
        cut_check.want_kept(left, sent)
    shown = [("meter", body) for body in table.heard.bodies("meter")]
    with pytest.raises(Broken, match="meter showed row"):
        cut_check.want_kept(left, shown)


def test_a_damaged_journal_on_the_disk_is_caught(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    journal, disk = tmp_path / "files/journal.db", tmp_path / "data.raw"
    create(journal, "t7", "club", "2026-03-04T21:15:42.123Z")
    assert len(_rows_of_a_disk(disk, tmp_path)) == 1
    damaged = bytearray(journal.read_bytes())
    damaged[damaged.index(b"2026-03-04")] += 1
    journal.write_bytes(damaged)
    with pytest.raises(JournalError):
        _rows_of_a_disk(disk, tmp_path)


def _rows_of_a_disk(disk: Path, folder: Path) -> list[Row]:
    make = ["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(folder / "files"), str(disk), "8M"]
    subprocess.run(make, check=True)
    return cuts.rows_left(disk, folder)


def test_the_same_seed_gives_the_same_cut() -> None:
    assert [cuts.chosen(seed) for seed in FAST] == [cuts.chosen(seed) for seed in FAST]
    assert len({cuts.chosen(seed).step for seed in FAST}) > 3


def test_the_page_says_fail_when_one_cut_broke_a_promise_and_when_there_was_none() -> None:
    good = Outcome(1, cuts.chosen(1), cold=False, written=True)
    bad = Outcome(2, cuts.chosen(2), cold=True, faults=["Broken: row 7 <is> gone"])
    assert "PASS: 0 of 1" in page([good], 1, 16.0, 2.0)
    told = page([good, bad], 1, 16.0, 2.0)
    assert "FAIL: 1 of 2" in told
    assert "row 7 &lt;is&gt; gone" in told
    assert "FAIL: 0 of 0" in page([], 1, 16.0, 0.0)
