"""The floor's key: both positions."""

from hil.handles import SupervisorKey
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("key", "Supervisor key")


def test_both_positions_are_seen(key: SupervisorKey, step: Step) -> None:
    unseen = []
    for position in ("jph", "run"):
        with step.noted("dead_switch", position):
            if key.turn(position).expected is None:
                unseen.append(position)
    if step.measure("key.positions_seen", 2 - len(unseen)) is Outcome.FAIL:
        step.diagnose("dead_switch", ", ".join(unseen))
