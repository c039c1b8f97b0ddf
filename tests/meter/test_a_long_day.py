"""A display that has been open for long holds no more than at its start."""

import gc
import pathlib
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest

from controller.messages import MeterState
from meter.memory import Memory
from meter.screen import Screen, Signs
from tests.meter import link_papers, papers
from tests.meter.link_papers import LINK
from tests.meter.papers import TABLE

ROUNDS = 1_500
"""Fifty an hour for thirty hours, of a table and a link: 21,000 messages."""
MOST_MORE_BYTES = 20_000
SEQ, NUMBER = 987_650_000, 123_454_321
PENDING, WON = link_papers.win(NUMBER), link_papers.win(NUMBER, "win")
ROUND = [
    (f"{source.prefix}{topic}", payload)
    for source, topic, payload in (
        (TABLE, "heartbeat", papers.heartbeat(SEQ)),
        (LINK, "heartbeat", link_papers.heartbeat(SEQ)),
        *((TABLE, "meter", papers.meter(SEQ + more, NUMBER, 100_000 + more)) for more in range(4)),
        (TABLE, "meter", papers.meter(SEQ + 5, NUMBER, 100_003, MeterState.PENDING)),
        (TABLE, "meter", papers.meter(SEQ + 6, NUMBER, 100_003, MeterState.WIN)),
        (TABLE, "status", papers.status(reason=f"row {SEQ}")),
        (TABLE, "event", b"{}"),
        (LINK, "meter", link_papers.meter(SEQ, NUMBER, 100_000)),
        (LINK, "win", link_papers.wins(SEQ + 1, PENDING)),
        (LINK, "win", link_papers.wins(SEQ + 2, WON)),
        (LINK, "win", link_papers.wins(SEQ + 3)),
    )
]


def played(number: int) -> list[tuple[str, bytes]]:
    """The round with rows, epoch and win of its own."""
    own, row = str(10_000_000 + number).encode(), str(10_000 + number).encode()
    return [
        (topic, payload.replace(b"123454321", own).replace(b"98765", row))
        for topic, payload in ROUND
    ]


def held() -> int:
    """Bytes. pathlib's own line is left out: it interns names, and the interpreter's table of them grows in leaps."""
    gc.collect()
    snapshot = tracemalloc.take_snapshot()
    counted = snapshot.filter_traces([tracemalloc.Filter(False, pathlib.__file__)])
    return sum(trace.size for trace in counted.traces)


@pytest.mark.slow
def test_tens_of_thousands_of_messages_leave_nothing_behind(tmp_path: Path) -> None:
    screen = Screen([TABLE, LINK], Signs(), Memory(tmp_path))
    screen.watched()
    numbers = iter(range(ROUNDS * 2))

    def held_after(rounds: int) -> int:
        for number in islice(numbers, rounds):
            for topic, payload in played(number):
                screen.take(topic, payload)
            assert screen.snapshot()
        return held()

    tracemalloc.start()
    try:
        before = held_after(ROUNDS // 10)
        assert held_after(ROUNDS) - before < MOST_MORE_BYTES
    finally:
        tracemalloc.stop()
