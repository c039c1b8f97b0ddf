"""Documents of a link for displays. Nothing in the product sends them yet, so each is held against its schema here."""

from typing import Any

from controller import messages
from meter.source import Kind, Source
from tests.meter.papers import AT
from tests.subscriber import validator

LINK = Source("club", "main", Kind.LINK)
PRIZE_CENTS = 2_431_530


def meter(seq: int, epoch: int, cents: int, link: str = "main") -> bytes:
    facts = {"seq": seq, "at": AT, "epoch": epoch, "cents": cents, "base_cents": 100_000}
    return _encoded("meter", {"link": link, **facts})


def win(number: int, state: str = "pending", table: str = "t3", **others: Any) -> dict[str, Any]:
    return {
        "number": number,
        "state": state,
        "table": table,
        "seat": 2,
        "hand": "akq_spades",
        "prize_cents": PRIZE_CENTS,
        "new_base_cents": 100_000,
        "envy": [{"seat": 5, "cents": 10_000}],
        **others,
    }


def wins(seq: int, *listed: dict[str, Any], link: str = "main") -> bytes:
    return _encoded("win", {"link": link, "seq": seq, "at": AT, "wins": [*listed]})


def status(
    state: str = "in_service",
    reason: str = "",
    born: int | None = 3,
    boot: str = "b00",
    link: str = "main",
) -> bytes:
    seq, at = (None, None) if state == "offline" else (1, AT)
    facts = {"state": state, "reason": reason, "boot": boot, "born": born, "seq": seq, "at": at}
    return _encoded("status", {"link": link, **facts})


def heartbeat(seq: int, boot: str = "b00", link: str = "main") -> bytes:
    facts = {"boot": boot, "seq": seq, "uptime_s": 1, "at": AT}
    return _encoded("heartbeat", {"link": link, **facts})


def _encoded(topic: str, body: dict[str, Any]) -> bytes:
    document = {"v": messages.VERSION, **body}
    validator(f"link_{topic}").validate(document)
    return messages.encode(document)
