"""Cuts and what follows: fast ones look at the disk from outside, cold ones also boot again and play on."""

import time
from dataclasses import dataclass, field
from pathlib import Path

from controller.errors import PucklightError
from hil.vm import cut as cuts
from hil.vm.cut import Broken, Cut
from hil.vm.dealer import ROUND, Dealer
from hil.vm.listener import Document, Listener
from hil.vm.machine import VirtualMachine

READY_S = 90
STATE_AFTER = {
    "coin_in": "in_play",
    "win_claimed": "in_play",
    "verify_started": "verifying",
    "verify_ended": "in_play",
    "j_pot": "won",
    "meter_adjusted": "in_play",
    "game_over": "betting",
}


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
        rows = cuts.rows_left(self._machine.data, self._folder)
        outcome.rows = len(rows)
        wanted = ROUND[outcome.cut.step].row
        outcome.written = any(row.record.type == wanted for row in rows)
        cuts.compare(rows, heard.rows())
        if outcome.cold:
            self._boot_and_play_on({row.seq for row in rows})

    def _boot_and_play_on(self, known: set[int]) -> None:
        self._machine.boot()
        heard = _in_service(self._machine)
        try:
            heard.order("replay", {"from_seq": 1}, 1)
            heard.wait("all its rows again", lambda heard: _all_heard(heard, known))
            want_state(heard.rows(), heard.last("round"))
            Dealer(self._machine.order, heard).finish()
            sent = heard.rows()
        finally:
            heard.close()
        proof = "pucklight journal verify --journal /var/lib/pucklight/journal.db"
        answer = self._machine.run(f"/opt/pucklight/current/bin/{proof}", READY_S)
        if answer.code:
            raise Broken(f"the journal does not prove after the boot: {answer.output}")
        self._machine.cut()
        cuts.compare(cuts.rows_left(self._machine.data, self._folder), sent)


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


def _all_heard(heard: Listener, known: set[int]) -> bool:
    """Those on the disk, and those behind the round as it is shown: a boot writes rows of its own."""
    shown: int = heard.last("round")["seq"]
    return known | set(range(1, shown + 1)) <= heard.rows().keys()


def want_state(rows: dict[int, Document], shown: Document) -> None:
    """The table is where its last row left it."""
    moves = [rows[seq]["type"] for seq in sorted(rows) if rows[seq]["type"] in STATE_AFTER]
    wanted = STATE_AFTER[moves[-1]] if moves else "betting"
    if shown["state"] != wanted:
        raise Broken(f"the table says {shown['state']}, its last row means {wanted}")
