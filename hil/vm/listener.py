"""A stranger on the guest's broker, through Mosquitto's own client programs: hears every topic of the table.

Knows topics and JSON, not what they mean. One listener hears one life of the broker.
"""

import json
import subprocess
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from controller import messages
from controller.errors import DeviceError

Document = dict[str, Any]
PLACE = messages.Place("club", "t7")
WAIT_S = 30.0


class Listener:
    def __init__(self, port: int) -> None:
        self._port = port
        self._heard: list[tuple[str, bytes]] = []
        self._changed = threading.Condition()
        # %r is 1 for a retained message, %p the payload; ours hold no line breaks.
        words = ["mosquitto_sub", *self._address(), "-q", "1", "-t", f"{PLACE.prefix}#"]
        self._process = subprocess.Popen([*words, "-F", "%t %p"], stdout=subprocess.PIPE)
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def heard(self) -> list[tuple[str, Document]]:
        """Topic and document, in the order of their coming. An alert that ends has no document."""
        with self._changed:
            return [(topic, json.loads(payload)) for topic, payload in self._heard if payload]

    def bodies(self, topic: str) -> list[Document]:
        return [body for name, body in self.heard() if name == topic]

    def last(self, topic: str) -> Document:
        bodies = self.bodies(topic)
        return bodies[-1] if bodies else {}

    def rows(self) -> dict[int, Document]:
        """By seq; a row sent twice is one row."""
        return {body["seq"]: body for body in self.bodies("event")}

    def wait(self, what: str, wanted: Callable[["Listener"], bool], wait_s: float = WAIT_S) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: wanted(self), wait_s):
                raise DeviceError(f"the table was not heard to say {what} within {wait_s:.0f} s")

    def order(self, name: str, args: Mapping[str, Any], number: int) -> None:
        """A command, as the Game Manager sends it."""
        expires = datetime.now(UTC) + timedelta(minutes=5)
        body = {
            "id": f"bench-{number}",
            "name": name,
            "user": "bench",
            "reason": "virtual bench",
            "expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "args": args,
        }
        words = ["mosquitto_pub", *self._address(), "-q", "1", "-t", f"{PLACE.prefix}cmd"]
        subprocess.run([*words, "-m", json.dumps(body)], check=True, timeout=WAIT_S)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout
        self._process.stdout.close()

    def _address(self) -> list[str]:
        return ["-h", "127.0.0.1", "-p", str(self._port)]

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            topic, _, payload = line.strip().partition(b" ")
            with self._changed:
                self._heard.append((topic.decode().removeprefix(PLACE.prefix), payload))
                self._changed.notify_all()
