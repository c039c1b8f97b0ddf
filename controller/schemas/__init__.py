"""The MQTT contract as JSON Schemas, one a topic. Knows where they are; checking is the receiver's part."""

import json
from importlib.resources import files
from typing import Any

TOPICS = (
    "status",
    "round",
    "meter",
    "alert",
    "event",
    "heartbeat",
    "refusal",
    "reply",
    "test",
    "cmd",
    "ack",
)
"""Of a table."""

LINK_TOPICS = ("status", "meter", "win", "heartbeat")
"""Of a link: each has its schema under `link_<topic>`."""

MANAGER_TOPICS = {
    "manager/status": "manager_status",
    "hil/record": "hil_record",
    "hil/receipt": "hil_receipt",
}
"""Below the site's prefix, not a table's; each with the name of its schema."""


def schema(topic: str) -> dict[str, Any]:
    """The schema of one topic's documents; `alert` for every `alert/<code>`, `link_meter` for a link's `meter`."""
    text = files(__name__).joinpath(f"{topic}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
