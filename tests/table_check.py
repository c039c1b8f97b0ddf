"""The check after every fault: the books, their replay, what others heard, and that the dealer can finish.

The same for a table in this process and for a real one: it asks for a journal file, for what was received, and for
somebody who can press keys.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from controller import ledger
from controller.cli.run import recovered
from controller.cli.settings import Settings
from controller.errors import PucklightError
from controller.events import Key, KeyPosition
from controller.journal import Journal
from controller.journal_reader import JournalReader
from controller.messages import encode, event
from controller.presses import HANDS
from controller.record import Row
from controller.round import State
from controller.table import Table
from tests.witness import fresh_table

HAND_KEYS = {hand: key for key, hand in HANDS.items()}


def state_of(table: Table) -> str:
    """Balances and round, as a text to compare. Not by the snapshot's own means: those are under test."""
    whole = [asdict(table.standing), asdict(table.pool.state)]
    return json.dumps(whole, sort_keys=True)


def check_books(path: Path, of: Settings, live: str | None = None) -> list[Row]:
    """Nobody may have the journal open for writing. `live` is the table as it was at its last moment."""
    try:
        with JournalReader.open(path) as reader:
            rows, proof = list(reader.rows_after(0)), reader.prove()
        with Journal.open(path, of.table.id) as journal:
            booted = recovered(journal, of)
    except PucklightError as error:
        raise AssertionError(f"the journal does not hold: {error}") from error
    assert not ledger.faults(proof.balances), f"the money is wrong: {proof.balances}"
    replayed = fresh_table(of)
    for row in rows:
        replayed.apply(row)
    assert replayed.pool.state.balances == proof.balances, "pool and ledger disagree"
    assert state_of(booted) == state_of(replayed), "a snapshot does not give what the rows give"
    assert live in (None, state_of(replayed)), "the table was not what its rows make of it"
    _check_rounds(rows)
    return rows


def _check_rounds(rows: Iterable[Row]) -> None:
    """Each round has one Coin In and at most one end; each seat one fee and one prize."""
    began: list[int] = []
    ended: list[int] = []
    won: set[tuple[int, int]] = set()
    for row in rows:
        record = row.record
        if record.type == "coin_in":
            began.append(record.round)
            assert len({*record.facts["seats"]}) == len(record.facts["seats"]), "a fee taken twice"
        elif record.type in {"game_over", "round_voided"}:
            ended.append(record.round)
        elif record.type == "j_pot":
            winners = {(record.round, win["seat"]) for win in record.facts["wins"]}
            assert not winners & won, "a prize paid twice"
            won |= winners
    assert began == list(range(1, len(began) + 1)), "a round lost or doubled"
    assert ended == began[: len(ended)], "a round ended that had not begun"
    assert len(began) - len(ended) in (0, 1), "two rounds at once"


def taken(received: Iterable[tuple[int, bytes]]) -> list[bytes]:
    """What a receiver makes of it: repeats dropped, and nothing taken that leaves a gap before it."""
    kept: list[bytes] = []
    for seq, payload in received:
        if seq == len(kept) + 1:
            kept.append(payload)
        elif seq <= len(kept):
            assert kept[seq - 1] == payload, f"row {seq} was sent twice with different words"
    return kept


def check_heard(received: Iterable[tuple[int, bytes]], rows: list[Row], *, whole: bool) -> None:
    kept = taken(received)
    wanted = [encode(event("t7", row)) for row in rows]
    assert len(kept) <= len(wanted), "a row was sent that is not in the journal"
    assert kept == wanted[: len(kept)], "the broker heard otherwise"
    assert not whole or len(kept) == len(wanted), "the broker did not hear all"


class Played(Protocol):
    """A table with people at it."""

    def state(self) -> State: ...
    def claims(self) -> Mapping[int, str]: ...
    def out(self) -> bool: ...
    def touch_style(self) -> bool: ...
    def press(self, *keys: Key) -> None: ...
    def turn(self, position: KeyPosition) -> None: ...
    def turn_service(self, on: bool) -> None: ...
    def chip(self, seat: int, present: bool) -> None: ...


def finish_round(table: Played) -> None:
    """What dealer and floor do when they do not know what happened: always the same few things, in this order."""
    table.turn(KeyPosition.RUN)
    table.turn_service(True)
    table.turn_service(False)
    assert not table.out(), "the dealer is stuck: out of service"
    if table.state() is State.VERIFYING and table.touch_style():
        table.press(Key.J_POT)
    for seat, hand in sorted(table.claims().items()):
        table.press(Key(f"seat-{seat}"), HAND_KEYS[hand])
    if table.state() is State.IN_PLAY:
        table.press(Key.GAME_OVER)
    if table.state() is State.IN_PLAY:
        table.press(Key.GAME_OVER)  # An unclaimed win was read: the second press counts.
    assert table.state() is State.BETTING, f"the dealer is stuck: {table.state()}"


def play_a_round(table: Played) -> None:
    """The next round can be played as well."""
    table.chip(8, False)
    table.chip(8, True)
    table.press(Key.COIN_IN)
    assert table.state() is State.IN_PLAY, "the dealer is stuck: no Coin In"
    table.press(Key.GAME_OVER)
    assert table.state() is State.BETTING, "the dealer is stuck: no Game Over"
    table.chip(8, False)
