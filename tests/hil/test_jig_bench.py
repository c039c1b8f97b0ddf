"""The jig bench, over a real serial line (a pty) to a simulated jig that speaks docs/hil-jig.md."""

from pathlib import Path
from typing import Any

import pytest

from drivers.jig_line import JigLine
from tests.hil.sim_jigs import jig
from tests.hil.stations import FAIL, INCOMPLETE, codes, last_record, run, station

DELAY = 'limits."puck.edge_to_mqtt"'
UNTIMED: dict[str, Any] = {
    DELAY: {"most": 60_000, "marginal": 60_000},
    'limits."shuffler.fact_to_mqtt"': {"most": 60_000, "marginal": 60_000},
}
"""This table is no Raspberry Pi, and shares its processor with other tests: its delays say nothing."""


@pytest.mark.slow
def test_a_sound_table_passes_on_the_jig_stories_and_power_cut_included(tmp_path: Path) -> None:
    path = station(tmp_path, fitted=("badge", "shuffler"))
    with jig(tmp_path, path) as port:
        tty, mqtt = {"port": str(tmp_path / "tty")}, {"port": port}
        fitted = ("badge", "shuffler")
        run(station(tmp_path, fitted=fitted, jig=tty, mqtt=mqtt, **UNTIMED), bench="jig")
    made = last_record(path)
    assert made["station"]["mode"] == "jig"
    outcomes = {phase["name"]: phase["outcome"] for phase in made["phases"]}
    assert outcomes["power"] == outcomes["stories"] == "pass"


@pytest.mark.slow
def test_a_dead_puck_is_found_through_the_jig(tmp_path: Path) -> None:
    path = station(tmp_path, faults=("dead puck 8",))
    with jig(tmp_path, path) as port:
        tty, mqtt = {"port": str(tmp_path / "tty")}, {"port": port}
        untimed = station(tmp_path, jig=tty, mqtt=mqtt, **UNTIMED)
        run(untimed, "--only", "pucks", bench="jig", code=FAIL)
    assert codes(last_record(path)) == {"dead_puck"}


@pytest.mark.slow
def test_a_slow_table_fails_on_the_jig_and_is_only_recorded_on_the_sim(tmp_path: Path) -> None:
    limit: dict[str, Any] = {DELAY: {"most": 1}}
    path = station(tmp_path, **limit)
    with jig(tmp_path, path) as port:
        tty, mqtt = {"port": str(tmp_path / "tty")}, {"port": port}
        slow = station(tmp_path, jig=tty, mqtt=mqtt, **limit)
        run(slow, "--only", "pucks", bench="jig", code=FAIL)
        assert codes(last_record(path)) == {"slow_puck"}
        run(slow, "--only", "pucks", code=INCOMPLETE)
    assert not codes(last_record(path))


def test_the_jig_answers_line_by_line_as_its_page_says(tmp_path: Path) -> None:
    with jig(tmp_path, station(tmp_path)):
        line = JigLine(str(tmp_path / "tty"))
        try:
            assert line.ask("id?").startswith("pucklight-jig 1 lamps")
            assert line.ask("chip 3 on") == "ok"
            assert line.ask("lamp 3 seen") == "ok"
        finally:
            line.close()


def test_a_jig_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    path = station(tmp_path, jig={"port": str(tmp_path / "none")})
    assert "plug the jig in" in run(path, bench="jig", code=1)
