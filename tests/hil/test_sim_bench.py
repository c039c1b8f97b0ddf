"""The whole suite on the simulated bench: the real daemon, a real broker, and every kind of fault planted once."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import hil
from tests.hil.stations import (
    ERROR,
    FAIL,
    INCOMPLETE,
    codes,
    last_record,
    records,
    run,
    station,
)

BOUNCE = 'limits."puck.bounce_max"'
SCHEMA = json.loads((Path(hil.__file__).parent / "record.schema.json").read_text())


def test_a_sound_table_passes_and_is_returned_to_play(tmp_path: Path) -> None:
    path = station(tmp_path, fitted=("badge", "shuffler"))
    said = run(path)
    assert "RETURNED TO PLAY" in said
    assert "PASS: every mandatory phase passed" in said
    made = last_record(path)
    Draft202012Validator(SCHEMA).validate(made)
    outcomes = {phase["name"]: phase["outcome"] for phase in made["phases"]}
    assert outcomes.pop("display") == outcomes.pop("supply") == "not fitted"
    assert set(outcomes.values()) == {"pass"}
    (money,) = [phase for phase in made["phases"] if phase["name"] == "money"]
    measured = {m["name"]: m["value"] for m in money["steps"][0]["measurements"]}
    assert measured == {"meter_delta_cents": 0, "coin_in_delta": 0}
    files = sorted(file.suffix for file in records(path).iterdir() if file.is_file())
    assert files == [".html", ".json", ".jsonl", ".pdf"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "only", "code", "advice"),
    [
        ("dead puck 3", "pucks", "dead_puck", "seat 3 does not see a chip"),
        ("swapped pucks 2 5", "pucks", "swapped_pucks", "seat 2 is seen at seat 5"),
        ("stuck puck 3", "pucks", "stuck_puck", "seat 3 always sees a chip"),
        ("crosstalk 3 6", "pucks", "crosstalk", "chip on seat 3 is also seen at seat 6"),
        ("doubling puck 3", "pucks", "missed_edges", "seat 3 missed or doubled"),
        ("bouncing puck 4 25", "pucks", "bouncing_chip", "Clean the puck's contact"),
        ("dark lamp 6", "pucks", "dark_lamp", "lamp at seat 6"),
        ("dark lamp 8", "pucks", "dark_lamp", "lamp at seat 8"),
        ("stuck key coin-in", "keypad", "stuck_key", "key coin-in is held down"),
        ("stuck key seat-1", "keypad", "stuck_key", "key seat-1 is held down"),
        ("deaf shuffler", "shuffler", "deaf_shuffler", "shuffler does not answer"),
        ("lying disk", "power", "lying_disk", "replace the card by an approved one"),
    ],
)
def test_a_planted_fault_fails_with_the_right_advice(
    fault: str, only: str, code: str, advice: str, tmp_path: Path
) -> None:
    path = station(tmp_path, fitted=("shuffler",), faults=(fault,))
    said = run(path, "--only", only, code=FAIL)
    made = last_record(path)
    assert codes(made) == {code}
    # One seat has one fault, said once; two swapped pucks are each seen elsewhere.
    assert len(made["diagnoses"]) == (2 if "swapped" in fault else 1)
    assert advice in said
    assert "RETURNED TO PLAY" in said
    assert "NOT RETURNED" not in said


@pytest.mark.slow
def test_each_of_two_faults_has_its_own_advice(tmp_path: Path) -> None:
    """A stuck key is told while the dead puck is looked at: it is none of the puck's."""
    path = station(tmp_path, faults=("dead puck 1", "stuck key coin-in"))
    run(path, "--only", "pucks,keypad", code=FAIL)
    found = {d["code"]: d["text"] for d in last_record(path)["diagnoses"]}
    assert set(found) == {"dead_puck", "stuck_key"}
    assert "seat 1" in found["dead_puck"]


@pytest.mark.slow
def test_a_wearing_puck_passes_and_is_named(tmp_path: Path) -> None:
    # A busy laptop stretches a bounce: the band is wide, so that this one always falls into it.
    wide: dict[str, Any] = {BOUNCE: {"unit": "ms", "most": 200, "marginal": 8}}
    path = station(tmp_path, faults=("wearing puck 4",), **wide)
    said = run(path, "--only", "pucks", code=INCOMPLETE)
    assert codes(last_record(path)) == {"wearing_puck"}
    assert "puck at seat 4 begins to chatter" in said


def test_a_program_that_is_not_approved_fails(tmp_path: Path) -> None:
    path = station(tmp_path, approved_software=["0" * 64])
    run(path, "--only", "identity", code=FAIL)
    assert codes(last_record(path)) == {"not_approved"}


def test_a_part_of_the_suite_is_never_a_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")  # Somebody's own; not the table's.
    path = station(tmp_path)
    said = run(path, "--only", "key", code=INCOMPLETE)
    assert "INCOMPLETE: not executed: broker, clock" in said


def test_a_fitted_display_that_nobody_looks_at_is_incomplete(tmp_path: Path) -> None:
    path = station(tmp_path, fitted=("display",))
    run(path, "--only", "display,key", code=INCOMPLETE)
    assert "nobody looks" in last_record(path)["outcome_reason"]


def test_nothing_executed_is_an_error(tmp_path: Path) -> None:
    path = station(tmp_path)
    said = run(path, "--only", "badge", code=ERROR)
    assert "ERROR: nothing was executed" in said


def test_stories_are_refused_on_a_live_table(tmp_path: Path) -> None:
    path = station(tmp_path, bench={"live": True, "witness": "2087"})
    said = run(path, "--only", "stories", bench="jig", code=2)
    assert "never run on a live table" in said


def test_a_live_table_wants_two_people(tmp_path: Path) -> None:
    path = station(tmp_path, bench={"live": True})
    assert "a second person" in run(path, code=78)


def test_supply_and_temperature_are_read_where_they_can_be(tmp_path: Path) -> None:
    for name, value in (
        ("hwmon/hwmon1/in0_lcrit_alarm", "1"),
        ("thermal/thermal_zone0/temp", "81000"),
    ):
        file = tmp_path / "sys" / "class" / name
        file.parent.mkdir(parents=True)
        file.write_text(f"{value}\n")
    path = station(tmp_path, fitted=("supply",), sys=str(tmp_path / "sys"))
    said = run(path, "--only", "supply", code=FAIL)
    assert "undervoltage" in said
    assert "81 °C" in said
