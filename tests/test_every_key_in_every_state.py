"""Every key in every state, on both keypads, at both positions of the key: the one row that is due, or a refusal."""

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import pytest

from controller.events import BadgeSwiped, Key, KeyPosition, KeysClashed
from controller.ports import Lamp
from controller.presses import HANDS
from controller.style import Keypad
from tests.outside import Outside
from tests.plain_table import PlainTable, settings
from tests.table_check import finish_round, state_of
from tests.table_cuts import briskly, do

RUN, JPH = KeyPosition.RUN, KeyPosition.JPH
KEY, TOUCH = Keypad.KEY, Keypad.TOUCH

WAYS = {
    "betting": "chip 2 on | chip 5 on",
    "in_play": "chip 2 on | chip 5 on | press coin-in | press seat-2",
    "nothing_selected": "chip 2 on | chip 5 on | press coin-in",
    "claimed": "chip 2 on | chip 5 on | press coin-in | claim 2 straight",
    "verifying": "chip 2 on | chip 5 on | press coin-in | claim 2 straight | key jph",
    "won": "chip 2 on | chip 5 on | press coin-in | claim 2 straight | key jph | press j-pot",
    "paid": "chip 2 on | press coin-in | claim 2 straight | key jph | press j-pot | key run | press seat-2",
    "service": "service on",
    "out_of_service": "chip 2 on | press coin-in | press seat-2 | order out_of_service",
}
"""How dealer and floor come to each state."""

TOUCH_WAYS = {
    **WAYS,
    "verifying": "chip 2 on | chip 5 on | press coin-in | claim 2 straight | press j-pot",
    "paid": "chip 2 on | press coin-in | claim 2 straight | press j-pot | swipe 111 | press seat-2",
}
del TOUCH_WAYS["won"]  # The meter drops at the swipe: nobody ever sees this state.

STANDS = {"verifying": JPH, "won": JPH}
"""Where the key stands there on a key table; at the other position that state does not last."""
HAND = dict.fromkeys(HANDS, "hand")


def kind(key: Key) -> str:
    if key.seat:
        return "paid seat" if key.seat in (2, 5) else "seat"
    return HAND.get(key, str(key))


SAME = {"seat": "no_fee", "paid seat": "", "coin-in": "fees_taken"}
CLOSED = dict.fromkeys(("seat", "paid seat", "hand", "j-pot", "game-over"))
LAW: dict[str, dict[str, str]] = {
    "betting": {**dict.fromkeys(CLOSED, "no_round"), "coin-in": "+coin_in"},
    "in_play": {**SAME, "hand": "+win_claimed", "j-pot": "no_claim", "game-over": "+game_over"},
    "nothing_selected": {**SAME, "hand": "no_seat", "j-pot": "no_claim", "game-over": "+game_over"},
    "claimed": {
        **SAME,
        "hand": "other_claim",
        "straight": "+claim_cleared",
        "j-pot": "key_not_at_jph",
        "game-over": "claim_pending",
    },
    "verifying": {**dict.fromkeys(CLOSED, "verifying"), "coin-in": "fees_taken", "j-pot": "+j_pot"},
    "won": {**dict.fromkeys(CLOSED, "turn_key_to_run"), "coin-in": "fees_taken"},
    "paid": {
        **SAME,
        "seat-5": "no_fee",
        "hand": "already_won",
        "j-pot": "no_claim",
        "game-over": "+game_over",
    },
    "service": {**dict.fromkeys(CLOSED, "service_mode"), "coin-in": "service_mode"},
    "out_of_service": {**dict.fromkeys(CLOSED, "out_of_service"), "coin-in": "out_of_service"},
}
"""The row that is due (+), the code of the refusal, or nothing where a seat is chosen. Key table, key at Run."""

AT_JPH: dict[str, dict[str, str]] = {
    "betting": {"coin-in": "key_at_jph"},
    "in_play": {"hand": "key_at_jph", "game-over": "+round_voided"},
    "nothing_selected": {"game-over": "+round_voided"},
    "claimed": {"hand": "key_at_jph"},
    "paid": {"hand": "key_at_jph", "game-over": "win_recorded"},
}
"""What is different with the key at JPH."""
ON_TOUCH: dict[str, dict[str, str]] = {
    "betting": {"j-pot": "no_round"},
    "claimed": {"j-pot": "+verify_started"},
    "verifying": {"j-pot": "+verify_ended"},
}
"""What is different on a touch table, where J-pot is confirm."""


