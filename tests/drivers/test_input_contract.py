"""USB keypad and badge reader, on every kind of keyboard: what is reported, and what happens when one is pulled out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.events import (
    BadgeSwiped,
    DeviceFailed,
    Key,
    KeyPressed,
    KeysClashed,
    KeyStuck,
)
from controller.inbox import Inbox
from drivers.badge import badge_reader
from drivers.input_reader import InputReader
from drivers.keypad_usb import usb_keypad
from drivers.wiring import BadgeWiring, KeypadWiring
from tests.drivers.conftest import Next
from tests.drivers.keyboards import CODES, KeyboardRig, keyboard_rig, swipe, tap


@pytest.fixture
def keyboard(tmp_path: Path) -> Iterator[KeyboardRig]:
    """Not plugged in yet: a driver that has reported both says when it listens."""
    keyboard = keyboard_rig(tmp_path)
    yield keyboard
    keyboard.unplug()


def keypad_on(
    keyboard: KeyboardRig, inbox: Inbox, next_event: Next, stuck_ms: int = 5000
) -> InputReader:
    wiring = KeypadWiring(path=str(keyboard.path), grab=keyboard.grab, stuck_ms=stuck_ms)
    keypad = usb_keypad(wiring, inbox.put, retry_s=0.02)
    wait_missing("keypad", next_event)
    plug_in(keyboard, "keypad", next_event)
    return keypad


def wait_missing(device: str, next_event: Next) -> None:
    """A driver that finds its device at the first look has nothing to report."""
    failed = next_event()
    assert isinstance(failed, DeviceFailed)
    assert failed.device == device
    assert "No such file or directory; plug it in" in failed.reason


def plug_in(keyboard: KeyboardRig, device: str, next_event: Next) -> None:
    keyboard.plug_in()
    while (event := next_event()) != DeviceFailed(device, ""):
        assert isinstance(event, DeviceFailed)  # Pulled out, then not there: two reasons.


def test_each_of_the_sixteen_keys_is_one_press(
    keyboard: KeyboardRig, inbox: Inbox, next_event: Next
) -> None:
    keypad = keypad_on(keyboard, inbox, next_event)
    for key in Key:
        tap(keyboard, CODES[key])
        assert next_event() == KeyPressed(key)
    keypad.close()


def test_a_second_key_while_the_first_is_held_clashes_and_a_held_key_gets_stuck(
    keyboard: KeyboardRig, inbox: Inbox, next_event: Next
) -> None:
    keypad = keypad_on(keyboard, inbox, next_event, stuck_ms=500)
    keyboard.down(CODES["seat-1"])
    tap(keyboard, CODES["j-pot"])
    assert next_event() == KeyPressed(Key.SEAT_1)
    assert next_event() == KeysClashed((Key.SEAT_1, Key.J_POT))
    assert next_event() == KeyStuck(Key.SEAT_1, True)
    keyboard.up(CODES["seat-1"])
    assert next_event() == KeyStuck(Key.SEAT_1, False)
    keypad.close()


def test_a_keypad_pulled_out_is_reported_and_works_again_when_put_back(
    keyboard: KeyboardRig, inbox: Inbox, next_event: Next
) -> None:
    keypad = keypad_on(keyboard, inbox, next_event)
    tap(keyboard, CODES["seat-1"])
    assert next_event() == KeyPressed(Key.SEAT_1)
    keyboard.unplug()
    failed = next_event()
    assert isinstance(failed, DeviceFailed)
    assert failed.device == "keypad"
    plug_in(keyboard, "keypad", next_event)
    tap(keyboard, CODES["seat-3"])
    assert next_event() == KeyPressed(Key.SEAT_3)
    keypad.close()


def test_a_swiped_badge_is_reported_and_one_that_breaks_off_is_refused(
    keyboard: KeyboardRig, inbox: Inbox, next_event: Next
) -> None:
    wiring = BadgeWiring(path=str(keyboard.path), grab=keyboard.grab, timeout_ms=500)
    reader = badge_reader(wiring, inbox.put, retry_s=0.02)
    wait_missing("badge", next_event)
    plug_in(keyboard, "badge", next_event)
    swipe(keyboard, "0123456789")
    assert next_event() == BadgeSwiped("0123456789")
    tap(keyboard, 2)
    tap(keyboard, 3)
    assert next_event() == BadgeSwiped("")
    swipe(keyboard, "445566")
    assert next_event() == BadgeSwiped("445566")
    reader.close()
