"""The prompted bench, with a scripted person on a real terminal: reads what is asked, does it, answers."""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from drivers.jig_line import JigLine
from tests.hil.sim_jigs import jig
from tests.hil.stations import COMMAND, FAIL, INCOMPLETE, PASS, codes, last_record, records, station

DEEDS: Mapping[str, str] = {
    r"Place a chip on SEAT (\d)": "chip {} on",
    r"Lift the chip from SEAT (\d)": "chip {} off",
    r"Press the key ([\w-]+) once": "press {}",
    r"Turn the floor's key to JPH": "key jph",
    r"Turn the floor's key back": "key run",
    r"SERVICE contact on now": "service on",
    r"SERVICE contact off now": "service off",
    r"Pull the shuffler's": "shuffler unplug",
    r"Put the shuffler's": "shuffler replug",
    r"Pull the table's NETWORK": "net off",
    r"Put the table's NETWORK": "net on",
    r"Swipe any known card": "swipe 12345678",
}

PROMPT = re.compile(r">> (.*?)\r?\n +\[.*?\n", re.DOTALL)
"""What is asked, up to the end of the line that shows the answers."""


class ScriptedPerson:
    """Does what is asked, with the jig as hands; `answers` are typed where they fit first, each once."""

    def __init__(self, line: JigLine, answers: Mapping[str, str]) -> None:
        self._line, self._answers = line, dict(answers)
        self.slips: dict[str, str] = {}
        """What is done by mistake, the first time."""
        self.turns = 3
        """How often the service contact is turned when it is asked for; people miscount."""

    def __call__(self, asked: str) -> str:
        for pattern, answer in list(self._answers.items()):
            if re.search(pattern, asked):
                del self._answers[pattern]
                return answer
        for pattern, order in list(self.slips.items()):
            if re.search(pattern, asked):
                del self.slips[pattern]
                self._line.ask(order)
                return ""
        for pattern, order in DEEDS.items():
            if found := re.search(pattern, asked):
                self._line.ask(order.format(*(word.lower() for word in found.groups())))
                return ""
        if "SERVICE contact off and on" in asked:
            for _ in range(self.turns):
                self._line.ask("service off")
                self._line.ask("lamp 1 invite")  # In play again: the invitation runs.
                self._line.ask("service on")
                self._line.ask("lamp 1 off")
        return "y\n"


