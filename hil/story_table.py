"""A bench as a story sees it: a table with an empty journal and the story's own settings. Fits `story.Played`."""

import json
from typing import Any

from controller.messages import Place, Topic
from controller.mqtt_settings import MqttSettings
from hil.bench import Bench
from hil.heard import TableHeard
from hil.station import Station

STORY_ID = "hil-story"
"""A table of its own on the broker: what it books is never taken for the tested table's."""
QUIET = ("genesis", "boot", "seeded", "snapshot")
"""Rows that no dealer has caused."""


class StoryTable:
    def __init__(
        self, bench: Bench, station: Station, mqtt: MqttSettings, settings: dict[str, Any]
    ) -> None:
        self._bench = bench
        place = Place(station.table.site, STORY_ID)
        with_old = TableHeard(mqtt, place)
        try:
            before = _boot(with_old)
            bench.do(f"fresh {json.dumps(settings)}")
            with_old.wait(lambda heard: _boot(heard) not in ("", before))
        finally:
            with_old.close()
        # A listener of its own hears only what the broker has kept of the new table, and what comes from now on.
        self.heard = TableHeard(mqtt, place)

    def order(self, line: str) -> str:
        return self._bench.do(line.replace("wait-lamp", "lamp"))

    def swipe(self, badge: str) -> None:
        self._bench.do(f"swipe {badge}")

    def shuffle(self, line: str) -> None:
        self._bench.do(f"shuffler {line}")

    def send(self, topic: str, payload: bytes) -> None:
        self.heard.send(topic, payload)

    def kill(self) -> None:
        self._bench.do("power cut")

    def stop(self) -> int:
        self._bench.do("power stop")
        return 0

    def start(self) -> None:
        self._bench.do("power on")

    def wait_row(self, after: int) -> dict[str, Any]:
        def told() -> list[dict[str, Any]]:
            rows = self.heard.rows()
            return [row for row in rows if row["seq"] > after and row["type"] not in QUIET]

        self.heard.wait(lambda _: bool(told()))
        return told()[0]

    def close(self) -> None:
        self.heard.close()


def _boot(heard: TableHeard) -> str:
    status = heard.last(Topic.STATUS)
    return "" if status.get("state") in (None, "offline") else str(status["boot"])
