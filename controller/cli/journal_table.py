"""Rows as people and programs read them: a table, JSON lines, CSV, in cents and microcents."""

import csv
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TextIO

from controller.journal_reader import JournalReader
from controller.journal_rows import SNAPSHOT
from controller.ledger import Transfer
from controller.money import exact_dollars, whole_cents
from controller.record import Row

CSV_COLUMNS = (
    "seq", "at", "round", "type", "debit", "credit", "cents", "microcents", "facts", "digest",
)  # fmt: skip


@dataclass(frozen=True)
class Selection:
    """Which rows: after a seq, of a type, of a round, and of those only the last."""

    since_seq: int = 0
    type: str | None = None
    round: int | None = None
    last: int | None = None

    def of(self, reader: JournalReader) -> Iterable[Row]:
        if self.last is None:
            return self._fit(reader.rows_after(self.since_seq))
        if self.type is None and self.round is None:
            start = max(self.since_seq, reader.head.seq - self.last)
            return reader.rows_after(start)
        return deque(self._fit(reader.rows_after(self.since_seq)), maxlen=self.last)

    def _fit(self, rows: Iterator[Row]) -> Iterator[Row]:
        return (row for row in rows if self._fits(row))

    def _fits(self, row: Row) -> bool:
        return self.type in (None, row.record.type) and self.round in (None, row.record.round)


def print_table(rows: Iterable[Row], out: TextIO) -> None:
    line = "{:>9}  {:<24}  {:>7}  {:<16}  {}"
    print(line.format("seq", "at", "round", "type", "amounts and facts"), file=out)
    for row in rows:
        record = row.record
        amounts = ", ".join(map(_amount, record.transfers))
        facts = "state and balances" if record.type == SNAPSHOT else _facts(record.facts)
        told = "; ".join(part for part in (amounts, facts) if part)
        print(line.format(row.seq, row.at, record.round, record.type, told), file=out)


def _amount(transfer: Transfer) -> str:
    return f"{transfer.debit} > {transfer.credit} {exact_dollars(transfer.microcents)}"


def _facts(facts: Any) -> str:
    return " ".join(f"{key}={_plain(value)}" for key, value in facts.items())


def _plain(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(each, int) for each in value):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def print_json(rows: Iterable[Row], out: TextIO) -> None:
    for row in rows:
        record = row.record
        facts = {
            "seq": row.seq,
            "at": row.at,
            "round": record.round,
            "type": record.type,
            "facts": record.facts,
            "transfers": [_transfer(each) for each in record.transfers],
            "digest": row.digest.hex(),
        }
        print(json.dumps(facts), file=out)


def _transfer(transfer: Transfer) -> dict[str, str | int]:
    return {
        "debit": transfer.debit,
        "credit": transfer.credit,
        "cents": whole_cents(transfer.microcents),
        "microcents": transfer.microcents,
    }


def print_csv(rows: Iterable[Row], out: TextIO) -> None:
    """A line for each transfer, so that a spreadsheet adds up; one for a row without any."""
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    for row in rows:
        head = (row.seq, row.at, row.record.round, row.record.type)
        tail = (json.dumps(row.record.facts), row.digest.hex())
        for each in row.record.transfers:
            writer.writerow((*head, *_transfer(each).values(), *tail))
        if not row.record.transfers:
            writer.writerow((*head, "", "", "", "", *tail))


EXPORTS: dict[str, Callable[[Iterable[Row], TextIO], None]] = {
    "csv": print_csv,
    "jsonl": print_json,
}