def seat(path: Path, person: ScriptedPerson, *words: str) -> tuple[int, str]:
    """Puts the person before a terminal on which the suite runs; gives its exit code and all it showed."""
    master, slave = os.openpty()
    command = [*COMMAND, "run", "--bench", "prompted", "--station", str(path), "--quick"]
    process = subprocess.Popen(
        [*command, "--record", str(records(path)), *words], stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    shown, heard = "", 0
    try:
        while chunk := _read(master):
            shown += chunk
            for found in PROMPT.finditer(shown, heard):
                heard = found.end()
                os.write(master, person(found[1]).encode())
    finally:
        os.close(master)
    return process.wait(timeout=30), shown


def _read(master: int) -> str:
    try:
        return os.read(master, 65_536).decode(errors="replace")
    except OSError:
        return ""  # The suite has closed its end of the terminal.


@pytest.mark.slow
def test_a_technician_proves_a_whole_table_without_a_cable(tmp_path: Path) -> None:
    path = station(tmp_path, fitted=("badge", "shuffler", "display"))
    with jig(tmp_path, path) as port:
        path = station(tmp_path, fitted=("badge", "shuffler", "display"), mqtt={"port": port})
        line = JigLine(str(tmp_path / "tty"))
        code, shown = seat(path, ScriptedPerson(line, {"Place a chip on SEAT 2": "\n"}))
        line.close()
    assert code == PASS, shown
    assert "[3]" in shown  # The seat picture.
    assert "RETURNED TO PLAY" in shown
    made = last_record(path)
    asked = [p for phase in made["phases"] for step in phase["steps"] for p in step["prompts"]]
    assert {p["answered_by"] for p in asked} == {"table", "person"}
    service = 2  # On and off, outside the steps.
    assert f"Table t7, asset 40177: about {len(asked) + service} things to do" in shown
    (power,) = [phase for phase in made["phases"] if phase["name"] == "power"]
    assert power["outcome"] == "not on the bench prompted"


@pytest.mark.slow
@pytest.mark.parametrize(("turns", "outcome"), [(2, "pass"), (4, "pass"), (0, "skip")])
def test_who_miscounts_the_turns_of_the_contact_is_not_told_that_rows_are_lost(
    turns: int, outcome: str, tmp_path: Path
) -> None:
    path = station(tmp_path)
    with jig(tmp_path, path) as port:
        path = station(tmp_path, mqtt={"port": port})
        line = JigLine(str(tmp_path / "tty"))
        person = ScriptedPerson(line, {})
        person.turns = turns
        _, shown = seat(path, person, "--only", "broker")
        line.close()
    made = last_record(path)
    (broker,) = [phase for phase in made["phases"] if phase["name"] == "broker"]
    assert broker["outcome"] == outcome, shown
    assert not codes(made)


@pytest.mark.parametrize(
    ("typed", "code", "reason"),
    [
        ("s No card at hand\n", INCOMPLETE, "No card at hand"),
        ("F Reader is CRACKED\n", FAIL, "Reader is CRACKED"),
        ("s\ns really none\n", INCOMPLETE, "really none"),
    ],
)
def test_a_step_is_skipped_with_a_reason_or_failed_with_a_note(
    typed: str, code: int, reason: str, tmp_path: Path
) -> None:
    path = station(tmp_path, fitted=("badge",))
    with jig(tmp_path, path) as port:
        path = station(tmp_path, fitted=("badge",), mqtt={"port": port})
        line = JigLine(str(tmp_path / "tty"))
        ended, shown = seat(path, ScriptedPerson(line, {"Swipe": typed}), "--only", "badge,key")
        line.close()
    assert ended == code, shown
    made = last_record(path)
    assert reason in made["outcome_reason"]
    assert codes(made) == ({"by_person", "deaf_badge"} if code == FAIL else set())


@pytest.mark.parametrize(("meant", "code"), [("n\n", INCOMPLETE), ("y\n", FAIL)])
def test_a_slip_of_the_hand_is_asked_about(meant: str, code: int, tmp_path: Path) -> None:
    path = station(tmp_path)
    with jig(tmp_path, path) as port:
        path = station(tmp_path, mqtt={"port": port})
        line = JigLine(str(tmp_path / "tty"))
        person = ScriptedPerson(line, {"The table saw: press seat-2": meant})
        person.slips = {"Press the key SEAT-1": "press seat-2"}
        ended, shown = seat(path, person, "--only", "keypad")
        line.close()
    assert ended == code, shown
    assert codes(last_record(path)) == (set() if meant == "n\n" else {"wrong_key"})


@pytest.mark.parametrize(
    ("where", "only", "own"),
    [
        (r"Place a chip on SEAT 3", "pucks", "dead_puck"),
        (r"Place a chip on SEAT 4", "pucks", "stuck_puck"),
        (r"Does the lamp of SEAT 3", "pucks", "dark_lamp"),
        (r"Press the key J-POT", "keypad", "dead_key"),
        (r"floor's key to JPH", "key", "dead_switch"),
        (r"SERVICE contact off and on", "broker", "dead_contact"),
        (r"Pull the shuffler's", "shuffler", "late_alarm"),
    ],
)
@pytest.mark.slow
def test_a_note_comes_with_the_steps_own_advice(
    where: str, only: str, own: str, tmp_path: Path
) -> None:
    path = station(tmp_path, fitted=("shuffler",))
    with jig(tmp_path, path) as port:
        path = station(tmp_path, fitted=("shuffler",), mqtt={"port": port})
        line = JigLine(str(tmp_path / "tty"))
        lamp = {r"Does the lamp of SEAT 3": "n\n"} if own == "dead_puck" else {}
        person = ScriptedPerson(line, {where: "f It is Broken\n", **lamp})
        code, shown = seat(path, person, "--only", only)
        line.close()
    assert code == FAIL, shown
    assert codes(last_record(path)) == {own, "by_person"}


def test_a_table_with_an_open_round_is_not_tested(tmp_path: Path) -> None:
    path = station(tmp_path)
    with jig(tmp_path, path) as port:
        path = station(tmp_path, mqtt={"port": port})
        line = JigLine(str(tmp_path / "tty"))
        for order in ("chip 1 on", "lamp 1 seen", "press coin-in", "lamp 1 taken"):
            line.ask(order)
        code, shown = seat(path, ScriptedPerson(line, {}))
        line.close()
    assert code == 1
    assert "a round is open (in_play)" in shown
