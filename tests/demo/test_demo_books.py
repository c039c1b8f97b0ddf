"""The demo's books and its hub, without a process."""

from typing import Any

from demo.books import Books
from demo.hub import WAITING_MOST, Hub


def row(seq: int, *transfers: list[Any]) -> dict[str, Any]:
    return {"seq": seq, "transfers": list(transfers)}


def test_a_repeated_row_is_booked_once() -> None:
    books = Books()
    for _ in range(3):
        books.take(row(1, ["drop", "meter", 15]))
    assert books.balances["meter"] == 15
    assert books.as_facts()["total_microcents"] == 0


def test_rows_beyond_a_gap_wait_until_it_is_closed() -> None:
    books = Books()
    assert [r["seq"] for r in books.take(row(1))] == [1]
    assert books.take(row(3, ["drop", "meter", 5])) == []
    assert books.balances["meter"] == 0
    assert [r["seq"] for r in books.take(row(2, ["drop", "house_fee", 1]))] == [2, 3]
    assert (books.seq, books.balances["meter"], books.balances["drop"]) == (3, 5, -6)


def test_rows_that_stay_away_for_three_heartbeats_are_asked_for_and_a_row_on_its_way_is_not() -> (
    None
):
    books = Books()
    books.take(row(1))
    assert [books.missing_from(told) for told in (2, 2, 1, 2, 2, 2)] == [None] * 5 + [2]
    assert books.missing_from(2) is None


def test_who_comes_later_is_told_the_facts_and_what_was_kept() -> None:
    hub = Hub()
    hub.put("round", 1)
    for number in range(5):
        hub.say("row", number, keep=3)
    hub.say("refusal", "unheard")
    with hub.listening() as ear:
        hub.put("round", 1)  # Nothing new.
        hub.put("round", 2)
        heard = [ear.get_nowait() for _ in range(ear.qsize())]
    assert heard == [("round", 1), ("row", [2, 3, 4]), ("round", 2)]


def test_who_does_not_read_is_let_go() -> None:
    hub = Hub()
    with hub.listening() as ear:
        for number in range(WAITING_MOST + 50):
            hub.say("row", number)
        heard = [ear.get_nowait() for _ in range(ear.qsize())]
    assert len(heard) == WAITING_MOST + 1
    assert heard[-1] is None
