"""A table whose memory cannot be trusted says so where people look, plays nothing, and changes nothing."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from hil.story import last
from tests.broker import Mosquitto
from tests.real_table import RealTable
from tests.subscriber import listening


def truncate(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:4096])


def disarm(journal: Path) -> None:
    with sqlite3.connect(journal) as db:
        db.execute("DROP TRIGGER journal_is_never_changed")
    db.close()


def lose(journal: Path) -> None:
    journal.unlink()


@pytest.mark.parametrize("damage", [truncate, disarm, lose])
def test_a_journal_that_fails_its_check_keeps_the_table_out_of_service(
    tmp_path: Path, broker: Mosquitto, damage: Callable[[Path], None]
) -> None:
    with listening(broker.port) as heard:
        table = RealTable(tmp_path, broker.port, heard)
        damage(table.journal)
        before = table.journal.read_bytes() if table.journal.exists() else b""
        table.start(board=False)
        try:
            heard.wait(lambda heard: last(heard, "status").get("state") == "out_of_service")
            heard.wait(lambda heard: bool(last(heard, "alert/self_check").get("stops_play")))
            assert "journal" in last(heard, "status")["reason"]
            assert not heard.messages("event")
            assert table.stop() == 0
        finally:
            table.close()
        after = table.journal.read_bytes() if table.journal.exists() else b""
        assert after == before
