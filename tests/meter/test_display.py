"""What the screen says, for every way in which documents can come or stay away. No clock but the one given."""

from typing import Any

import pytest

from controller.messages import MeterState, Service
from meter import documents
from meter.display import SELF_TEST_S, Display, State
from meter.source import Kind
from tests.meter import papers
from tests.meter.papers import heartbeat, meter, status

HOUR_S = 3600


class Seen:
    """A display that has been looked at for long: its self-test is over."""

    def __init__(self, display: Display | None = None) -> None:
        self.display = display or Display(papers.TABLE, 0)
        self.display.watched(-SELF_TEST_S)
        self.asked_again = 0

    def take(self, now: float, topic: str, payload: bytes) -> "Seen":
        document = documents.read(Kind.TABLE, topic, payload)
        assert document
        self.asked_again += self.display.take(document, now)
        return self

    def beat(self, now: float, seq: int = 1000, **others: Any) -> "Seen":
        return self.take(now, "heartbeat", heartbeat(seq, **others))

    def meter(self, *args: Any, now: float = 0) -> "Seen":
        return self.take(now, "meter", meter(*args))

    def status(self, *args: Any, now: float = 0, **others: Any) -> "Seen":
        return self.take(now, "status", status(*args, **others))

    def at(self, now: float) -> tuple[State, int | None]:
        view = self.display.view(now)
        return view.state, view.cents

    def seats(self, *times: float) -> list[int | None]:
        wins = [self.display.view(now).win for now in times]
        return [win.seat if win else None for win in wins]


def live() -> Seen:
    return Seen().meter(5, 1, 100_030).status().beat(0)


@pytest.mark.parametrize(
    ("age_s", "state", "cents"),
    [
        (0, State.LIVE, 100_030),
        (2.9, State.LIVE, 100_030),
        (3, State.STALE, 100_030),
        (10, State.STALE, 100_030),
        (10.1, State.LOST, None),
        (HOUR_S, State.LOST, None),
    ],
)
def test_silence_makes_an_amount_stale_then_lost(
    age_s: float, state: State, cents: int | None
) -> None:
    assert live().at(age_s) == (state, cents)


def test_after_an_hour_without_network_one_heartbeat_brings_the_last_amount_back() -> None:
    seen = live()
    assert seen.at(HOUR_S) == (State.LOST, None)
    assert seen.beat(HOUR_S).at(HOUR_S) == (State.LIVE, 100_030)


def test_a_meter_document_is_no_heartbeat() -> None:
    """A retained document comes from a broker, not from a table."""
    assert live().meter(6, 1, 100_060, now=20).at(20) == (State.LOST, None)


def test_how_long_until_lost_is_a_setting() -> None:
    seen = Seen(Display(papers.TABLE, 0, lost_after_s=5)).meter(5, 1, 1).beat(0)
    assert (seen.at(5)[0], seen.at(5.1)[0]) == (State.STALE, State.LOST)


@pytest.mark.parametrize("at", ["1970-01-01T00:00:00Z", "2199-01-01T00:00:00Z"])
def test_a_wrong_clock_at_the_table_changes_nothing(at: str) -> None:
    assert live().beat(2, at=at).at(4)[0] is State.LIVE


@pytest.mark.parametrize(
    ("service", "meter_state", "state"),
    [
        (Service.IN_SERVICE, MeterState.LIVE, State.LIVE),
        (Service.OUT_OF_SERVICE, MeterState.LIVE, State.CLOSED),
        (Service.SERVICE, MeterState.LIVE, State.TEST),
        (Service.IN_SERVICE, MeterState.PENDING, State.PENDING),
        (Service.IN_SERVICE, MeterState.WIN, State.CELEBRATE),
        (Service.OUT_OF_SERVICE, MeterState.WIN, State.CELEBRATE),
        (Service.SERVICE, MeterState.WIN, State.TEST),
    ],
)
def test_the_documents_say_what_is_shown(
    service: Service, meter_state: MeterState, state: State
) -> None:
    seen = live().status(service, "why").meter(6, 1, 100_060, meter_state)
    view = seen.display.view(0)
    assert view.state is state
    assert view.note == "why"
    assert (view.win is not None) == (state in (State.PENDING, State.CELEBRATE))
    assert seen.display.view(4).stale
    assert seen.at(11)[0] is State.LOST


def test_two_wins_of_one_round_take_turns_the_largest_first_at_each_step() -> None:
    seen = live().meter(6, 1, 431_530, MeterState.PENDING, (papers.WIN, papers.TRIPS), now=1)
    assert seen.seats(1, 5.9, 6, 9.9) == [3, 3, 8, 8]
    assert seen.beat(7).seats(10.9, 11) == [8, 3]
    seen.meter(7, 2, 100_000, MeterState.WIN, (papers.WIN, papers.TRIPS), now=7)
    assert seen.seats(7, 12, 16.9) == [3, 8, 8]
    assert seen.beat(17).meter(8, 2, 100_000, now=17).seats(17) == [None]


