"""The debounce, on made-up time."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.debounce import Debounce

SETTLE = 30


@given(st.booleans(), st.lists(st.tuples(st.booleans(), st.integers(0, SETTLE - 1)), max_size=60))
def test_a_burst_gives_at_most_one_change_and_ends_at_the_last_level(
    start: bool, burst: list[tuple[bool, int]]
) -> None:
    # Every level of the burst differs from the one before, so none lasts for the settle time.
    debounce = Debounce(start, SETTLE)
    now, level, changes = 1000, start, 0
    for _, gap in burst:
        now += gap
        level = not level
        changes += debounce.feed(level, now) is not None
    changes += debounce.feed(level, now + SETTLE) is not None
    assert debounce.level == level
    assert changes == (level != start)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 100)), max_size=60))
def test_whatever_came_before_a_level_that_stays_is_believed(
    history: list[tuple[bool, int]],
) -> None:
    debounce = Debounce(False, SETTLE)
    now = 0
    for raw, gap in history:
        now += gap
        debounce.feed(raw, now)
    last = history[-1][0] if history else False
    debounce.feed(last, now + SETTLE)
    assert debounce.level == last
    assert debounce.due_ns is None


def test_a_level_is_believed_no_sooner_than_it_has_settled() -> None:
    debounce = Debounce(False, SETTLE)
    assert debounce.feed(True, 100) is None
    assert debounce.due_ns == 100 + SETTLE
    assert debounce.feed(True, 99 + SETTLE) is None
    assert debounce.feed(True, 100 + SETTLE) is True
    assert debounce.feed(True, 500) is None


def test_without_a_settle_time_every_change_is_believed_at_once() -> None:
    debounce = Debounce(False, 0)
    assert [debounce.feed(level, 5) for level in (True, True, False)] == [True, None, False]


def test_the_bounce_is_from_the_first_flicker_to_the_last() -> None:
    debounce = Debounce(False, SETTLE)
    debounce.feed(True, 100)  # A flicker long before is not part of it.
    debounce.feed(False, 101)
    for now, level in ((500, True), (504, False), (509, True)):
        debounce.feed(level, now)
    assert debounce.feed(True, 509 + SETTLE) is True
    assert debounce.bounce_ns == 9
    debounce.feed(False, 900)
    assert debounce.feed(False, 900 + SETTLE) is False
    assert debounce.bounce_ns == 0
