"""The table as a stranger sees it: through MQTT alone. Knows topics and documents, not how anything is caused."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from controller.messages import Place, Topic, encode
from controller.mqtt_settings import MqttSettings
from drivers.mqtt_witness import Heard, Listener


class TableHeard(Listener):
    def __init__(self, settings: MqttSettings, place: Place) -> None:
        super().__init__(settings, place.prefix)

    def wait(self, wanted: Callable[["TableHeard"], bool], wait_s: float = 15) -> None:
        """Until it is true of what has come. What did not come in time is the table's failure."""
        came = self.until(lambda: wanted(self), wait_s)
        assert came, f"not seen within {wait_s:g} s; the last messages: {self._tail()}"

    def wait_for(self, topic: str, count: int = 1, wait_s: float = 15) -> list[Heard]:
        self.wait(lambda _: len(self.messages(topic)) >= count, wait_s)
        return self.messages(topic)

    def last(self, topic: str) -> dict[str, Any]:
        """The newest document of a topic; empty if none, or if it was cleared."""
        said = self.messages(topic)
        return said[-1].body if said and said[-1].payload else {}

    @property
    def state(self) -> str:
        """Where the round stands: `betting`, `in_play`, `service` and so on; `offline` when nobody is there."""
        if self.last(Topic.STATUS).get("state", "offline") == "offline":
            return "offline"
        return str(self.last(Topic.ROUND).get("state", "unknown"))

    def tests(self, since: int = 0) -> list[Heard]:
        """What devices did in service mode, from a mark on."""
        return self.messages(Topic.TEST)[since:]

    def mark(self) -> int:
        return len(self.messages(Topic.TEST))

    def chips(self) -> list[str]:
        """The seats at which a chip was seen to come and not to go."""
        moved = [heard.body for heard in self.tests() if heard.body["what"] == "chip"]
        lying = {body["which"]: body["on"] for body in moved}
        return sorted(seat for seat, on in lying.items() if on)

    def rows(self) -> list[dict[str, Any]]:
        """In order of seq, repeats removed, as every receiver does it."""
        seen = {body["seq"]: body for body in self.bodies(Topic.EVENT)}
        return [seen[seq] for seq in sorted(seen)]

    def forgotten(self) -> list[int]:
        """Row numbers that the table told and has not kept: told again with other words, or beyond its last row."""
        digests: dict[int, set[str]] = {}
        gone: set[int] = set()
        for heard in self.messages():
            if heard.topic == Topic.EVENT:
                digests.setdefault(heard.body["seq"], set()).add(heard.body["digest"])
            elif heard.topic == Topic.HEARTBEAT:
                gone |= {seq for seq in digests if seq > heard.body["seq"]}
        return sorted(gone | {seq for seq, said in digests.items() if len(said) > 1})

    def missing(self, after: int) -> list[int]:
        """Row numbers that should have come, from the one after this up to what the heartbeat says."""
        seqs = {row["seq"] for row in self.rows()}
        head = self.last(Topic.HEARTBEAT).get("seq", 0)
        return sorted(set(range(after + 1, head + 1)) - seqs)

    def wait_heartbeat(self) -> None:
        """A new one: what the table did before it has been told."""
        before = len(self.messages(Topic.HEARTBEAT))
        self.wait(lambda _: len(self.messages(Topic.HEARTBEAT)) > before)

    def ask_again(self, from_seq: int) -> None:
        """For rows that were lost on the way here; the journal has them."""
        expires = datetime.now(UTC) + timedelta(minutes=5)
        order = {
            "id": f"hil-{uuid.uuid4().hex}",
            "name": "replay",
            "user": "hil",
            "reason": "rows were lost on the way",
            "expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "args": {"from_seq": from_seq},
        }
        self.send(Topic.COMMAND, encode(order))

    def alert(self, code: str) -> bool:
        return bool(self.last(f"{Topic.ALERT}/{code}"))

    def _tail(self) -> str:
        kept = [m for m in self.messages() if m.topic != Topic.HEARTBEAT][-3:]
        return "; ".join(f"{m.topic} {m.payload.decode(errors='replace')[:160]}" for m in kept)
