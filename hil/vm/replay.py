"""What the journal's rows alone say of the guest's table: its state, and what it shows at each of them.

Replays from the first row, without snapshots, on a table as on its first day. Knows no disk and no machine.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from controller import messages, progressive
from controller.cli import settings as settings_file
from controller.ledger import Account, Transfer
from controller.messages import Document, Topic
from controller.notices import shown_meter, shown_round
from controller.pool import Pool
from controller.record import Record, Row
from controller.table import Table

SETTINGS = settings_file.load(Path(__file__).parent / "guest/table.toml")
"""Those of the table in the machine."""
LEVELS = frozenset({"key", "stacks", "unloaded"})
"""In `round`, but not made of rows: the key's position and the deck."""


def fresh_table() -> Table:
    configured = progressive.load(SETTINGS.table.progressive).scaled(SETTINGS.table.units)
    return Table(Pool(configured), SETTINGS.style())


def replayed(rows: Iterable[Row]) -> Table:
    table = fresh_table()
    for row in rows:
        table.apply(row)
    return table


def whole(table: Table) -> Document:
    """Balances and round, to compare. Not by the snapshot's own means: those are under test."""
    return {"standing": asdict(table.standing), "pool": asdict(table.pool.state)}


def shown_at(rows: Iterable[Row], wanted: Iterable[int]) -> dict[int, Mapping[str, Document]]:
    """The `round` and `meter` that the rows up to each wanted one give."""
    table, numbers = fresh_table(), {*wanted}
    shown: dict[int, Mapping[str, Document]] = {}
    for row in rows:
        table.apply(row)
        if row.seq in numbers:
            shown[row.seq] = _documents(table, row)
    return shown


def _documents(table: Table, row: Row) -> Mapping[str, Document]:
    name = SETTINGS.table.id
    made = {
        Topic.ROUND: messages.round_(name, row.seq, row.at, shown_round(table)),
        Topic.METER: messages.meter(name, row.seq, row.at, shown_meter(table, name)),
    }
    return {topic: by_rows(json.loads(messages.encode(body))) for topic, body in made.items()}


def by_rows(document: Document) -> Document:
    """Without the levels, and without the moment in which it was told."""
    return {key: value for key, value in document.items() if key not in LEVELS | {"at"}}


def row_of(event: Document) -> Row:
    """As it was sent."""
    transfers = tuple(
        Transfer(Account(debit), Account(credit), microcents)
        for debit, credit, microcents in event["transfers"]
    )
    record = Record(event["type"], event["round"], event["facts"], transfers)
    return Row(event["seq"], event["at"], record, bytes.fromhex(event["digest"]))
