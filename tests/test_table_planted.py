"""One planted defect for each promise of the daemon and its table: the cuts must see every one."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from controller import commands
from controller.daemon import Daemon
from controller.events import KeyPosition
from controller.journal import Cursor
from controller.outbox import Outbox
from controller.presses import Presses
from controller.record import Record, Row
from controller.round import State
from controller.standing import Standing
from controller.table import Table
from tests.table_cuts import cut_everywhere
from tests.table_stories import STORIES


class AppliesBeforeItWrites(Daemon):
    def _write(self, record: Record) -> None:
        self._table.apply(Row(self._journal.head.seq + 1, self._now(), record, b""))
        self._journal.append(record, self._now())


class ActsBeforeItWrites(Daemon):
    def _write(self, record: Record) -> None:
        self._table.apply(Row(self._journal.head.seq + 1, self._now(), record, b""))
        self._act()
        self._journal.append(record, self._now())


class TellsBeforeItWrites(Daemon):
    def _write(self, record: Record) -> None:
        self._table.apply(Row(self._journal.head.seq + 1, self._now(), record, b""))
        self._notices.publish(self._table, self._journal.head.seq + 1)
        self._journal.append(record, self._now())


class RemembersItsLamps(Daemon):
    """Takes it that they still show what they showed before the cut."""

    def start(self, boot: Mapping[str, Any]) -> None:
        self._shown = self._lamps()
        super().start(boot)


DAEMONS = [
    (AppliesBeforeItWrites, "void", "the table was not what its rows make of it"),
    (ActsBeforeItWrites, "void", "an effect before its row was durable: (lamps|permit)"),
    (TellsBeforeItWrites, "void", "an effect before its row was durable: (round|meter|status)"),
    (RemembersItsLamps, "void", "the lamps do not show the state"),
]


@pytest.mark.parametrize(
    ("made", "story", "symptom"), DAEMONS, ids=[d[0].__name__ for d in DAEMONS]
)
def test_a_daemon_that_breaks_the_order_is_caught(
    made: type[Daemon], story: str, symptom: str, memory: Path
) -> None:
    with pytest.raises(AssertionError, match=symptom):
        cut_everywhere(STORIES[story], memory, made)


@contextmanager
def cursor_moved_before_it_has_arrived() -> Iterator[None]:
    honest = Outbox.send

    def hasty(self: Outbox) -> None:
        honest(self)
        if self._sent > self._journal.cursor(Cursor.SENT):
            self._journal.move_cursor(Cursor.SENT, self._sent)

    with mock.patch.object(Outbox, "send", hasty):
        yield


@contextmanager
def sends_only_what_is_new_since_the_boot() -> Iterator[None]:
    honest = Outbox.__init__

    def fresh(self: Outbox, *given: Any) -> None:
        honest(self, *given)
        self._delivered = self._sent = self._journal.head.seq

    with mock.patch.object(Outbox, "__init__", fresh):
        yield


@contextmanager
def snapshot_without(field: str) -> Iterator[None]:
    honest = Standing.to_json

    def forgetful(self: Standing) -> dict[str, Any]:
        return {key: value for key, value in honest(self).items() if key != field}

    with mock.patch.object(Standing, "to_json", forgetful):
        yield


@contextmanager
def claim_written_for_another_seat() -> Iterator[None]:
    honest = Presses._hand

    def careless(self: Presses, hand: str) -> Any:
        answer = honest(self, hand)
        others = [seat for seat in self._standing.locked if seat != self._levels.selected]
        if isinstance(answer, Record) and others:
            return replace(answer, facts={**answer.facts, "seat": others[0]})
        return answer

    with mock.patch.object(Presses, "_hand", careless):
        yield


@contextmanager
def commands_forgotten() -> Iterator[None]:
    honest = commands.parse

    def eager(body: Mapping[str, Any], **given: Any) -> Any:
        return honest(body, **{**given, "done": ()})

    with mock.patch.object(commands, "parse", eager):
        yield


@contextmanager
def old_chips_taken_for_new_ones() -> Iterator[None]:
    honest = Table.woke

    def trusting(self: Table, chips: frozenset[int], key: KeyPosition, *, service: bool) -> None:
        honest(self, chips, key, service=service)
        self.levels.unlifted = set()

    with mock.patch.object(Table, "woke", trusting):
        yield


@contextmanager
def key_taken_to_be_at_run_after_a_cut() -> Iterator[None]:
    honest = Table.woke

    def guessing(self: Table, chips: frozenset[int], key: KeyPosition, *, service: bool) -> None:
        assert key in KeyPosition
        honest(self, chips, KeyPosition.RUN, service=service)

    with mock.patch.object(Table, "woke", guessing):
        yield


@contextmanager
def orders_cleared_in_service_mode_alone() -> Iterator[None]:
    """Which cannot be entered while a round is open."""
    honest = Table._due_service

    def strict(self: Table, standing: Standing, levels: Any) -> Record | None:
        found = honest(self, standing, levels)
        cleared = found is not None and found.type == "back_in_service"
        return None if cleared and standing.state is not State.SERVICE else found

    with mock.patch.object(Table, "_due_service", strict):
        yield


Plant = Callable[[], AbstractContextManager[None]]
PLANTS: list[tuple[Plant, str, str]] = [
    (cursor_moved_before_it_has_arrived, "void", "the broker did not hear all|heard otherwise"),
    (sends_only_what_is_new_since_the_boot, "void", "the broker did not hear all"),
    (lambda: snapshot_without("blocked"), "seats_and_npn", "a snapshot does not give"),
    (lambda: snapshot_without("locked"), "fixed_win_with_envy", "a snapshot does not give"),
    (lambda: snapshot_without("commands"), "corrected_by_command", "a snapshot does not give"),
    (claim_written_for_another_seat, "fixed_win_with_envy", "wrong seat or hand|stuck"),
    (commands_forgotten, "corrected_by_command", "a cent was lost, doubled or guessed"),
    (old_chips_taken_for_new_ones, "seats_and_npn", "a cent was lost, doubled or guessed"),
    (key_taken_to_be_at_run_after_a_cut, "fixed_win_with_envy", "the meter dropped unasked"),
    (orders_cleared_in_service_mode_alone, "out_of_service", "the dealer is stuck"),
]


@pytest.mark.parametrize(("plant", "story", "symptom"), PLANTS, ids=range(len(PLANTS)))
def test_a_table_that_breaks_a_promise_is_caught(
    plant: Plant, story: str, symptom: str, memory: Path
) -> None:
    with plant(), pytest.raises(AssertionError, match=symptom):
        cut_everywhere(STORIES[story], memory)
