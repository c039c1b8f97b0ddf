"""What each lamp pattern looks like in time, pure. No pattern flashes more than three times a second (WCAG 2.3.1).

The invitation runs along the seats, two lights four seats apart; the others are told apart by their dark phase.
"""

from controller.ports import Lamp

_MS = 1_000_000
INVITE_STEP_NS = 400 * _MS
_INVITE_STEPS = 4
_HALF_PERIOD_NS = {Lamp.SEEN: 500 * _MS, Lamp.FAULT: 200 * _MS}


def pattern_level(lamp: Lamp, seat: int, elapsed_ns: int) -> bool:
    """Whether the lamp is lit. `elapsed_ns` is one clock for all seats in INVITE, and the pattern's own age else."""
    if lamp is Lamp.INVITE:
        return elapsed_ns // INVITE_STEP_NS % _INVITE_STEPS == (seat - 1) % _INVITE_STEPS
    if half_ns := _HALF_PERIOD_NS.get(lamp):
        return elapsed_ns // half_ns % 2 == 0
    return lamp is Lamp.TAKEN


def next_change_ns(lamp: Lamp, elapsed_ns: int) -> int | None:
    """How long this level holds at least; None for ever."""
    step_ns = INVITE_STEP_NS if lamp is Lamp.INVITE else _HALF_PERIOD_NS.get(lamp)
    return None if step_ns is None else step_ns - elapsed_ns % step_ns