@pytest.mark.parametrize("order", [(5, 1), (4, 1), (99, 0)])
def test_an_older_or_repeated_document_is_not_shown(order: tuple[int, int]) -> None:
    assert live().meter(*order, 999_999).at(0) == (State.LIVE, 100_030)


def test_less_in_the_same_epoch_is_a_mistake_and_less_in_a_new_one_is_not() -> None:
    seen = live().meter(6, 1, 99_000)
    assert seen.at(0) == (State.LIVE, 100_030)
    era = seen.display.view(0).era
    assert seen.meter(7, 2, 99_000).at(0) == (State.LIVE, 99_000)
    assert seen.display.view(0).era != era


def test_a_restarted_table_goes_on_where_it_was() -> None:
    seen = live().status(born=4, boot="b01").beat(1, boot="b01")
    assert seen.at(1) == (State.LIVE, 100_030)
    assert seen.asked_again == 0
    assert seen.status(Service.OUT_OF_SERVICE, born=3).at(1)[0] is State.LIVE  # Of its last life.


def test_a_table_with_a_new_memory_is_believed_anew() -> None:
    seen = live()
    era = seen.display.view(0).era
    seen.beat(1, seq=2, boot="b01")
    assert seen.at(1) == (State.LOST, None)
    assert seen.asked_again == 1
    assert seen.status(born=1, boot="b01").meter(2, 1, 77).at(1) == (State.LIVE, 77)
    assert seen.display.view(1).era != era


def test_a_new_memory_is_noticed_even_by_a_display_that_never_heard_the_old_one() -> None:
    seen = Seen().meter(4711, 3, 431_530).beat(0, seq=2)
    assert seen.asked_again == 1


def test_a_heartbeat_overtaken_by_a_meter_document_forgets_nothing() -> None:
    seen = live().meter(1001, 1, 100_060).beat(1, seq=1000)
    assert seen.at(1) == (State.LIVE, 100_060)
    assert seen.beat(2, seq=1001).beat(3, seq=1001).asked_again == 0


def test_the_old_retained_amount_of_a_replaced_memory_does_not_stay() -> None:
    """It came back from the broker before the table had published its own."""
    seen = live().beat(1, seq=2, boot="b01").meter(5, 1, 100_030).meter(2, 0, 77)
    assert seen.at(1) == (State.LIVE, 100_030)
    seen.beat(2, seq=2, boot="b01").beat(3, seq=2, boot="b01")
    assert seen.asked_again == 2
    assert seen.meter(2, 0, 77).at(3) == (State.LIVE, 77)


def test_a_table_that_said_goodbye_is_stale_at_once_and_lost_soon() -> None:
    seen = live().status(Service.OFFLINE, "the connection was lost", now=1)
    assert seen.at(1)[0] is State.STALE
    assert seen.at(3.1)[0] is State.LOST
    assert seen.display.view(3.1).note == "the connection was lost"
    assert seen.beat(4).at(4)[0] is State.LIVE  # It lives, whatever the broker thinks.


def test_a_table_that_cannot_read_its_memory_is_closed() -> None:
    seen = live().status(Service.OUT_OF_SERVICE, "the journal is damaged", born=None, now=1)
    assert seen.at(1)[0] is State.CLOSED
    assert seen.status(born=4, now=2).at(2)[0] is State.LIVE


def test_without_a_meter_document_there_is_no_amount() -> None:
    assert Seen().status().beat(0).at(0) == (State.LOST, None)


def test_the_self_test_waits_for_its_first_viewer() -> None:
    display = Display(papers.TABLE, 0)
    display.take(documents.Heartbeat("b00", 9), 100)
    assert display.view(100).state is State.SELF_TEST
    display.watched(100)
    assert (display.view(101).state, display.view(101).note) == (State.SELF_TEST, "")
    assert (display.view(103).state, display.view(103).note) == (State.SELF_TEST, "Table T7")
    assert display.view(105).state is State.LOST
    display.watched(110)
    assert display.view(110).state is not State.SELF_TEST


def test_a_win_does_not_wait_for_the_self_test() -> None:
    display = Display(papers.TABLE, 0)
    for topic, payload in (("heartbeat", heartbeat(9)), ("meter", meter(5, 1, 9, MeterState.WIN))):
        document = documents.read(Kind.TABLE, topic, payload)
        assert document
        display.take(document, 0)
    assert display.view(0).state is State.CELEBRATE


def test_a_recalled_amount_is_stale_until_the_table_is_heard() -> None:
    kept = live().meter(6, 1, 100_030, MeterState.WIN).display.kept
    assert kept
    after = Display(papers.TABLE, 0)
    after.recall(kept)
    seen = Seen(after)
    assert seen.at(0) == (State.STALE, 100_030)
    assert seen.at(11) == (State.LOST, None)
    assert seen.beat(12).at(12) == (State.LIVE, 100_030)
    assert seen.asked_again == 0
