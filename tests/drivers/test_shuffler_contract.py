"""One contract, two shufflers: the simulator in this process, and the real driver on a real pty."""

import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from controller.deck import Deck
from controller.events import (
    CardsUnloaded,
    DeckLoaded,
    Event,
    HandRecognised,
    ShufflerDown,
    ShufflerFault,
    ShufflerUp,
    StackDelivered,
)
from drivers.shuffler import SerialShuffler
from drivers.shuffler_session import Timing
from drivers.sim.shuffler import SimShuffler
from drivers.sim.shuffler_direct import DirectShuffler
from drivers.sim.shuffler_machine import Model, Pace

TIMING = Timing(
    greet_s=0.2,
    silence_s=1.0,
    ask_s=0.05,
    calm_s=0.3,
    back_off_s=(0.02, 0.05),
    facts_per_s=20.0,
    facts_at_once=70.0,
)
PACE = Pace(beat_s=0.1, host_silence_s=3.0, resend_s=0.05)
PATIENCE_S = 15.0


class Bench(Protocol):
    def do(self, line: str) -> None: ...

    def permit(self, dealing: bool) -> None: ...

    def next(self) -> Event: ...

    def close(self) -> None: ...


class DirectBench:
    def __init__(self, model: Model) -> None:
        self._events: list[Event] = []
        self._shuffler = DirectShuffler(self._events.append, model, timing=TIMING, pace=PACE)
        self.do, self.permit, self.close = (
            self._shuffler.do,
            self._shuffler.permit,
            self._shuffler.close,
        )

    def next(self) -> Event:
        for _ in range(int(PATIENCE_S / 0.05)):
            if self._events:
                return self._events.pop(0)
            self._shuffler.advance(0.05)
        raise AssertionError("nothing was reported")


class PtyBench:
    def __init__(self, model: Model, link: Path) -> None:
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._sim = SimShuffler(link, model, pace=PACE)
        self._driver = SerialShuffler(link, self._events.put, TIMING)
        self.do, self.permit = self._sim.do, self._driver.permit

    def next(self) -> Event:
        return self._events.get(timeout=PATIENCE_S)

    def close(self) -> None:
        self._driver.close()
        self._sim.close()


