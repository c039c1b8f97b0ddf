"""`pucklight journal` as a person and as a program use it."""

import argparse
import csv
import io
import json
import sys
from pathlib import Path

import pytest

from controller.cli import journal as command
from controller.cli import progress
from controller.errors import JournalError, UsageError
from controller.journal import Journal
from controller.ledger import Account
from tests.journal_samples import played_journal
from tests.journal_story import TABLE


def run(*words: str | Path) -> int:
    parser = argparse.ArgumentParser()
    command.add_to(parser.add_subparsers())
    args = parser.parse_args(["journal", *map(str, words)])
    code: int = args.run(args)
    return code


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return played_journal(tmp_path)


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_show_is_a_table_that_a_person_reads(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("show", "--journal", path) == 0
    lines = said(capsys)
    assert lines[0].split() == ["seq", "at", "round", "type", "amounts", "and", "facts"]
    assert lines[1].split()[3:] == ["genesis", "table=t-07", "site=site"] or "genesis" in lines[1]
    assert "drop > meter $1.05000333, drop > reserve $5.60" in lines[3]
    assert "seats=1,2,3,4,5,6,7" in lines[3]
    assert "note=Zoë, Ed" in lines[3]
    assert len(lines) == 1 + 1 + 3 * 7 + 1


def test_show_can_be_narrowed_down(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def seqs(*words: str) -> list[int]:
        assert run("show", "--json", "--journal", path, *words) == 0
        return [json.loads(line)["seq"] for line in said(capsys)]

    assert seqs("--last", "2") == [22, 23]
    assert seqs("--type", "win") == [6, 13, 20]
    assert seqs("--type", "win", "--last", "1") == [20]
    assert seqs("--round", "1", "--since-seq", "5") == [6, 7]
    assert seqs("--since-seq", "21") == [22, 23]
    assert seqs("--since-seq", "22", "--last", "5") == [23]


def test_show_works_while_the_table_plays(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(path, TABLE) as journal:
        journal.snapshot({}, 9, "now")
        assert run("show", "--journal", path, "--last", "1") == 0
    assert "state and balances" in said(capsys)[-1]


def test_verify_prints_rows_head_and_exact_balances(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(path, TABLE) as journal:
        head, balances = journal.head, journal.balances
    assert run("verify", "--journal", path, "--json") == 0
    facts = json.loads(said(capsys)[0])
    assert facts["rows"] == head.seq == 23
    assert facts["head"] == head.digest.hex()
    assert facts["microcents"] == balances
    assert run("verify", "--journal", path) == 0
    text = "\n".join(said(capsys))
    assert head.digest.hex() in text
    assert f"{balances[Account.METER] % 1_000_000:06d}".rstrip("0") + "\n" in text
    assert "house            -$" in text


def test_verify_of_a_changed_journal_fails_with_its_row(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"step":2}', b'"step":9}', 1))
    with pytest.raises(JournalError, match=r"journal.db: row 3: was changed") as caught:
        run("verify", "--journal", path)
    assert caught.value.exit_code == 1


def test_an_export_adds_up(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(path, TABLE) as journal:
        balances, head = journal.balances, journal.head
    assert run("export", "--journal", path) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    meter = sum(int(row["microcents"]) for row in rows if row["credit"] == "meter")
    meter -= sum(int(row["microcents"]) for row in rows if row["debit"] == "meter")
    assert meter == balances[Account.METER]
    assert rows[-1]["digest"] == head.digest.hex()
    assert all(int(row["cents"]) == int(row["microcents"]) // 10**6 for row in rows if row["cents"])
    assert run("export", "--journal", path, "--format", "jsonl", "--to", tmp_path / "rows") == 0
    lines = [json.loads(line) for line in (tmp_path / "rows").read_text().splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, 24))
    assert lines[2]["transfers"][0] == {
        "debit": "drop", "credit": "meter", "cents": 105, "microcents": 105_000_333,
    }  # fmt: skip
    with pytest.raises(UsageError, match="cannot be written as a new file"):
        run("export", "--journal", path, "--to", tmp_path / "rows")


def test_archive_then_restore_brings_the_same_journal_back(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "safe").mkdir()
    assert run("archive", "--journal", path, "--to", tmp_path / "safe", "--json") == 0
    archived = json.loads(said(capsys)[0])
    assert archived["head"][:16] in archived["archive"]
    path.unlink()
    words = ("restore", "--journal", path, "--from", archived["archive"], "--acknowledged")
    with pytest.raises(JournalError, match="row 24 was acknowledged"):
        run(*words, "24")
    assert run(*words, "23", "--json") == 0
    assert json.loads(said(capsys)[0])["head"] == archived["head"]
    Journal.open(path, TABLE).close()


def test_create_makes_the_journal_of_a_new_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new.db"
    words = ("create", "--journal", path, "--table", "t-12", "--site", "north")
    assert run(*words) == 0
    assert said(capsys)[-1].split() == ["rows", "1"]
    Journal.open(path, "t-12").close()
    with pytest.raises(JournalError, match="already there"):
        run(*words)


@pytest.mark.parametrize("wrong", ["-1", "two", "1.5", "²"])
def test_a_wrong_count_is_named(wrong: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run("show", "--journal", path, f"--last={wrong}")
    assert caught.value.code == 2
    assert "want a whole number, 0 or more" in capsys.readouterr().err


def test_a_bar_is_drawn_for_a_person_who_waits_and_for_nobody_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    for terminal, seconds, drawn in ((True, 3, True), (True, 1, False), (False, 3, False)):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        with progress.Progress(100) as bar:
            now[0] += seconds
            bar(50)
        assert (
            "[####################....................]  50 %" in capsys.readouterr().err
        ) is drawn
        assert bar.seconds == seconds