def due(state: str, style: Keypad, at: KeyPosition, key: Key) -> str:
    layers = [LAW[state]]
    if style is KEY and state == "betting":
        layers.append({"j-pot": "no_claim"})
    if at is JPH:
        layers.append(AT_JPH.get(state, {}))
    if style is TOUCH:
        layers.append(ON_TOUCH.get(state, {}))
    for name in (str(key), kind(key)):
        for layer in reversed(layers):
            if name in layer:
                return layer[name]
    raise AssertionError(f"the law says nothing of {key} in {state}")


def cases() -> Iterator[tuple[Keypad, str, KeyPosition]]:
    for style, ways in ((KEY, WAYS), (TOUCH, TOUCH_WAYS)):
        for state, at in product(ways, (RUN, JPH)):
            if style is TOUCH or STANDS.get(state, at) is at:
                if style is KEY and state == "claimed" and at is JPH:
                    continue  # The key turns a claim into a verification.
                yield style, state, at


def brought(folder: Path, style: Keypad, state: str, at: KeyPosition) -> PlainTable:
    table = PlainTable(settings(folder / "journal.db", style), Outside())
    for number, line in enumerate((WAYS if style is KEY else TOUCH_WAYS)[state].split(" | ")):
        do(table, line, number)
    table.turn(at)
    table.world.refusals.clear()
    return table


@pytest.mark.parametrize(("style", "state", "at"), list(cases()))
def test_each_key_writes_the_row_that_is_due_or_is_refused(
    style: Keypad, state: str, at: KeyPosition, memory: Path
) -> None:
    for key in Key:
        folder = memory / key
        folder.mkdir()
        with briskly():
            table = brought(folder, style, state, at)
            wanted = due(state, style, at, key)
            _press_and_look(table, key, wanted)
            finish_round(table)
            table.off()


def _press_and_look(table: PlainTable, key: Key, wanted: str) -> None:
    before, rows = state_of(table.table), table.journal.head.seq
    table.press(key)
    written = [row.record.type for row in table.journal.rows_after(rows, -1)]
    written = [type_ for type_ in written if type_ != "snapshot"]
    said = [refusal["code"] for refusal in table.world.refusals]
    if wanted.startswith("+"):
        assert (written[:1], said) == ([wanted[1:]], []), f"{key}: want {wanted}"
        return
    assert written == [], f"{key}: a row where a refusal was due"
    assert state_of(table.table) == before, f"{key}: a refusal changed the table"
    assert said == ([wanted] if wanted else []), key
    for refusal in table.world.refusals:
        assert refusal["text"]
        assert refusal["key"] == key
        assert Lamp.FAULT in table.world.lamps.values(), f"{key}: the lamps do not show the refusal"


@pytest.mark.parametrize(("style", "state", "at"), list(cases()))
def test_two_keys_at_once_are_refused_whichever_they_are(
    style: Keypad, state: str, at: KeyPosition, memory: Path
) -> None:
    with briskly():
        table = brought(memory, style, state, at)
        before = state_of(table.table)
        for keys in combinations(Key, 2):
            table.event(KeysClashed(keys))
        assert state_of(table.table) == before
        assert {refusal["code"] for refusal in table.world.refusals} == {"two_keys"}
        assert len(table.world.refusals) == len(list(combinations(Key, 2)))
        table.off()


@pytest.mark.parametrize(("style", "state", "at"), list(cases()))
def test_a_card_counts_only_where_a_confirmed_win_waits(
    style: Keypad, state: str, at: KeyPosition, memory: Path
) -> None:
    with briskly():
        table = brought(memory, style, state, at)
        rows = table.journal.head.seq
        table.event(BadgeSwiped("000"))
        assert table.journal.head.seq == rows, "an unknown card wrote a row"
        table.event(BadgeSwiped("111"))
        written = [row.record.type for row in table.journal.rows_after(rows, 2)]
        waits = style is TOUCH and state == "verifying"
        assert ("j_pot" in written) == waits
        assert len(table.world.refusals) == (1 if waits else 2)
        table.off()
