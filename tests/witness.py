"""A witness beside the daemon: knows only rows that are durable, and asks of every effect whether they call for it."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller import events as e
from controller import progressive
from controller.cli.settings import Settings
from controller.journal_queries import stored_after
from controller.journal_rows import load
from controller.messages import Topic
from controller.notices import shown_meter
from controller.pool import Pool
from controller.ports import Lamp
from controller.table import Table
from tests.outside import Outside


def fresh_table(of: Settings) -> Table:
    """As on the first day: what it is now, every row since must tell."""
    configured = progressive.load(of.table.progressive).scaled(of.table.units)
    return Table(Pool(configured), of.style())


class Witness:
    """Replays every row from the first, without snapshots, over a connection of its own."""

    def __init__(self, path: Path, of: Settings) -> None:
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        self.table = fresh_table(of)
        self.seq = 0

    def close(self) -> None:
        self._db.close()

    def woke(self, world: Outside) -> None:
        self.catch_up()
        self.table.woke(frozenset(world.chips), world.key, service=world.service)

    def note(self, event: e.Event) -> None:
        self.catch_up()
        self.table.note(event)

    def catch_up(self) -> None:
        for stored in stored_after(self._db, self.seq):
            row = load(stored)
            self.table.apply(row)
            self.seq = row.seq

    def saw(self, effect: str, what: Any) -> None:
        self.catch_up()
        match effect:
            case "lamps":
                assert _as_due(what, self.table.lamps()), (
                    f"an effect before its row was durable: lamps {what}"
                )
            case "permit":
                assert what == self.table.dealing(), "an effect before its row was durable: permit"
            case "row":
                assert what <= self.seq, f"an effect before its row was durable: row {what} sent"
            case _:
                self._document(effect, what or {})

    def _document(self, topic: str, said: Mapping[str, Any]) -> None:
        early = f"an effect before its row was durable: {topic} {said}"
        assert (said.get("seq") or 0) <= self.seq, early
        if topic == Topic.ROUND:
            standing = self.table.standing
            assert said["state"] == standing.state, early
            assert said["seats"] == sorted(standing.locked), early
        elif topic == Topic.METER:
            assert said["cents"] == shown_meter(self.table, "t7").cents, early


def _as_due(shown: Mapping[int, Lamp], due: Mapping[int, Lamp]) -> bool:
    """A refusal may show over what is due: at one seat, or at all."""
    odd = [seat for seat, lamp in shown.items() if lamp is not due[seat]]
    refused = all(shown[seat] is Lamp.FAULT for seat in odd)
    return not odd or (refused and (len(odd) == 1 or {*shown.values()} == {Lamp.FAULT}))
