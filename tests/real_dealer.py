"""Dealer and floor at a real table in another process: they press, look at what MQTT shows, and make the check."""

import json
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from controller.cli import settings as settings_file
from controller.events import Key, KeyPosition
from controller.messages import encode
from controller.record import Row
from controller.round import State
from tests.real_table import RealTable
from tests.table_check import check_books, check_heard, finish_round, play_a_round, taken

CAUGHT_UP_S = 30


class RealDealer:
    """Fits `table_check.Played`. After everything it does it waits until the table has dealt with it."""

    def __init__(self, table: RealTable) -> None:
        self.table = table

    # What they see.

    def state(self) -> State:
        return State(self.table.retained("round")["state"])

    def claims(self) -> Mapping[int, str]:
        return {claim["seat"]: claim["hand"] for claim in self.table.retained("round")["claims"]}

    def out(self) -> bool:
        return bool(self.table.retained("status")["state"] == "out_of_service")

    def touch_style(self) -> bool:
        return False

    # What they do.

    def press(self, *keys: Key) -> None:
        for key in keys:
            self.table.order(f"press {key}")
            self.wait()

    def chip(self, seat: int, present: bool) -> None:
        self.table.order(f"chip {seat} {'on' if present else 'off'}")
        pattern = "seen" if present else "invite"
        self.table.order(f"wait-lamp {seat} {pattern}")

    def turn(self, position: KeyPosition) -> None:
        self.table.order(f"key {position}")
        self.table.heard.wait(lambda heard: heard.bodies("round")[-1]["key"] == position)
        self.wait()

    def turn_service(self, on: bool) -> None:
        self.table.order(f"service {'on' if on else 'off'}")
        if self.state() in (State.BETTING, State.SERVICE):
            wanted = State.SERVICE if on else State.BETTING
            self.table.heard.wait(lambda heard: heard.bodies("round")[-1]["state"] == wanted)

    def wait(self) -> None:
        """The table takes one thing after another: once it has answered this, all before is done and told."""
        self.ask("replay", from_seq=1_000_000_000)

    def ask(self, name: str, **args: Any) -> dict[str, Any]:
        id_ = uuid.uuid4().hex
        expires = (datetime.now(UTC) + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
        body = {"id": id_, "name": name, "user": "Ann", "reason": "asked", "expires": expires}
        self.table.send("cmd", encode({**body, "args": args}))
        self.table.heard.wait(lambda heard: any(r["id"] == id_ for r in heard.bodies("reply")))
        return next(r for r in self.table.heard.bodies("reply") if r["id"] == id_)

    # The check.

    def check(self) -> None:
        """The table runs. They finish the round and one more; then the books are taken from it and read."""
        self.connected()
        finish_round(self)
        play_a_round(self)
        self.caught_up()
        assert self.table.stop() == 0
        self.books()
        self.table.start()
        self.connected()

    def books(self) -> list[Row]:
        """Nothing runs. What is in the journal, and what was heard of it, agree."""
        rows = check_books(self.table.journal, settings_file.load(self.table.config))
        check_heard(self.received(), rows, whole=False)
        return rows

    def connected(self) -> None:
        """Until this start of the table has said that it is there, on a broker that may be new."""
        born = self._born()
        self.table.heard.wait(lambda heard: _last(heard.bodies("status")).get("born") == born)
        self.wait()

    def _born(self) -> int:
        said = self.table.log.read_text().splitlines()
        boots = [json.loads(line) for line in said if '"event": "boot"' in line]
        return int(boots[-1]["born"])

    def caught_up(self) -> None:
        """As every receiver does: what is missing is asked for."""
        self.table.heard.wait_for("heartbeat", len(self.table.heard.messages("heartbeat")) + 1)
        head = self.table.heard.bodies("heartbeat")[-1]["seq"]
        if len(taken(self.received())) < head:
            self.ask("replay", from_seq=len(taken(self.received())) + 1)
        self.table.heard.wait(lambda _: len(taken(self.received())) >= head, CAUGHT_UP_S)

    def received(self) -> list[tuple[int, bytes]]:
        messages = self.table.heard.messages("event")
        return [(message.body["seq"], message.payload) for message in messages]


def _last(bodies: list[dict[str, Any]]) -> dict[str, Any]:
    return bodies[-1] if bodies else {}