class Table:
    """What the tests hold: a shuffler of either kind, and what it has reported."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.do, self.permit = bench.do, bench.permit

    def until(self, wanted: Event | type[Event]) -> list[Event]:
        """Everything reported since the last call, up to and with the one that is awaited."""
        seen = [self.bench.next()]
        while not (seen[-1] == wanted or (isinstance(wanted, type) and type(seen[-1]) is wanted)):
            seen.append(self.bench.next())
        return seen

    def deal(self, line: str = "deal 2") -> list[Event]:
        self.permit(True)
        self.do(line)
        return self.until(DeckLoaded)


def up(identity: str = "SIM-1", recognises: bool = False) -> ShufflerUp:
    return ShufflerUp(identity, Model().firmware, recognises)


@pytest.fixture
def model() -> Model:
    """A test that needs another one parametrizes it."""
    return Model()


@pytest.fixture(params=["direct", "pty"])
def table(request: pytest.FixtureRequest, tmp_path: Path, model: Model) -> Iterator[Table]:
    direct = request.param == "direct"
    bench: Bench = DirectBench(model) if direct else PtyBench(model, tmp_path / "shuffler")
    yield Table(bench)
    bench.close()


def whole_deal(stacks: int, next_colour: str) -> list[Event]:
    return [
        *(StackDelivered(number, 3) for number in range(1, stacks + 1)),
        CardsUnloaded(52 - 3 * stacks),
        DeckLoaded(next_colour, 52),
    ]


def test_it_greets_and_tells_which_deck_is_ready(table: Table) -> None:
    assert table.until(DeckLoaded) == [up(), DeckLoaded("red", 52)]


def test_no_stack_comes_before_it_is_permitted(table: Table) -> None:
    table.until(DeckLoaded)
    table.do("deal 2")
    table.do("jam")
    table.do("clear")
    fault = ShufflerFault("jam")
    assert table.until(ShufflerFault("jam", True)) == [fault, ShufflerFault("jam", True)]
    table.permit(True)
    assert table.until(DeckLoaded) == whole_deal(3, "blue")


def test_decks_alternate_round_after_round(table: Table) -> None:
    table.until(DeckLoaded)
    for colour in ("blue", "red", "blue"):
        assert table.deal("deal 8") == whole_deal(9, colour)


def test_pulled_out_and_plugged_in_again_it_resumes_and_repeats_nothing(table: Table) -> None:
    table.until(DeckLoaded)
    assert table.deal() == whole_deal(3, "blue")
    for _ in range(3):
        table.do("unplug")
        assert [type(event) for event in table.until(ShufflerDown)] == [ShufflerDown]
        table.do("replug")
        assert table.until(ShufflerUp) == [up()]
    assert table.deal() == whole_deal(3, "red")


def test_what_happened_while_it_was_unplugged_is_told_afterwards(table: Table) -> None:
    table.until(DeckLoaded)
    table.do("unplug")
    table.until(ShufflerDown)
    table.do("jam")
    table.do("clear")
    table.do("replug")
    cleared = ShufflerFault("jam", cleared=True)
    assert table.until(cleared) == [up(), ShufflerFault("jam"), cleared]


def test_another_machine_in_its_place_is_greeted_and_permitted_in_mid_round(table: Table) -> None:
    table.until(DeckLoaded)
    table.permit(True)
    table.do("jam")
    table.until(ShufflerFault)
    table.do("replace SPARE-9")
    seen = table.until(DeckLoaded)
    assert isinstance(seen[0], ShufflerDown)
    assert seen[1:] == [
        ShufflerFault("jam", cleared=True),  # It left with the machine that had it.
        up("SPARE-9"),
        DeckLoaded("red", 52),
    ]
    table.do("deal 2")  # Nobody permits again: the driver remembers.
    assert table.until(DeckLoaded) == whole_deal(3, "blue")


def test_switched_off_and_on_it_is_a_new_machine_of_the_same_name(table: Table) -> None:
    table.until(DeckLoaded)
    table.do("restart")
    seen = table.until(DeckLoaded)
    assert isinstance(seen[0], ShufflerDown)
    assert seen[1:] == [up(), DeckLoaded("red", 52)]
    assert table.deal() == whole_deal(3, "blue")


def test_a_machine_that_falls_silent_is_down_and_comes_back_by_itself(table: Table) -> None:
    table.until(DeckLoaded)
    table.do("mute")
    assert [type(event) for event in table.until(ShufflerDown)] == [ShufflerDown]
    table.do("unmute")
    assert table.until(ShufflerUp) == [up()]
    assert table.deal() == whole_deal(3, "blue")


@pytest.mark.parametrize("fault", ["garbage 300", "half", "wrong-crc", "bit", "duplicate"])
def test_a_bad_line_neither_loses_nor_doubles_a_fact(table: Table, fault: str) -> None:
    table.until(DeckLoaded)
    for colour in ("blue", "red"):
        table.permit(True)
        for _ in range(3):
            table.do(fault)
        table.do("deal 4")
        table.do(fault)
        assert table.until(DeckLoaded) == whole_deal(5, colour)


def test_a_flood_is_bounded_reported_and_got_over(table: Table) -> None:
    table.until(DeckLoaded)
    table.do("flood 5000")
    seen = table.until(ShufflerFault("flood", cleared=True))
    assert ShufflerFault("flood") in seen
    assert len(seen) < 300
    table.permit(True)
    table.do("deal 2")
    # Facts that the machine itself had to drop are said to be lost, not made up.
    assert ShufflerFault("facts_lost") in [*seen, *table.until(StackDelivered(3, 3))]


def codes(table: Table, *, in_play: bool) -> set[str]:
    """What the table's own checks find in one deal, up to the next deck."""
    deck, found = Deck(), set[str]()
    for event in [*table.until(DeckLoaded), *table.deal("deal 3")]:
        deck = deck.after(event, in_play)
        found |= {problem.code for problem in deck.problems()}
    return found


@pytest.mark.parametrize(
    ("switch", "code"),
    [
        ("misdeal 2", "wrong_stack"),
        ("misdeal 4", "wrong_stack"),
        ("missing", "deck_wrong_count"),
        ("swallow", "cards_missing"),
        ("same-deck", "deck_not_alternated"),
    ],
)
def test_what_the_machine_does_wrong_the_table_notices(
    table: Table, switch: str, code: str
) -> None:
    table.do(switch)
    assert codes(table, in_play=True) == {code}


def test_what_the_machine_does_right_the_table_accepts(table: Table) -> None:
    assert codes(table, in_play=True) == set()


def test_stacks_before_coin_in_are_noticed(table: Table) -> None:
    assert codes(table, in_play=False) == {"stack_before_coin_in"}


@pytest.mark.parametrize("model", [Model(recognises=True, knows_seats=True)])
def test_a_model_that_knows_seats_tells_whose_cards_it_read(table: Table) -> None:
    table.until(DeckLoaded)
    seen = table.deal("deal 2,5, 5=AsKsQs 0=2c2d2h")
    read = [event for event in seen if isinstance(event, HandRecognised)]
    assert [(event.stack, event.seat) for event in read] == [(1, 2), (2, 5), (3, 0)]
    assert read[1].cards == ("As", "Ks", "Qs")
    assert read[2].cards == ("2c", "2d", "2h")


@pytest.mark.parametrize("model", [Model(recognises=True)])
def test_a_model_that_does_not_know_seats_names_none(table: Table) -> None:
    assert table.until(DeckLoaded)[0] == up(recognises=True)
    read = [event for event in table.deal("deal 8") if isinstance(event, HandRecognised)]
    assert [(event.stack, event.seat) for event in read] == [(n, None) for n in range(1, 10)]
    assert len({card for event in read for card in event.cards}) == 27


@pytest.mark.parametrize("model", [Model()])
def test_a_model_that_reads_no_cards_names_none(table: Table) -> None:
    table.until(DeckLoaded)
    assert not any(isinstance(event, HandRecognised) for event in table.deal())
