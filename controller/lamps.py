"""What each puck's lamp should show, from the table's state and the chips that lie there. Remembers nothing."""

from collections.abc import Collection

from controller.ports import Lamp
from controller.round import State

SEATS = range(1, 9)


def lamps(
    state: State,
    *,
    chips: Collection[int],
    locked: Collection[int],
    blocked: Collection[int],
    unlifted: Collection[int],
    dark: bool,
) -> dict[int, Lamp]:
    """`unlifted` are the chips whose fee was taken and that have lain there since; `dark` is out of service."""
    if dark:
        return dict.fromkeys(SEATS, Lamp.OFF)
    if state is State.SERVICE:
        return {seat: Lamp.SEEN if seat in chips else Lamp.OFF for seat in SEATS}
    if state is State.BETTING:
        return {seat: _betting(seat, chips, blocked, unlifted) for seat in SEATS}
    return {seat: _playing(seat, chips, locked, unlifted) for seat in SEATS}


def _betting(
    seat: int, chips: Collection[int], blocked: Collection[int], unlifted: Collection[int]
) -> Lamp:
    if seat in chips:
        return Lamp.FAULT if seat in blocked or seat in unlifted else Lamp.SEEN
    return Lamp.OFF if seat in blocked else Lamp.INVITE


def _playing(
    seat: int, chips: Collection[int], locked: Collection[int], unlifted: Collection[int]
) -> Lamp:
    if seat in locked:
        late = seat in chips and seat not in unlifted
        return Lamp.FAULT if late else Lamp.TAKEN
    return Lamp.FAULT if seat in chips else Lamp.OFF
