"""Every key of the dealer's keypad; ghosts of three held keys; keys held for too long."""

import time
from typing import Any

import pytest

from controller.events import Key
from hil.handles import Keypad, Reaction
from hil.heard import TableHeard
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("keypad", "Dealer keypad")


def test_no_key_is_held_down(table: TableHeard, step: Step) -> None:
    """A key that sticks is told by the table itself, within its own time."""
    table.until(lambda: table.alert("key_stuck"), 0.1)
    held = table.last("alert/key_stuck").get("text", "")
    if step.measure("keypad.held", int(bool(held))) is Outcome.FAIL:
        step.diagnose("stuck_key", _named(held))


def _named(text: str) -> str:
    return next((key for key in Key if f" {key} " in f" {text} "), text)


def test_every_key_is_seen_as_itself(keypad: Keypad, step: Step) -> None:
    right, clashes = 0, []
    for key in Key:
        with step.noted("dead_key", key):
            reaction = keypad.press(key)
        pressed = reaction.which("press")
        clashes += [set(keys.split()) for keys in reaction.which("clash")]
        if pressed == [key]:
            right += 1
        elif not clashes:
            step.diagnose(*_wrong(key, reaction))
        if clashes:
            break  # With one key held down no other can be tested.
    step.measure("keypad.keys_ok", right)
    if clashes:
        held = set.intersection(*clashes) - {key}
        step.diagnose("stuck_key", " or ".join(sorted(held)))


def _wrong(key: Key, reaction: Reaction) -> tuple[str, str, str]:
    pressed = reaction.which("press")
    return ("wrong_key", key, ", ".join(pressed)) if pressed else ("dead_key", key, "")


@pytest.mark.machine  # Nobody has fingers for that; the matrix is proved on a jig.
def test_three_held_keys_make_no_fourth(keypad: Keypad, table: TableHeard, step: Step) -> None:
    """Three corners of a square of the matrix pull the fourth low: it must be refused."""
    corners = (Key.SEAT_1, Key.SEAT_2, Key.SEAT_5)
    since = table.mark()
    keypad.hold(*corners)

    def told() -> list[dict[str, Any]]:
        return [heard.body for heard in table.tests(since)]

    table.until(lambda: any(body["what"] == "clash" for body in told()), 2)
    keypad.release(*corners)
    time.sleep(0.2)  # The scanner's own debounce: nothing more must come.
    ghosts = [b["which"] for b in told() if b["what"] == "press" and b["which"] not in corners]
    assert any(body["what"] == "clash" for body in told()), "three held keys were not told"
    if step.measure("keypad.ghosts", len(ghosts)) is Outcome.FAIL:
        step.diagnose("ghost_key", seen=", ".join(ghosts))
