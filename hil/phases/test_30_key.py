"""The floor's key: both positions."""

from hil.handles import SupervisorKey
from hil.limits import Outcome
from hil.phase import Phase
from hil.step import Step

PHASE = Phase("key", "Supervisor key")


def test_both_positions_are_seen(key: SupervisorKey, step: Step) -> None:
    seen = [position for position in ("jph", "run") if key.turn(position).expected]
    if step.measure("key.positions_seen", len(seen)) is Outcome.FAIL:
        step.diagnose("dead_switch", ", ".join({"jph", "run"} - set(seen)))
