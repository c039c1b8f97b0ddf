"""Limits and what a value is against them: pass, marginal or fail. Pure."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

SHIPPED = Path(__file__).with_name("limits.toml")
NAMES = tuple(tomllib.loads(SHIPPED.read_text(encoding="utf-8"))["limits"])
"""What may be limited. Another name is a slip of the pen."""
DELAYS = ("_to_mqtt", "power_cut.back")
Value = int | float | str | bool


class Outcome(StrEnum):
    PASS = "pass"
    MARGINAL = "marginal"
    FAIL = "fail"


@dataclass(frozen=True)
class Limit:
    unit: str = ""
    least: int | None = None
    most: int | None = None
    marginal: int | None = None
    """From here on it still passes, and somebody should look at it soon."""
    wanted: bool | None = None

    def judge(self, value: Value) -> Outcome:
        if self.wanted is not None:
            return Outcome.PASS if value is self.wanted else Outcome.FAIL
        if self.least is None and self.most is None:
            return Outcome.PASS
        if isinstance(value, str | bool):
            return Outcome.FAIL
        below = self.least is not None and value < self.least
        if below or (self.most is not None and value > self.most):
            return Outcome.FAIL
        near = self.marginal is not None and value >= self.marginal
        return Outcome.MARGINAL if near else Outcome.PASS

    def __str__(self) -> str:
        if self.wanted is not None:
            return "yes" if self.wanted else "no"
        if self.least is not None and self.least == self.most:
            return str(self.least)
        if self.most is not None and self.least is not None:
            return f"{self.least} to {self.most}"
        if self.most == 0:
            return "0"
        parts = [f"at least {self.least}"] if self.least is not None else []
        parts += [f"at most {self.most}"] if self.most is not None else []
        return parts[0] if parts else "recorded"


def without_delays(limits: Mapping[str, Limit]) -> dict[str, Limit]:
    """How long something takes until it is told, or a boot: recorded, not judged."""
    return {
        name: Limit(limit.unit) if name.endswith(DELAYS) else limit
        for name, limit in limits.items()
    }


def spoken(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"
