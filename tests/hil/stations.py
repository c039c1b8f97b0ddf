"""Station files and runs of `pucklight hil` for the tests, as a technician would start them."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hil import record

COMMAND = (sys.executable, "-m", "controller", "hil")
PASS, FAIL, INCOMPLETE, ERROR = 0, 1, 3, 4


def station(
    folder: Path, *, fitted: Sequence[str] = (), faults: Sequence[str] = (), **more: Any
) -> Path:
    """`more`: sections of their own, such as `jig={"port": ...}`; `bench` adds to `[station]`."""
    bench = {"id": "kit-1", "operator": "3311", "live": False, **more.pop("bench", {})}
    sections: dict[str, dict[str, Any]] = {
        "station": bench,
        "table": {"site": "club", "id": "t7", "asset": "40177"},
        "fitted": dict.fromkeys(fitted, True),
        "sim": {"faults": list(faults)},
        **{name: value for name, value in more.items() if isinstance(value, dict)},
    }
    lines = [f"{k} = {json.dumps(v)}" for k, v in more.items() if not isinstance(v, dict)]
    for name, section in sections.items():
        lines.append(f"[{name}]")
        lines += [f"{json.dumps(key)} = {json.dumps(value)}" for key, value in section.items()]
    path = folder / "station.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def run(
    path: Path,
    *words: str,
    bench: str = "sim",
    code: int = PASS,
    wait_s: float = 120,
) -> str:
    """`pucklight hil run`, quick; gives what it printed."""
    command = [*COMMAND, "run", "--bench", bench, "--station", str(path), "--quick"]
    done = subprocess.run(
        [*command, "--record", str(records(path)), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=wait_s,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def records(path: Path) -> Path:
    return path.parent / "records"


def last_record(path: Path) -> dict[str, Any]:
    return record.earlier(records(path), "40177")[-1]


def codes(made: dict[str, Any]) -> set[str]:
    return {found["code"] for found in made["diagnoses"]}
