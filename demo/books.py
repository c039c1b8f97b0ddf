"""Keeps the rows that a table publishes, as docs/mqtt.md asks of a record keeper, and adds up their transfers. Pure.

Adding up is all it does with money: what moves where was decided by the table.
"""

from collections.abc import Mapping
from typing import Any

from controller.ledger import Account

LOST_BEATS = 3
"""Rows may come a little behind the heartbeat that counts them; after so many heartbeats they were lost."""

Row = dict[str, Any]


class Books:
    def __init__(self) -> None:
        self.seq = 0
        """Every row up to this one is here."""
        self.balances = dict.fromkeys(map(str, Account), 0)
        self._early: dict[int, Row] = {}
        self._behind = 0

    def take(self, row: Row) -> list[Row]:
        """The rows that are booked now: none for a repeat or beyond a gap, several when a gap is closed."""
        if row["seq"] > self.seq:
            self._early[row["seq"]] = row
        booked = []
        while self.seq + 1 in self._early:
            booked.append(self._book(self._early.pop(self.seq + 1)))
        return booked

    def missing_from(self, told_seq: int) -> int | None:
        """At every heartbeat: the first row to ask for again, once rows have stayed away too long."""
        self._behind = self._behind + 1 if told_seq > self.seq else 0
        if self._behind < LOST_BEATS:
            return None
        self._behind = 0
        return self.seq + 1

    def as_facts(self) -> Mapping[str, Any]:
        total = sum(self.balances.values())
        return {"seq": self.seq, "microcents": dict(self.balances), "total_microcents": total}

    def _book(self, row: Row) -> Row:
        for debit, credit, microcents in row["transfers"]:
            self.balances[debit] -= microcents
            self.balances[credit] += microcents
        self.seq = row["seq"]
        return row
