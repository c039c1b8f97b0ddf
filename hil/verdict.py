"""The verdict of a run, from its steps alone. Pure: nothing executed is never a pass."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

MONEY = "money"
"""The step that every run ends with. By itself it proves nothing."""


class Verdict(StrEnum):
    PASS = "PASS"
    FAIL = "FAIL"
    INCOMPLETE = "INCOMPLETE"
    ERROR = "ERROR"


@dataclass(frozen=True, slots=True)
class Judged:
    verdict: Verdict
    reason: str
    marginal: int = 0


def judge(
    steps: Sequence[dict[str, Any]],
    mandatory: Collection[str],
    wanted: Collection[str],
    restored: bool,
) -> Judged:
    """`mandatory` phases must be passed, `wanted` steps be done; `restored` is whether play was given back."""
    ran = ("pass", "fail", "error")
    done = [s for s in steps if s["outcome"] in ran and s["phase"] != MONEY]
    if not done:
        return Judged(Verdict.ERROR, "nothing was executed")
    failed = [step for step in steps if step["outcome"] == "fail"]
    if failed:
        return Judged(Verdict.FAIL, f"{failed[0]['title']}: {failed[0]['reason']}")
    broken = [step for step in steps if step["outcome"] == "error"]
    if broken:
        return Judged(Verdict.ERROR, f"{broken[0]['title']}: {broken[0]['reason']}")
    if not restored:
        return Judged(Verdict.ERROR, "the table was not returned to play")
    skipped = [s for s in steps if s["outcome"] == "skip" and s["phase"] in (*mandatory, MONEY)]
    if skipped:
        return Judged(Verdict.INCOMPLETE, f"{skipped[0]['title']}: {skipped[0]['reason']}")
    if missing := sorted(set(mandatory) - {step["phase"] for step in done}):
        return Judged(Verdict.INCOMPLETE, f"not executed: {', '.join(missing)}")
    if undone := sorted(set(wanted) - {step["id"] for step in steps}):
        more = f" and {len(undone) - 1} more" if len(undone) > 1 else ""
        return Judged(Verdict.INCOMPLETE, f"not executed: {undone[0].partition('::')[2]}{more}")
    near = sum(m["outcome"] == "marginal" for step in steps for m in step["measurements"])
    return Judged(Verdict.PASS, "every mandatory phase passed", near)
