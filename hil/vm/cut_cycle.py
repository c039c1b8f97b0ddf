"""Cuts and what follows: fast ones look at the disk and recover from it in this process, cold ones also boot again.

After both the dealer must be able to play on.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from controller import messages
from controller.errors import PucklightError
from controller.messages import Document
from controller.record import Row
from hil.vm import cut as cuts
from hil.vm import cut_check
from hil.vm.cut import Cut
from hil.vm.cut_check import Broken
from hil.vm.dealer import ROUND, Dealer
from hil.vm.listener import PLACE, Listener
from hil.vm.machine import VirtualMachine
from hil.vm.recovered_table import RecoveredTable

READY_S = 180


@dataclass
class Outcome:
    seed: int
    cut: Cut
    cold: bool
    written: bool = False
    """Whether the row of the step had reached the disk."""
    rows: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


def boot_and_freeze(machine: VirtualMachine) -> float:
    """With its table in `betting`. Returns the seconds from power on to a table in service."""
    begun = time.monotonic()
    machine.boot()
    _in_service(machine).close()
    took_s = time.monotonic() - begun
    machine.freeze()
    return took_s


class CutBench:
    """Thaws a frozen machine for every cut. `folder` is for what is looked at afterwards."""

    def __init__(self, machine: VirtualMachine, folder: Path) -> None:
        self._machine, self._folder = machine, folder

    def cycle(self, seed: int, *, cold: bool) -> Outcome:
        outcome = Outcome(seed, cuts.chosen(seed), cold)
        begun = time.monotonic()
        try:
            self._cycle(outcome)
        except PucklightError as error:
            outcome.faults.append(f"{type(error).__name__}: {error}")
        finally:
            self._machine.cut()
        outcome.seconds = time.monotonic() - begun
        return outcome

    def _cycle(self, outcome: Outcome) -> None:
        self._machine.thaw()
        heard = Listener(self._machine.port)
        try:
            heard.wait("its state", lambda heard: bool(heard.last("round")))
            cuts.make(outcome.cut, self._machine, heard)
        finally:
            heard.close()
        journal = cuts.journal_left(self._machine.data, self._folder)
        rows = cuts.proved_rows(journal)
        outcome.rows = len(rows)
        wanted = ROUND[outcome.cut.step].row
        outcome.written = any(row.record.type == wanted for row in rows)
        cut_check.want_kept(rows, heard.heard())
        recover_and_play_on(journal, rows, self._machine.world())
        if outcome.cold:
            self._boot_and_play_on(rows)

    def _boot_and_play_on(self, rows: list[Row]) -> None:
        self._machine.boot()
        heard = _in_service(self._machine)
        try:
            heard.order("replay", {"from_seq": 1}, 1)
            heard.wait("all its rows again", lambda heard: _all_heard(heard, rows))
            shown = {topic: heard.last(topic) for topic in ("round", "meter")}
            cut_check.want_resumed(rows, heard.rows(), shown)
            Dealer(self._machine.order, heard).finish()
        finally:
            heard.close()
        proof = "pucklight journal verify --journal /var/lib/pucklight/journal.db"
        answer = self._machine.run(f"/opt/pucklight/current/bin/{proof}", READY_S)
        if answer.code:
            raise Broken(f"the journal does not prove after the boot: {answer.output}")
        self._machine.cut()
        left = cuts.rows_left(self._machine.data, self._folder)
        cut_check.want_kept(left, [*events_of(rows), *heard.heard()])


def recover_and_play_on(journal: Path, rows: list[Row], world: Iterable[str]) -> None:
    """By the product's own recovery, in this process and in the journal's copy: this round to its end, and one more."""
    table = RecoveredTable(journal, world)
    try:
        cut_check.want_recovered(table.table, rows)
        table.start()
        dealer = Dealer(table.order, table)
        dealer.finish()
        dealer.finish()
    finally:
        table.close()
    cut_check.want_kept(cuts.proved_rows(journal), [*events_of(rows), *table.heard()])


def events_of(rows: Iterable[Row]) -> list[tuple[str, Document]]:
    """What a disk held is kept like what was sent."""
    return [("event", messages.event(PLACE.table, row)) for row in rows]


def _in_service(machine: VirtualMachine) -> Listener:
    answer = machine.run("systemctl start mosquitto pucklight", READY_S)
    if answer.code:
        raise Broken(f"the table does not start: {answer.output}")
    heard = Listener(machine.port)
    heard.wait(
        "that it is in service", lambda heard: heard.last("status").get("state") == "in_service"
    )
    heard.wait("where its round stands", lambda heard: bool(heard.last("round")))
    return heard


def _all_heard(heard: Listener, known: list[Row]) -> bool:
    """Those on the disk, and those behind what is shown: a boot writes rows of its own."""
    if not heard.last("meter"):
        return False
    shown = max(heard.last("round")["seq"], heard.last("meter")["seq"])
    wanted = {row.seq for row in known} | set(range(1, shown + 1))
    return wanted <= heard.rows().keys()
