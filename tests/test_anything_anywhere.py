"""Anybody does anything at any moment, power cuts included: the books hold, and dealer and floor are never stuck."""

import shutil
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller import ledger
from controller.events import BadgeSwiped, Key, KeyPosition, KeysClashed
from controller.style import Keypad
from tests import plain_table
from tests.outside import Outside
from tests.plain_table import PlainTable
from tests.table_check import check_books, check_heard, finish_round, play_a_round, state_of
from tests.table_cuts import briskly

SEATS = st.integers(1, 8)
KEYS = st.sampled_from(Key)
ORDERS: st.SearchStrategy[tuple[str, dict[str, Any]]] = st.one_of(
    st.tuples(st.sampled_from(["block_seat", "unblock_seat"]), SEATS.map(lambda n: {"seat": n})),
    st.tuples(st.sampled_from(["out_of_service", "back_in_service"]), st.just({})),
    st.tuples(st.just("npn"), st.booleans().map(lambda on: {"on": on})),
    st.tuples(
        st.just("adjust"),
        st.integers(-200_000, 200_000).map(
            lambda cents: {
                "figure": "meter",
                "change_cents": cents or 1,
                "why": "correct_malfunction" if cents < 0 else None,
                "checker": "Bob",
            }
        ),
    ),
    st.tuples(st.just("back_out"), st.integers(1, 60).map(lambda n: {"seq": n, "checker": "Bob"})),
    st.tuples(st.just("replay"), st.integers(1, 60).map(lambda n: {"from_seq": n})),
)


class Anything(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self._held = ExitStack()
        self._held.enter_context(briskly())
        self._folder = Path(tempfile.mkdtemp(prefix="pucklight-"))
        self._held.callback(shutil.rmtree, self._folder)
        self._orders = 0

    @initialize(style=st.sampled_from(Keypad))
    def switched_on(self, style: Keypad) -> None:
        of = plain_table.settings(self._folder / "journal.db", style)
        self._table = PlainTable(of, Outside())

    @rule(key=KEYS)
    def press(self, key: Key) -> None:
        self._table.press(key)

    @rule(seat=SEATS, hand=st.sampled_from([key for key in Key if not key.seat]))
    def press_seat_and(self, seat: int, hand: Key) -> None:
        self._table.press(Key(f"seat-{seat}"), hand)

    @rule(one=KEYS, other=KEYS)
    def press_two_at_once(self, one: Key, other: Key) -> None:
        before = state_of(self._table.table)
        self._table.event(KeysClashed((one, other)))
        assert state_of(self._table.table) == before

    @rule(seat=SEATS, present=st.booleans())
    def chip(self, seat: int, present: bool) -> None:
        self._table.chip(seat, present)

    @rule(position=st.sampled_from(KeyPosition))
    def key(self, position: KeyPosition) -> None:
        self._table.turn(position)

    @rule(on=st.booleans())
    def service(self, on: bool) -> None:
        self._table.turn_service(on)

    @rule(badge=st.sampled_from(["111", "999", "000", ""]))
    def swipe(self, badge: str) -> None:
        self._table.event(BadgeSwiped(badge))

    @rule(order=ORDERS)
    def order(self, order: tuple[str, dict[str, Any]]) -> None:
        self._orders += 1
        name, args = order
        self._table.order(name, f"c{self._orders}", **args)

    @rule(device=st.sampled_from(["pucks", "lamps", "key", "driver"]), fault=st.booleans())
    def device(self, device: str, fault: bool) -> None:
        self._table.device(device, "does not answer" if fault else "")

    @rule(up=st.booleans())
    def broker(self, up: bool) -> None:
        self._table.broker(up)

    @rule()
    def tick(self) -> None:
        self._table.tick()

    @rule()
    def power_cut(self) -> None:
        live, of, world = state_of(self._table.table), self._table.settings, self._table.world
        self._table.off()
        rows = check_books(self._table.journal.path, of, live)
        check_heard(world.rows, rows, whole=False)
        self._table = PlainTable(of, world)

    @invariant()
    def the_books_hold(self) -> None:
        if not hasattr(self, "_table"):
            return
        pool, balances = self._table.table.pool.state, self._table.journal.balances
        assert not ledger.faults(balances)
        assert pool.balances == balances

    def teardown(self) -> None:
        if hasattr(self, "_table"):
            self._end_of_the_day()
        self._held.close()

    def _end_of_the_day(self) -> None:
        """Whatever was broken is repaired; then a few presses lead back to betting, and all is told."""
        table = self._table
        for device in list(table.world.failed):
            table.device(device, "")
        table.broker(True)
        finish_round(table)
        self._orders += 1
        table.order("unblock_seat", f"c{self._orders}", seat=8)
        play_a_round(table)
        table.tick()
        table.tick()
        live = state_of(table.table)
        table.off()
        rows = check_books(table.journal.path, table.settings, live)
        check_heard(table.world.rows, rows, whole=True)


def _case(examples: int, steps: int) -> Callable[[], None]:
    case = Anything.TestCase
    case.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    return lambda: case("runTest").debug()


def test_anybody_may_do_anything_at_any_moment() -> None:
    _case(60, 40)()


@pytest.mark.slow
def test_anybody_may_do_anything_for_longer() -> None:
    _case(300, 80)()
