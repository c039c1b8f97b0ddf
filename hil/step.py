"""One step of a run while it is under way: what was measured, diagnosed, attached. Judges values, not steps."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hil.bench import FailedByPerson
from hil.diagnoses import Diagnosis, diagnose
from hil.limits import Limit, Outcome, Value, spoken


@dataclass
class Step:
    """What a phase calls `measure`, `diagnose` and `attach` on."""

    limits: dict[str, Limit]
    folder: Path
    measurements: list[dict[str, Any]] = field(default_factory=list)
    diagnoses: list[Diagnosis] = field(default_factory=list)
    attachments: list[dict[str, str]] = field(default_factory=list)

    def measure(self, name: str, value: Value, of: object = None) -> Outcome:
        """`of` is the seat or the key; limits are those of the name alone."""
        limit = self.limits[name]
        outcome = limit.judge(value)
        device, _, what = name.partition(".")
        self.measurements.append(
            {
                "name": name if of is None else f"{device}[{of}].{what}",
                "unit": limit.unit,
                "value": value,
                "limits": str(limit),
                "marginal_from": limit.marginal,
                "outcome": str(outcome),
            }
        )
        return outcome

    def diagnose(self, code: str, where: object = "", seen: object = "") -> None:
        found = diagnose(code, where, seen)
        if found not in self.diagnoses:
            self.diagnoses.append(found)

    @contextmanager
    def noted(self, code: str, where: object = "", seen: object = "") -> Iterator[None]:
        """Whoever fails by a note what is done in here gets the step's own advice beside the note."""
        try:
            yield
        except FailedByPerson:
            self.diagnose(code, where, seen)
            raise

    def attach(self, name: str, content: bytes, mime: str) -> None:
        digest = hashlib.sha256(content).hexdigest()
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{digest[:16]}-{name}").write_bytes(content)
        self.attachments.append({"name": name, "mime": mime, "sha256": digest})

    def failed(self) -> list[str]:
        """Expected against seen, for each value out of its limits."""
        return [
            f"{m['name']}: expected {m['limits']} {m['unit']}".rstrip()
            + f", seen {spoken(m['value'])}"
            for m in self.measurements
            if m["outcome"] == Outcome.FAIL
        ]
