"""The last true amount of each table and link on disk, so that a restarted display goes on from it, never from zero.

One small file for each, replaced as a whole. It is a convenience: a damaged or missing one is as good as none.
"""

import json
from pathlib import Path

import structlog

from meter.display import Kept
from meter.documents import Meter
from meter.source import Source

log = structlog.get_logger()


class Memory:
    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._last: dict[Source, Kept] = {}

    def keep(self, source: Source, kept: Kept) -> None:
        if self._folder is None or self._last.get(source) == kept:
            return
        self._last[source] = kept
        path = self._path(self._folder, source)
        fresh = path.with_suffix(".new")
        try:
            fresh.write_text(json.dumps(_facts(kept)), encoding="utf-8")
            fresh.replace(path)
        except OSError as error:
            # A full or broken disk must not stop a display that still hears its table.
            log.warning("amount_not_kept", file=str(path), error=error.strerror)

    def recall(self, source: Source) -> Kept | None:
        if self._folder is None:
            return None
        path = self._path(self._folder, source)
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            seq, epoch, cents = (int(kept[name]) for name in ("seq", "epoch", "cents"))
            return Kept(str(kept["boot"]), Meter(seq, epoch, cents))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("kept_amount_unreadable", file=str(path), error=repr(error))
            return None

    @staticmethod
    def _path(folder: Path, source: Source) -> Path:
        """A table and a link may have the same name."""
        return folder / f"{source.kind}-{source.name}.json"


def _facts(kept: Kept) -> dict[str, str | int]:
    meter = kept.meter
    return {"boot": kept.boot, "seq": meter.seq, "epoch": meter.epoch, "cents": meter.cents}
