"""USB keypad and badge reader, bytes and codes: what no keyboard of metal would send. See also test_input_contract."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.events import (
    BadgeSwiped,
    DeviceFailed,
    Event,
    Key,
    KeyPressed,
)
from controller.inbox import Inbox
from drivers.badge import Swipe
from drivers.input_events import (
    EV_KEY,
    EV_SYN,
    PRESSED,
    RELEASED,
    REPEATED,
    SYN_DROPPED,
    InputEvent,
    InputStream,
    packed,
)
from drivers.keypad_usb import CodedKeys, usb_keypad
from drivers.sim.input_device import SimInputDevice
from drivers.wiring import BadgeWiring, KeypadWiring
from tests.drivers.conftest import Next

CODES = KeypadWiring().codes
SECOND = 1_000_000_000
EVENTS = st.builds(InputEvent, st.integers(0, 31), st.integers(0, 767), st.integers(-1, 2))


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimInputDevice]:
    device = SimInputDevice(tmp_path / "event-kbd")
    device.plug_in()
    yield device
    device.unplug()


def wired(tmp_path: Path, stuck_ms: int = 5000) -> KeypadWiring:
    return KeypadWiring(path=str(tmp_path / "event-kbd"), grab=False, stuck_ms=stuck_ms)


@given(st.lists(EVENTS, max_size=20), st.lists(st.integers(0, 600), max_size=8))
def test_any_split_of_the_bytes_gives_the_same_events(
    events: list[InputEvent], cuts: list[int]
) -> None:
    data = b"".join(packed(event) for event in events)
    stream, found, start = InputStream(), [], 0
    for cut in sorted(cuts):
        found += stream.feed(data[start:cut])
        start = max(start, cut)
    found += stream.feed(data[start:])
    assert found == events


def test_autorepeat_and_foreign_keys_are_nothing(
    device: SimInputDevice, tmp_path: Path, inbox: Inbox, next_event: Next
) -> None:
    keypad = usb_keypad(wired(tmp_path), inbox.put)
    code = CODES["coin-in"]
    device.tap(69)  # Num Lock.
    device.send(InputEvent(EV_KEY, code, PRESSED), *[InputEvent(EV_KEY, code, REPEATED)] * 5)
    device.send(InputEvent(EV_KEY, code, RELEASED))
    device.press(Key.J_POT, CODES)
    assert [next_event(), next_event()] == [KeyPressed(Key.COIN_IN), KeyPressed(Key.J_POT)]
    keypad.close()


def test_half_an_event_of_a_keypad_that_was_pulled_out_is_nothing(
    device: SimInputDevice, tmp_path: Path, inbox: Inbox, next_event: Next
) -> None:
    keypad = usb_keypad(wired(tmp_path), inbox.put, retry_s=0.02)
    device.press(Key.SEAT_1, CODES)
    assert next_event() == KeyPressed(Key.SEAT_1)
    device.send_raw(
        packed(InputEvent(EV_KEY, CODES["seat-2"], PRESSED))[:7]
    )  # Half an event, then gone.
    device.unplug()
    failed = next_event()
    assert isinstance(failed, DeviceFailed)
    assert failed.device == "keypad"
    device.plug_in()
    while (event := next_event()) != DeviceFailed("keypad", ""):
        assert isinstance(event, DeviceFailed)  # Pulled out, then not there: two reasons.
    device.press(Key.SEAT_3, CODES)
    assert next_event() == KeyPressed(Key.SEAT_3)
    keypad.close()


@pytest.mark.usefixtures("device")
def test_a_file_that_cannot_be_grabbed_is_an_error_unless_the_settings_say_so(
    tmp_path: Path, inbox: Inbox, next_event: Next
) -> None:
    grabbing = KeypadWiring(path=str(tmp_path / "event-kbd"), grab=True)
    keypad = usb_keypad(grabbing, inbox.put)
    failed = next_event()
    assert isinstance(failed, DeviceFailed)
    assert "set grab = false" in failed.reason
    keypad.close()


def test_a_repeat_of_a_key_whose_press_was_never_seen_is_nothing() -> None:
    keys = CodedKeys(CODES, 5 * SECOND)
    keys.opened(frozenset(), 0)
    assert keys.key(CODES["coin-in"], REPEATED, 1) == []


def test_after_lost_events_nothing_counts_until_the_keypad_is_untouched() -> None:
    keys = CodedKeys(CODES, 5 * SECOND)
    keys.opened(frozenset(), 0)
    assert keys.key(CODES["seat-1"], PRESSED, 1) == [KeyPressed(Key.SEAT_1)]
    # The kernel dropped events; by its account another key is down now.
    assert keys.opened(frozenset({CODES["coin-in"]}), 2) == []
    assert keys.key(CODES["coin-in"], RELEASED, 3) == []
    assert keys.key(CODES["coin-in"], PRESSED, 4) == [KeyPressed(Key.COIN_IN)]


def test_a_dropped_report_lets_go_of_every_key(
    device: SimInputDevice, tmp_path: Path, inbox: Inbox, next_event: Next
) -> None:
    keypad = usb_keypad(wired(tmp_path), inbox.put)
    device.send(InputEvent(EV_KEY, CODES["seat-1"], PRESSED))
    device.send(InputEvent(EV_SYN, SYN_DROPPED, 0))  # The release was lost.
    device.press(Key.COIN_IN, CODES)
    assert [next_event(), next_event()] == [KeyPressed(Key.SEAT_1), KeyPressed(Key.COIN_IN)]
    keypad.close()


@given(st.lists(st.tuples(st.sampled_from("0123456789x"), st.integers(0, 400)), max_size=12))
def test_only_whole_clean_swipes_are_believed(typed: list[tuple[str, int]]) -> None:
    wiring = BadgeWiring(shortest=4, longest=8, timeout_ms=300)
    swipe, now, events = Swipe(wiring), 0, list[Event]()
    for letter, gap_ms in typed:
        now += gap_ms * 1_000_000
        events += swipe.key(_code(letter), PRESSED, now)
    events += swipe.key(28, PRESSED, now)
    last_gap = max((i for i, (_, gap_ms) in enumerate(typed) if gap_ms >= 300 and i), default=0)
    tail = "".join(letter for letter, _ in typed[last_gap:])
    clean = "x" not in tail and 4 <= len(tail) <= 8
    assert events[-1] == BadgeSwiped(tail if clean else "")
    assert all(event == BadgeSwiped("") for event in events[:-1])


def _code(letter: str) -> int:
    return 30 if letter == "x" else 11 if letter == "0" else int(letter) + 1
