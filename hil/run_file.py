"""The run file: append-only JSON lines, written as the run goes, so that a laptop's reboot costs one step at most."""

import json
import os
from pathlib import Path
from typing import Any

from controller.errors import BadInput

Line = dict[str, Any]


class RunFile:
    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, kind: str, body: Line) -> None:
        line = json.dumps({"kind": kind, **body}, ensure_ascii=False, separators=(",", ":"))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())

    def lines(self) -> list[Line]:
        """What was written whole: a last line cut by a power loss is its step's, which is then run again."""
        text = self.path.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]

    def mend(self) -> None:
        """Before going on: drops half a line at the end."""
        whole = self.path.read_bytes()
        self.path.write_bytes(whole[: whole.rfind(b"\n") + 1])


def unfinished(folder: Path, asset: str) -> RunFile:
    """The newest run of this table that was begun and not ended."""
    for path in sorted(folder.glob(f"????????T??????Z-{asset}.run.jsonl"), reverse=True):
        run = RunFile(path)
        if run.lines() and run.lines()[-1]["kind"] != "ended":
            return run
    raise BadInput(f"{folder}: no unfinished run of {asset}; start one without --resume")


def broken_off(folder: Path, asset: str) -> RunFile | None:
    """The newest run of this table, if it was begun and not ended."""
    newest = max(folder.glob(f"*-{asset}.run.jsonl"), default=None)
    lines = RunFile(newest).lines() if newest else []
    return RunFile(newest) if newest and lines and lines[-1]["kind"] != "ended" else None
