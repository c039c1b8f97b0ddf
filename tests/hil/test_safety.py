"""What a test may do to a table: nothing is pressed in play, and what was touched is put right."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from drivers.jig_line import JigLine
from tests.hil.sim_jigs import jig
from tests.hil.stations import (
    COMMAND,
    FAIL,
    INCOMPLETE,
    codes,
    last_record,
    records,
    run,
    station,
)
from tests.hil.test_prompted_bench import ScriptedPerson, seat


def test_a_table_that_falls_out_of_service_mode_is_not_touched_any_more(tmp_path: Path) -> None:
    path = station(tmp_path, faults=("loose service",))
    said = run(path, "--only", "pucks,keypad", code=FAIL)
    made = last_record(path)
    assert codes(made) == {"left_service"}
    assert "Check the plug and the contact of the service switch" in said
    assert "RETURNED TO PLAY" in said
    outcomes = {phase["name"]: phase["outcome"] for phase in made["phases"]}
    assert (outcomes["keypad"], outcomes["money"]) == ("not executed", "pass")


@pytest.mark.parametrize(
    ("bench", "live", "code", "said"),
    [
        ("sim", True, 2, "practise with a station file of its own"),
        ("jig", None, 78, "station.live: is missing"),
        ("prompted", None, 78, "station.live: is missing"),
    ],
)
def test_a_real_table_says_whether_it_is_live_and_a_simulated_one_is_not(
    bench: str, live: bool | None, code: int, said: str, tmp_path: Path
) -> None:
    path = station(tmp_path, bench={"live": bool(live), "witness": "2087"})
    if live is None:
        path.write_text(path.read_text().replace('"live" = false\n', ""))
    assert said in run(path, bench=bench, code=code)


@pytest.mark.parametrize("asset", ["P3/7", "", "A 17", "x" * 33])
def test_an_asset_number_that_cannot_name_a_file_is_refused(asset: str, tmp_path: Path) -> None:
    path = station(tmp_path)
    path.write_text(path.read_text().replace("40177", asset))
    assert 'table.asset: want letters, digits and "-", 32 at most' in run(path, code=78)


def test_a_misspelt_limit_is_refused(tmp_path: Path) -> None:
    path = station(tmp_path)
    with path.open("a") as file:
        file.write('[limits."puck.bounce_mx"]\nmost = 5\n')
    assert 'there is no such limit; did you mean "puck.bounce_max"?' in run(path, code=78)


@pytest.mark.slow
def test_a_jig_whose_run_was_killed_in_a_story_gives_the_tested_table_back(
    tmp_path: Path,
) -> None:
    path = station(tmp_path)
    with jig(tmp_path, path) as port:
        path = station(tmp_path, jig={"port": str(tmp_path / "tty")}, mqtt={"port": port})
        words = ["--quick", "--record", str(records(path)), "--only", "clock,stories"]
        command = [*COMMAND, "run", "--bench", "jig", "--station", str(path), *words]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            assert "clock is right" in process.stderr.readline()
            assert "story comes true" in process.stderr.readline()  # The second is under way.
            process.send_signal(signal.SIGKILL)
        said = run(path, "--only", "clock,stories", "--resume", bench="jig", code=INCOMPLETE)
    assert "RETURNED TO PLAY" in said
    assert last_record(path)["sittings"] == 2


@pytest.mark.slow
def test_a_step_that_is_skipped_in_the_middle_leaves_no_cable_pulled(tmp_path: Path) -> None:
    path = station(tmp_path)
    with jig(tmp_path, path) as port:
        path = station(tmp_path, mqtt={"port": port})
        line = JigLine(str(tmp_path / "tty"))
        person = ScriptedPerson(line, {"SERVICE contact off and on": "s no patience\n"})
        code, shown = seat(path, person, "--only", "broker,clock")
        line.close()
    assert code == INCOMPLETE, shown
    assert "Put the table's NETWORK cable back" in shown
    assert re.search(r"^RETURNED TO PLAY", shown, re.MULTILINE), shown


class Impatient(ScriptedPerson):
    """Sees a dark lamp, and does not care to lift the chip; when asked again, does."""

    def __call__(self, asked: str) -> str:
        if "lamp of SEAT 1" not in asked:
            return super().__call__(asked)
        self._answers["Lift the chip from SEAT 1"] = "s no time\n"
        return "n\n"


@pytest.mark.slow
def test_what_failed_before_a_skip_is_a_failure(tmp_path: Path) -> None:
    path = station(tmp_path)
    with jig(tmp_path, path) as port:
        path = station(tmp_path, mqtt={"port": port})
        line = JigLine(str(tmp_path / "tty"))
        code, shown = seat(path, Impatient(line, {}), "--only", "pucks")
        line.close()
    assert code == FAIL, shown
    assert codes(last_record(path)) == {"dark_lamp"}
