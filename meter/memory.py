"""The last true amount of each table on disk, so that a restarted display goes on from it, never from zero.

One small file a table, replaced as a whole. It is a convenience: a damaged or missing one is as good as none.
"""

import json
from dataclasses import asdict
from pathlib import Path

import structlog

from controller.messages import MeterState
from meter.documents import Meter, Win

log = structlog.get_logger()


class Memory:
    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._last: dict[str, tuple[Meter, str]] = {}

    def keep(self, table: str, meter: Meter, boot: str) -> None:
        if self._folder is None or self._last.get(table) == (meter, boot):
            return
        self._last[table] = (meter, boot)
        path = self._path(self._folder, table)
        fresh = path.with_suffix(".new")
        try:
            fresh.write_text(json.dumps({"boot": boot, "meter": asdict(meter)}), encoding="utf-8")
            fresh.replace(path)
        except OSError as error:
            # A full or broken disk must not stop a display that still hears its table.
            log.warning("amount_not_kept", file=str(path), error=error.strerror)

    def recall(self, table: str) -> tuple[Meter, str] | None:
        if self._folder is None:
            return None
        path = self._path(self._folder, table)
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            meter = dict(kept["meter"])
            win = meter.pop("win")
            envy = tuple((seat, cents) for seat, cents in win["envy"]) if win else ()
            made = Win(**{**win, "envy": envy}) if win else None
            state = MeterState(meter.pop("state"))
            return Meter(**meter, state=state, win=made), str(kept["boot"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("kept_amount_unreadable", file=str(path), error=repr(error))
            return None

    @staticmethod
    def _path(folder: Path, table: str) -> Path:
        return folder / f"{table}.json"
