"""`pucklight doctor` at the journal: sound, edited, lost, copied; and that reading it leaves it as it was."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from controller.cli import doctor_journal
from controller.cli.doctor_case import Case
from controller.cli.doctor_finding import Finding, Mark
from controller.cli.settings import load
from controller.journal import Journal
from controller.journal_queries import Cursor
from tests.asked import written
from tests.journal_samples import played_journal
from tests.journal_story import TABLE


def journal_findings(folder: Path, **table: Any) -> dict[str, Finding]:
    own = {"id": TABLE, "site": "site", **table}
    case = Case(load(written(folder, table=own)), running=False)
    return {finding.code: finding for finding in doctor_journal.journal(case)}


def test_a_sound_journal_is_proved_and_its_pending_rows_are_counted(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    with Journal.open(path, TABLE) as journal:
        journal.move_cursor(Cursor.SENT, 5)
        head = journal.head.seq
    found = journal_findings(tmp_path)
    assert {one.mark for one in found.values()} == {Mark.OK}
    assert f"{head} rows" in found["journal.chain"].what
    assert found["journal.pending"].what.startswith(f"{head - 5} of {head} rows")


def test_an_edited_row_is_found(tmp_path: Path) -> None:
    path = played_journal(tmp_path)
    text = path.read_bytes()
    at = text.rindex(b"coin_in")
    path.write_bytes(text[:at] + b"coin_On" + text[at + 7 :])
    found = journal_findings(tmp_path)["journal.unsound"]
    assert found.mark is Mark.PROBLEM
    assert "its digest does not fit its content" in found.what


@pytest.mark.parametrize("content", [b"", b"not a journal" * 100])
def test_a_file_that_is_no_journal_is_a_problem(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "journal.db").write_bytes(content)
    assert journal_findings(tmp_path)["journal.unsound"].mark is Mark.PROBLEM


def test_another_tables_journal_is_a_problem(tmp_path: Path) -> None:
    played_journal(tmp_path)
    assert journal_findings(tmp_path, id="t8")["journal.owner"].mark is Mark.PROBLEM


def test_a_second_copy_is_compared_with_the_journal(tmp_path: Path, memory: Path) -> None:
    path, copy = played_journal(tmp_path), memory / "copy.db"
    assert journal_findings(tmp_path, copy=str(copy))["journal.copy"].mark is Mark.WARNING
    shutil.copy(path, copy)
    assert "in step" in journal_findings(tmp_path, copy=str(copy))["journal.copy"].what
    with Journal.open(path, TABLE) as journal:
        journal.snapshot({}, 0, "2030-01-01T00:00:00.000Z")
    assert "lacks 1 rows" in journal_findings(tmp_path, copy=str(copy))["journal.copy"].what
    newer = path.read_bytes()
    path.write_bytes(copy.read_bytes())
    copy.write_bytes(newer)
    assert journal_findings(tmp_path, copy=str(copy))["journal.copy"].mark is Mark.PROBLEM
    beside = journal_findings(tmp_path, copy=str(shutil.copy(path, tmp_path / "beside.db")))
    assert "the journal's own disk" in beside["journal.copy"].what


def test_a_running_writer_is_seen_and_its_lock_stays_its_own(tmp_path: Path) -> None:
    played_journal(tmp_path)
    settings = load(written(tmp_path))
    with Journal.open(tmp_path / "journal.db", TABLE):
        assert Case.of(settings).running
        assert Case.of(settings).running
    assert not Case.of(settings).running
    (tmp_path / "journal.db.lock").unlink()
    assert not Case.of(settings).running
    assert not (tmp_path / "journal.db.lock").exists()


def test_a_journal_is_left_as_it_was_found_also_after_a_power_cut(tmp_path: Path) -> None:
    """Its last rows may stand in the log alone; the table refuses to start without it."""
    played = played_journal(tmp_path)
    cut = tmp_path / "cut"
    cut.mkdir()
    with Journal.open(played, TABLE) as journal:
        journal.snapshot({}, 0, "2030-01-01T00:00:00.000Z")
        head = journal.head.seq
        for name in ("journal.db", "journal.db-wal", "journal.db.lock"):
            shutil.copy(tmp_path / name, cut / name)
    before = {file.name: file.read_bytes() for file in cut.iterdir()}
    assert f"{head} rows" in journal_findings(cut)["journal.chain"].what
    assert {name: (cut / name).read_bytes() for name in before} == before
    with Journal.open(cut / "journal.db", TABLE) as journal:
        assert journal.head.seq == head
