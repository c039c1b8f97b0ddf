"""The Game Manager as a technician's laptop meets it: whether it is there, and what it answers to a record.

Knows the topics and documents of docs/mqtt.md; which records there are, it does not know.
"""

import json
from dataclasses import dataclass
from typing import Any

from controller.errors import DeviceError
from controller.messages import VERSION
from controller.mqtt_settings import MqttSettings
from drivers.mqtt_witness import Listener

STATUS, RECORD, RECEIPT = "manager/status", "hil/record", "hil/receipt"
STATUS_S = 2.0
RECEIPT_S = 5.0


@dataclass(frozen=True, slots=True)
class Receipt:
    payload: bytes
    record_sha256: str
    taken: bool
    why: str


class GameManager(Listener):
    def __init__(self, settings: MqttSettings, site: str) -> None:
        super().__init__(settings, f"pucklight/v{VERSION}/{site}/", (STATUS, RECEIPT))

    def is_there(self) -> bool:
        """The broker hands out the retained status at once; where there never was a Game Manager, nothing comes."""
        self.until(lambda: bool(self.messages(STATUS)), STATUS_S)
        return self._online()

    def hand_over(self, record_sha256: str, payload: bytes) -> Receipt:
        """Its answer to this very record. The broker's acknowledgement is none: a killed broker loses what it took."""
        self.send(RECORD, payload)
        self.until(
            lambda: bool(self._answers(record_sha256) or self.refused or not self._online()),
            RECEIPT_S,
        )
        if answers := self._answers(record_sha256):
            return answers[-1]
        if self.refused:
            raise DeviceError(f"the broker refused it: {self.refused}; check its access list")
        if not self._online():
            raise DeviceError("the Game Manager went away before its receipt came")
        raise DeviceError(f"no receipt of the Game Manager came within {RECEIPT_S:.0f} s")

    def _online(self) -> bool:
        said = self.messages(STATUS)
        match _body(said[-1].payload) if said else None:
            case {"v": 1, "state": "online"}:
                return True
        return False

    def _answers(self, record_sha256: str) -> list[Receipt]:
        receipts = (receipt(heard.payload) for heard in self.messages(RECEIPT))
        return [one for one in receipts if one and one.record_sha256 == record_sha256]


def receipt(payload: bytes) -> Receipt | None:
    """None for what is no receipt of this contract: nothing is taken for sent because of it."""
    match _body(payload):
        case {"v": 1, "record_sha256": str(sha256), "taken": bool(taken), "why": str(why)}:
            return Receipt(payload, sha256, taken, why)
    return None


def _body(payload: bytes) -> Any:
    try:
        return json.loads(payload)
    except ValueError:
        return None
