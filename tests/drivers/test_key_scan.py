"""What counts as a press, on made-up time: any sequence of frames against a slow and simple second opinion."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.events import Event, Key, KeyPressed, KeysClashed, KeyStuck
from drivers.key_scan import BIT, KeyScan, keys_of

SETTLE, STUCK = 3, 1000
A, B, C = BIT[Key.SEAT_1], BIT[Key.COIN_IN], BIT[Key.J_POT]
FRAMES = st.lists(
    st.tuples(
        st.sampled_from([0, 0, A, A, B, C, A | B, A | C, B | C, A | B | C, 0xFFFF]),
        st.integers(1, 8),
    ),
    max_size=40,
)


def played(runs: list[tuple[int, int]], stuck: int = STUCK) -> list[tuple[int, Event]]:
    """Feeds each frame for as many ticks as it lasts; returns the events with their ticks."""
    scan = KeyScan(SETTLE, stuck)
    frames = [frame for frame, ticks in runs for _ in range(ticks)]
    return [(tick, event) for tick, frame in enumerate(frames) for event in scan.feed(frame, tick)]


def settled_frames(frames: list[int]) -> list[tuple[int, int]]:
    """The tick and value of each frame that had been seen without a break for the settle time, repeats removed."""
    known: list[tuple[int, int]] = [(0, 0)] if frames[0] == 0 else []
    for tick in range(SETTLE, len(frames)):
        window = set(frames[tick - SETTLE : tick + 1])
        if len(window) == 1 and (not known or known[-1][1] != frames[tick]):
            known.append((tick, frames[tick]))
    return known


@settings(max_examples=400)
@given(FRAMES)
def test_a_press_counts_once_and_only_for_a_key_down_alone_on_an_untouched_keypad(
    runs: list[tuple[int, int]],
) -> None:
    frames = [frame for frame, ticks in runs for _ in range(ticks)] or [0]
    known = settled_frames(frames)
    wanted = [
        (tick, KeyPressed(keys_of(frame)[0]))
        for (_, before), (tick, frame) in pairwise(known)
        if before == 0 and len(keys_of(frame)) == 1
    ]
    assert [found for found in played(runs) if isinstance(found[1], KeyPressed)] == wanted


@settings(max_examples=200)
@given(FRAMES)
def test_no_clash_names_fewer_than_two_keys_and_every_press_has_its_own_release(
    runs: list[tuple[int, int]],
) -> None:
    events = [event for _, event in played(runs)]
    assert all(len(event.keys) > 1 for event in events if isinstance(event, KeysClashed))
    assert sum(isinstance(event, KeyPressed) for event in events) <= 1 + sum(
        frame == 0 for frame, _ in runs
    )


@given(FRAMES)
def test_whatever_came_before_a_key_pressed_on_an_untouched_keypad_counts(
    runs: list[tuple[int, int]],
) -> None:
    found = played([*runs, (0, 10), (B, 10)])
    assert found[-1][1] == KeyPressed(Key.COIN_IN)


def test_two_keys_at_once_clash_and_count_for_nothing() -> None:
    assert _events([(0, 5), (A | B, 5), (0, 5)]) == [KeysClashed((Key.SEAT_1, Key.COIN_IN))]


def test_two_keys_within_the_settle_time_are_two_at_once() -> None:
    assert _events([(0, 5), (A, 2), (A | B, 5)]) == [KeysClashed((Key.SEAT_1, Key.COIN_IN))]


def test_a_second_key_while_the_first_is_held_clashes_until_all_are_up() -> None:
    rolled = [(0, 5), (A, 5), (A | B, 5), (B, 5), (B | C, 5), (0, 5), (C, 5)]
    assert _events(rolled) == [
        KeyPressed(Key.SEAT_1),
        KeysClashed((Key.SEAT_1, Key.COIN_IN)),
        KeysClashed((Key.COIN_IN, Key.J_POT)),
        KeyPressed(Key.J_POT),
    ]


def test_a_roll_too_quick_to_see_the_keypad_untouched_is_refused_aloud() -> None:
    rolled = [(0, 5), (A, 5), (0, 1), (B, 5)]
    assert _events(rolled)[1:] == [KeysClashed((Key.SEAT_1, Key.COIN_IN))]


def test_a_bouncing_key_is_one_press() -> None:
    bounce = [(A, 1), (0, 1)] * 20
    assert _events([(0, 5), *bounce, (A, 20), *bounce, (0, 20)]) == [KeyPressed(Key.SEAT_1)]


def test_a_key_down_before_we_looked_is_no_press() -> None:
    assert _events([(A, 50), (0, 5), (A, 5)]) == [KeyPressed(Key.SEAT_1)]


def test_a_held_key_is_one_press_then_stuck_then_free() -> None:
    assert played([(0, 5), (A, 40), (0, 5)], stuck=20) == [
        (8, KeyPressed(Key.SEAT_1)),
        (28, KeyStuck(Key.SEAT_1, True)),
        (48, KeyStuck(Key.SEAT_1, False)),
    ]


def test_a_key_that_never_stops_flickering_is_stuck() -> None:
    flicker = [(A, 1), (0, 1)] * 15
    assert played([(0, 5), *flicker, (0, 5)], stuck=20) == [
        (25, KeyStuck(Key.SEAT_1, True)),
        (37, KeyStuck(Key.SEAT_1, False)),
    ]


def test_it_says_when_to_look_again() -> None:
    scan = KeyScan(SETTLE, STUCK)
    scan.feed(0, 0)
    assert (scan.due_ns, scan.resting) == (None, True)
    scan.feed(A, 100)
    assert (scan.due_ns, scan.resting) == (100 + SETTLE, False)
    scan.feed(A, 100 + SETTLE)
    assert scan.due_ns == 100 + SETTLE + STUCK


def _events(runs: list[tuple[int, int]]) -> list[Event]:
    return [event for _, event in played(runs)]
