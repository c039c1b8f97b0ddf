"""A small table around a journal: enough of a loop to be cut anywhere then asked if all is well.

The broker and the lamps stand outside the process: they survive a cut, as they do in the casino.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from controller.errors import JournalError
from controller.journal import Cursor, Journal
from controller.journal_copy import SecondCopy
from controller.journal_files import create
from controller.journal_reader import JournalReader
from controller.journal_rows import GENESIS, SNAPSHOT
from controller.ledger import EMPTY, Account, Balances, Transfer, post
from controller.money import MICROCENTS
from controller.record import Record, Row
from tests.fuse import Fuse

TABLE = "t-07"
AT = "2026-03-04T21:15:42.123Z"
SNAPSHOT_EVERY = 5
SEED = 100_000 * MICROCENTS


@dataclass
class Told:
    """What the world outside has seen."""

    broker: list[tuple[int, str, int]] = field(default_factory=list)
    lamps: list[int] = field(default_factory=list)


@dataclass
class State:
    """What replay must bring back: how far the story is, and the fees a void would return."""

    step: int = 0
    fees: list[list[str | int]] = field(default_factory=list)

    def apply(self, record: Record) -> None:
        if record.type in (GENESIS, SNAPSHOT):
            return
        self.step = record.facts["step"]
        fees = record.transfers if record.type == "coin_in" else ()
        self.fees = [[str(each.debit), str(each.credit), each.microcents] for each in fees]


def decide(kind: str, state: State, balances: Balances) -> Record:
    """The next row of the story. Pure: asked again after a cut it says the same."""
    fees = [Transfer(Account(str(a)), Account(str(b)), int(n)) for a, b, n in state.fees]
    whole = balances[Account.METER] // MICROCENTS * MICROCENTS
    moves = {
        "seed": (Transfer(Account.HOUSE, Account.METER, SEED),),
        "coin_in": (
            Transfer(Account.DROP, Account.METER, 7 * 15 * MICROCENTS + 333),
            Transfer(Account.DROP, Account.RESERVE, 7 * 80 * MICROCENTS),
            Transfer(Account.DROP, Account.HOUSE_FEE, 7 * 5 * MICROCENTS - 333),
        ),
        "win": (
            Transfer(Account.METER, Account.PRIZES, whole or 1),
            Transfer(Account.HOUSE, Account.METER, SEED),
        ),
        "game_over": (),
        "void": tuple(each.reversed() for each in fees),
        "adjust": (Transfer(Account.METER, Account.RESERVE, 250 * MICROCENTS),),
    }
    facts = {"step": state.step + 1, "seats": [1, 2, 3, 4, 5, 6, 7], "note": "Zoë, Ed"}
    return Record(kind, state.step // 3, facts, moves[kind])


class Table:
    """Take, decide, write, apply, act, send: the order that the journal is built for."""

    def __init__(self, journal: Journal, told: Told, fuse: Fuse) -> None:
        self.journal = journal
        self.told = told
        self.receive = fuse.wrap(lambda row: told.broker.append(_message(row)))
        self.light = fuse.wrap(told.lamps.append)
        self.state = State()
        snapshot = journal.last_snapshot()
        if snapshot:
            self.state = State(**snapshot.record.facts["state"])
        for row in journal.rows_after(snapshot.seq if snapshot else 0, 1_000):
            self.state.apply(row.record)
        self.send()

    def play(self, kind: str) -> None:
        row = self.journal.append(decide(kind, self.state, self.journal.balances), AT)
        self.state.apply(row.record)
        self.light(row.seq)
        if row.seq % SNAPSHOT_EVERY == 0:
            self.journal.snapshot(vars(self.state), row.record.round, AT)
        self.send()

    def send(self) -> None:
        for row in self.journal.rows_after(self.journal.cursor(Cursor.SENT), 100):
            self.receive(row)
            self.journal.move_cursor(Cursor.SENT, row.seq)


def _message(row: Row) -> tuple[int, str, int]:
    return row.seq, row.record.type, row.record.round


@contextmanager
def booted(folder: Path, told: Told, fuse: Fuse, table: type[Table] = Table) -> Iterator[Table]:
    """A table on the journal in this folder, its copy beside it. Made on the first day."""
    path = folder / "journal.db"
    with (
        mock.patch.object(os, "fsync", fuse.wrap(os.fsync)),
        mock.patch.object(os, "pwrite", fuse.wrap(os.pwrite)),
        mock.patch.object(Path, "rename", fuse.wrap(Path.rename)),
    ):
        if not path.exists():
            create(path, TABLE, "site", AT, connect=fuse.connect)
        copy = SecondCopy(folder / "copy.db", other_disk=False, connect=fuse.connect)
        with Journal.open(path, TABLE, copy=copy, connect=fuse.connect) as journal:
            yield table(journal, told, fuse)


@dataclass
class World:
    """One folder on disk, and what others were told. `keep` is what a cut leaves of it."""

    folder: Path
    told: Told = field(default_factory=Told)

    def keep(self, kept: Path) -> None:
        shutil.copytree(self.folder, kept)

    def tell_story(self, story: list[str], fuse: Fuse, table: type[Table] = Table) -> None:
        """From where the journal says the story stands to its end, one restart in the middle."""
        half = len(story) // 2
        with booted(self.folder, self.told, fuse, table) as desk:
            for kind in story[desk.state.step : half]:
                desk.play(kind)
        with booted(self.folder, self.told, fuse, table) as desk:
            for kind in story[desk.state.step :]:
                desk.play(kind)


def check(world: World, story: list[str], *, finished: bool) -> None:
    """Safety; and of a finished story that it came to its end. AssertionError says what broke."""
    for name in ("journal.db", "copy.db") if finished else ("journal.db",):
        try:
            with JournalReader.open(world.folder / name) as reader:
                rows, proof = list(reader.rows_after(0)), reader.prove()
        except JournalError as error:
            raise AssertionError(f"{name} does not hold: {error}") from error
        moves = [row for row in rows if row.record.type not in (GENESIS, SNAPSHOT)]
        assert [row.record.type for row in moves] == story[: len(moves)], "a step lost or doubled"
        assert [row.record.facts["step"] for row in moves] == list(range(1, len(moves) + 1))
        assert proof.balances == expected(story[: len(moves)]), "the money is wrong"
    assert all(seq <= proof.seq for seq in world.told.lamps), "an effect before its row was durable"
    heard = list(dict.fromkeys(world.told.broker))
    assert heard == [_message(row) for row in rows][: len(heard)], "the broker heard otherwise"
    if finished:
        assert len(moves) == len(story), "the story did not come to its end"
        assert len(heard) == len(rows), "the broker did not hear all"


def expected(story: list[str]) -> dict[Account, int]:
    """The money by the story alone: no journal is asked."""
    state, balances = State(), dict(EMPTY)
    for kind in story:
        record = decide(kind, state, balances)
        balances = post(balances, record.transfers)
        state.apply(record)
    return balances
