"""The check after a power cut, seen to fail: each promise is broken once, on rows and documents of a played round."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from controller import presses
from controller.errors import JournalError
from controller.events import Key
from controller.journal_files import create
from controller.messages import Document
from controller.record import Row
from controller.refusal import Refused
from controller.table import Table
from hil.vm import cut as cuts
from hil.vm import cut_check, replay
from hil.vm.cut_check import Broken
from hil.vm.cut_cycle import events_of, recover_and_play_on
from hil.vm.dealer import ROUND, Dealer, Step, Stuck
from hil.vm.recovered_table import RecoveredTable

Heard = list[tuple[str, Document]]
SPOILT: tuple[tuple[str, str, Any], ...] = (
    ("meter", "cents", 1),
    ("meter", "epoch", 99),
    ("meter", "state", "pending"),
    ("round", "round", 7),
    ("round", "state", "verifying"),
    ("round", "seats", [2]),
    ("round", "claims", [{"seat": 5, "hand": "straight"}]),
)


@dataclass
class Played:
    """A won round, and what was heard of it."""

    journal: Path
    rows: list[Row]
    heard: Heard

    def at(self, type_: str) -> Row:
        return next(row for row in self.rows if row.record.type == type_)

    def until(self, type_: str) -> list[Row]:
        return [row for row in self.rows if row.seq <= self.at(type_).seq]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    create(path, "t7", "club", "2026-03-04T21:15:42.123Z")
    return path


@pytest.fixture
def played(journal: Path) -> Played:
    return play(journal, ROUND)


def play(journal: Path, steps: Sequence[Step]) -> Played:
    table = RecoveredTable(journal)
    table.start()
    dealer = Dealer(table.order, table)
    for step in steps:
        dealer.play(step)
    table.close()
    return Played(journal, cuts.proved_rows(journal), table.heard())


def test_a_sound_cut_after_any_row_is_not_blamed(played: Played) -> None:
    for last in range(1, len(played.rows) + 1):
        heard = [(topic, body) for topic, body in played.heard if body["seq"] <= last]
        cut_check.want_kept(played.rows[:last], heard)
        cut_check.want_recovered(replay.replayed(played.rows[:last]), played.rows[:last])
    shown = {topic for topic, body in played.heard if body["seq"] > 2}
    assert {"round", "meter", "event", "status"} & shown >= {"round", "meter", "event"}


@pytest.mark.parametrize("topic", ["meter", "round"])
def test_a_document_that_was_shown_of_a_row_not_on_the_disk_is_caught(
    topic: str, played: Played
) -> None:
    rows = played.until("win_claimed")
    heard = [(name, body) for name, body in played.heard if name == topic]
    assert max(body["seq"] for _, body in heard) > rows[-1].seq
    with pytest.raises(Broken, match=f"{topic} showed row"):
        cut_check.want_kept(rows, heard)


@pytest.mark.parametrize(("topic", "key", "value"), SPOILT)
def test_what_was_shown_and_does_not_follow_from_the_rows_is_caught(
    topic: str, key: str, value: Any, played: Played
) -> None:
    seq = played.at("coin_in").seq
    (body,) = (body for name, body in played.heard if name == topic and body["seq"] == seq)
    cut_check.want_kept(played.rows, [(topic, body)])
    with pytest.raises(Broken, match=f"{topic} was shown as"):
        cut_check.want_kept(played.rows, [(topic, {**body, key: value})])


def test_the_place_of_the_key_and_the_deck_are_levels_and_need_no_row(played: Played) -> None:
    seq = played.at("coin_in").seq
    (body,) = (body for name, body in played.heard if name == "round" and body["seq"] == seq)
    moved = {**body, "key": "jph", "stacks": 3, "unloaded": 20}
    cut_check.want_kept(played.rows, [("round", moved)])


def test_a_row_that_was_sent_and_is_lost_is_caught(played: Played) -> None:
    sent = [(topic, body) for topic, body in played.heard if topic == "event"]
    with pytest.raises(Broken, match="was sent as"):
        cut_check.want_kept(played.rows[:-1], sent)


@pytest.mark.parametrize("step", ROUND, ids=lambda step: str(step.row))
def test_a_doubled_row_is_caught(step: Step, played: Played) -> None:
    again = replace(played.at(step.row), seq=played.rows[-1].seq + 1)
    with pytest.raises(Broken, match=f"{step.row} stands more than once"):
        cut_check.want_kept([*played.rows, again], [])


def test_a_lost_round_is_caught(played: Played) -> None:
    first = played.at("coin_in")
    third = replace(first, seq=played.rows[-1].seq + 1, record=replace(first.record, round=3))
    with pytest.raises(Broken, match="a round is missing"):
        cut_check.want_kept([*played.rows, third], [])


def test_a_table_that_does_not_recover_as_its_rows_say_is_caught(played: Played) -> None:
    for spoil in (_another_seat, _another_meter):
        table = replay.replayed(played.rows)
        spoil(table)
        with pytest.raises(Broken, match="the table recovers as"):
            cut_check.want_recovered(table, played.rows)


def _another_seat(table: Table) -> None:
    table.standing.last_locked = [2]


def _another_meter(table: Table) -> None:
    table.pool.state = replace(table.pool.state, epoch=table.pool.state.epoch + 1)


def test_a_law_that_leaves_the_round_elsewhere_than_its_last_row_is_caught(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cut_check.STATE_AFTER, "j_pot", "in_play")
    rows = played.until("j_pot")
    with pytest.raises(Broken, match="says won, its last row means in_play"):
        cut_check.want_recovered(replay.replayed(rows), rows)


@pytest.mark.parametrize("count", range(len(ROUND) + 1))
def test_the_dealer_can_play_on_from_every_step(count: int, journal: Path) -> None:
    steps = ROUND[:count]
    rows = play(journal, steps).rows
    ordered = [line for step in steps for line in (*step.before, step.order)]
    recover_and_play_on(journal, rows, [line for line in ordered if not line.startswith("press")])
    types = [row.record.type for row in cuts.proved_rows(journal)]
    assert (types.count("boot"), types.count("game_over")) == (2, 3 if count == len(ROUND) else 2)


def test_a_dealer_who_cannot_end_the_round_is_caught(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: Callable[..., Any] = presses.Presses.pressed

    def deaf(self: presses.Presses, key: Key) -> Any:
        return Refused("planted", "no") if key is Key.GAME_OVER else pressed(self, key)

    monkeypatch.setattr(presses.Presses, "pressed", deaf)
    with pytest.raises(Stuck, match="in_play"):
        recover_and_play_on(played.journal, played.rows, [])


@pytest.mark.parametrize(
    ("topic", "key", "value"),
    [
        ("round", "seats", [2]),
        ("round", "claims", []),
        ("meter", "cents", 1),
        ("meter", "epoch", 9),
    ],
)
def test_a_boot_into_another_table_than_the_rows_give_is_caught(
    topic: str, key: str, value: Any, played: Played
) -> None:
    rows, booted = played.until("win_claimed"), played.at("verify_started").seq
    sent = {body["seq"]: body for _, body in events_of(played.rows) if body["seq"] <= booted}
    shown = {
        name: next(b for n, b in reversed(played.heard) if n == name and b["seq"] <= booted)
        for name in ("round", "meter")
    }
    cut_check.want_resumed(rows, sent, shown)
    spoilt = deepcopy(shown)
    spoilt[topic][key] = value
    with pytest.raises(Broken, match=f"{topic} was shown as"):
        cut_check.want_resumed(rows, sent, spoilt)


def test_a_damaged_journal_does_not_prove(played: Played) -> None:
    damaged = bytearray(played.journal.read_bytes())
    damaged[damaged.index(b"straight_flush")] ^= 1
    played.journal.write_bytes(damaged)
    with pytest.raises(JournalError):
        cuts.proved_rows(played.journal)


def test_a_journal_of_damaged_pages_does_not_prove(played: Played) -> None:
    damaged = bytearray(played.journal.read_bytes())
    damaged[4096:8192] = bytes(4096)
    played.journal.write_bytes(damaged)
    with pytest.raises(JournalError):
        cuts.proved_rows(played.journal)
