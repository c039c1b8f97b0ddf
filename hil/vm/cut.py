"""One power cut: where it is aimed, and what must be true of the disk that is left. Knows the journal's reader.

The disk is looked at from outside: the file system's own repair, then the journal proved row by row.
"""

import random
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from controller import messages
from controller.errors import PucklightError
from controller.journal_reader import JournalReader
from controller.record import Row
from hil.vm.dealer import ROUND, Dealer
from hil.vm.listener import PLACE, Document, Listener
from hil.vm.machine import VirtualMachine

AFTER_MS = 200
"""A press is in the journal about this long after it, in the machine."""
NEAR_MS = 10


class Aim(StrEnum):
    PRESS = "so long after the press"
    COMMIT = "so long after the journal was written to"
    SENT = "so long after the row was heard"


@dataclass(frozen=True)
class Cut:
    step: int
    aim: Aim
    wait_ms: float

    def __str__(self) -> str:
        return (
            f"{ROUND[self.step].order}: {self.wait_ms:.1f} ms {self.aim.removeprefix('so long ')}"
        )


class Broken(PucklightError):
    """A promise was broken by a power cut. The text says which."""


def chosen(seed: int) -> Cut:
    """The same seed gives the same cut."""
    chance = random.Random(seed)
    aim = chance.choice((Aim.PRESS, Aim.PRESS, Aim.COMMIT, Aim.COMMIT, Aim.SENT))
    wait_ms = chance.uniform(0, AFTER_MS if aim is Aim.PRESS else NEAR_MS)
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


def rows_left(disk: Path, folder: Path) -> list[Row]:
    """What the disk holds after the cut, proved: chain, balances, nothing negative."""
    look = folder / "look.raw"
    subprocess.run(["cp", "--sparse=always", disk, look], check=True)
    repaired = subprocess.run(["e2fsck", "-p", str(look)], capture_output=True, check=False)
    if repaired.returncode > 1:
        raise Broken(f"the file system needs a person: {repaired.stdout.decode().strip()}")
    inside = folder / "look"
    shutil.rmtree(inside, ignore_errors=True)
    inside.mkdir()
    for name in ("journal.db", "journal.db-wal"):
        ask = f"dump /{name} {inside / name}"
        subprocess.run(["debugfs", "-R", ask, str(look)], capture_output=True, check=True)
    with JournalReader.open(inside / "journal.db") as reader:
        reader.prove()
        return list(reader.rows_after(0))


def compare(rows: list[Row], sent: Mapping[int, Document]) -> None:
    """Nothing that was sent is lost or another; nothing was done twice."""
    kept = {row.seq: messages.event(PLACE.table, row) for row in rows}
    for seq, body in sent.items():
        if kept.get(seq) != body:
            raise Broken(f"row {seq} was sent as {body} and is now {kept.get(seq)}")
    times = Counter((row.record.round, row.record.type) for row in rows)
    for step in ROUND:
        doubled = [
            number for number, type_ in times if type_ == step.row and times[number, type_] > 1
        ]
        if doubled:
            raise Broken(f"{step.row} stands more than once in rounds {doubled}")
