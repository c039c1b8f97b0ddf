"""One power cut: where it is aimed, and what is read from the disk that is left. Knows the journal's reader.

The disk is looked at from outside: the file system's own repair, then the journal proved row by row.
"""

import random
import shutil
import subprocess
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from controller.journal_reader import JournalReader
from controller.record import Row
from hil.vm.cut_check import Broken
from hil.vm.dealer import ROUND, Dealer
from hil.vm.listener import Listener
from hil.vm.machine import VirtualMachine


class Aim(StrEnum):
    PRESS = "so long after the press"
    COMMIT = "so long after the journal was written to"
    SENT = "so long after the row was heard"


MOST_MS = {Aim.PRESS: 200, Aim.COMMIT: 40, Aim.SENT: 10}
"""In the machine a press reaches the journal within about 200 ms; from the first write the disk has the row 5 to 60 ms
later, by the load. So each aim finds the row written and not written."""


@dataclass(frozen=True)
class Cut:
    step: int
    aim: Aim
    wait_ms: float

    def __str__(self) -> str:
        return (
            f"{ROUND[self.step].order}: {self.wait_ms:.1f} ms {self.aim.removeprefix('so long ')}"
        )


def chosen(seed: int) -> Cut:
    """The same seed gives the same cut."""
    chance = random.Random(seed)
    aim = chance.choice((Aim.PRESS, Aim.PRESS, Aim.COMMIT, Aim.COMMIT, Aim.SENT))
    wait_ms = chance.uniform(0, MOST_MS[aim])
    return Cut(chance.randrange(len(ROUND)), aim, wait_ms)


def make(cut: Cut, machine: VirtualMachine, heard: Listener) -> None:
    """Plays up to the step and pulls the plug in it."""
    dealer = Dealer(machine.order, heard)
    for step in ROUND[: cut.step]:
        dealer.play(step)
    step = ROUND[cut.step]
    dealer.lead_up(step)
    before = max(heard.rows(), default=0)
    machine.order(f"at-commit {step.order}" if cut.aim is Aim.COMMIT else step.order)
    if cut.aim is Aim.SENT:
        dealer.wait_row(step, before)
    time.sleep(cut.wait_ms / 1000)
    machine.cut()


FILES = ("journal.db", "journal.db-wal", "journal.db.lock")


def journal_left(disk: Path, folder: Path) -> Path:
    """The journal's files as the disk holds them after the cut, copied out of the repaired file system."""
    look = folder / "look.raw"
    subprocess.run(["cp", "--sparse=always", disk, look], check=True)
    repaired = subprocess.run(["e2fsck", "-p", str(look)], capture_output=True, check=False)
    if repaired.returncode > 1:
        raise Broken(f"the file system needs a person: {repaired.stdout.decode().strip()}")
    inside = folder / "look"
    shutil.rmtree(inside, ignore_errors=True)
    inside.mkdir()
    for name in FILES:
        ask = f"dump /{name} {inside / name}"
        subprocess.run(["debugfs", "-R", ask, str(look)], capture_output=True, check=True)
    return inside / "journal.db"


def proved_rows(journal: Path) -> list[Row]:
    """All of them, once it is proved: pages, chain, balances, nothing negative."""
    with JournalReader.open(journal) as reader:
        reader.prove()
        return list(reader.rows_after(0))


def rows_left(disk: Path, folder: Path) -> list[Row]:
    return proved_rows(journal_left(disk, folder))
