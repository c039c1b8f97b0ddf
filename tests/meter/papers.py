"""Documents of a table for displays, made by the table's own code: short names for long constructors."""

from collections.abc import Sequence
from dataclasses import replace

from controller import messages
from controller.messages import Identity, MeterState, Service, ShownMeter, ShownWin
from meter.source import Source

AT = "2030-01-31T18:00:00.000Z"
TABLE = Source("club", "t7")
WHO = Identity("t7", "b00", 3, "0" * 64, "1" * 64)
WIN = ShownWin("t7", 3, "akq_spades", 431_530, 100_000, {1: 10_000, 8: 10_000})
TRIPS = ShownWin("t7", 8, "three_of_a_kind", 6_000, 100_000, {})


def meter(
    seq: int,
    epoch: int,
    cents: int,
    state: MeterState = MeterState.LIVE,
    wins: Sequence[ShownWin] = (WIN,),
) -> bytes:
    shown = ShownMeter(epoch, cents, 100_000, state, [] if state is MeterState.LIVE else wins)
    return messages.encode(messages.meter("t7", seq, AT, shown))


def status(
    state: Service = Service.IN_SERVICE, reason: str = "", born: int | None = 3, boot: str = "b00"
) -> bytes:
    who = replace(WHO, born=born, boot=boot)
    return messages.encode(messages.status(who, state, reason, 1, AT))


def heartbeat(seq: int, boot: str = "b00", at: str = AT) -> bytes:
    return messages.encode(messages.heartbeat(replace(WHO, boot=boot), seq, 0, 1, at))
