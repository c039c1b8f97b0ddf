"""`pucklight hil run --bench vm`: the technician's own suite, against a table in the virtual machine."""

from pathlib import Path

import pytest

from tests.hil.stations import FAIL, codes, last_record, run, station

WAIT_S = 900


@pytest.mark.vm
@pytest.mark.usefixtures("image")
def test_a_sound_table_passes_cards_shuffler_stories_and_power_cut_included(tmp_path: Path) -> None:
    path = station(tmp_path, fitted=("badge", "shuffler"))
    said = run(path, bench="vm", wait_s=WAIT_S)
    assert "RETURNED TO PLAY" in said
    made = last_record(path)
    assert made["station"]["mode"] == "vm"
    outcomes = {phase["name"]: phase["outcome"] for phase in made["phases"]}
    assert outcomes.pop("display") == outcomes.pop("supply") == "not fitted"
    assert set(outcomes.values()) == {"pass"}


@pytest.mark.vm
@pytest.mark.usefixtures("image")
def test_a_disk_that_lies_is_found_out_by_a_real_cut(tmp_path: Path) -> None:
    path = station(tmp_path, faults=("lying disk",))
    said = run(path, "--only", "power", bench="vm", code=FAIL, wait_s=WAIT_S)
    assert codes(last_record(path)) == {"lying_disk"}
    assert "replace the card by an approved one" in said
