"""The two limits of every run, whatever else it did: the meter has not moved, and no fee was taken."""

from dataclasses import dataclass
from typing import Any

from controller import clock
from controller.messages import Topic
from hil.heard import TableHeard
from hil.limits import Limit
from hil.run_file import RunFile
from hil.step import Step
from hil.verdict import MONEY

DELTA, FEES = "meter_delta_cents", "coin_in_delta"
LIMITS = {DELTA: Limit("cents", 0, 0), FEES: Limit("fees", 0, 0)}
"""Not in limits.toml, so that no station can make them wider."""


@dataclass(frozen=True)
class Books:
    """How the money stood when a sitting began."""

    meter: dict[str, Any]
    seq: int
    """The table's last row."""


def books(heard: TableHeard) -> Books:
    heard.wait(lambda heard: bool(heard.last(Topic.HEARTBEAT)))
    return Books(dict(heard.last(Topic.METER)), heard.last(Topic.HEARTBEAT)["seq"])


def measure(file: RunFile, heard: TableHeard, before: Books) -> None:
    after = heard.last(Topic.METER)
    step = Step(LIMITS, file.path.parent / "attachments")
    # An old row may come again, when rows were lost on the way.
    new = [row for row in heard.rows() if row["seq"] > before.seq]
    step.measure(DELTA, after.get("cents", 0) - before.meter.get("cents", 0))
    step.measure(FEES, sum(row["type"] == "coin_in" for row in new))
    failed = step.failed()
    if failed:
        step.diagnose("money_moved", seen="; ".join(failed))
    _write(file, "fail" if failed else "pass", "; ".join(failed), step)


def not_measured(file: RunFile, why: str) -> None:
    """A sitting that was cut off: nobody knows any more."""
    _write(file, "skip", why, Step(LIMITS, file.path.parent))


def _write(file: RunFile, outcome: str, reason: str, step: Step) -> None:
    at = clock.now()
    file.append(
        "step",
        {
            "id": f"{MONEY}::{at}",
            "phase": MONEY,
            "title": "no money moved",
            "outcome": outcome,
            "reason": reason,
            "started": at,
            "ended": at,
            "prompts": [],
            "measurements": step.measurements,
            "diagnoses": [found.to_json() for found in step.diagnoses],
            "attachments": [],
        },
    )
