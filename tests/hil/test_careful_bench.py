"""The bench that keeps book, before a table that remembers its orders and says only what it is told to."""

from typing import cast

import pytest

from controller.messages import Topic
from hil.bench import NotPossible, Seen, Skipped
from hil.benches import OpenBench
from hil.careful_bench import CarefulBench, LeftService
from hil.heard import TableHeard


class Felt:
    """Bench and table in one."""

    name, timed, real_time, reads_lamps, mqtt = "felt", True, True, True, None

    def __init__(self) -> None:
        self.state = "service"
        self.orders: list[str] = []
        self.refusals: dict[str, Exception] = {}
        self.lying: set[str] = set()
        self.key = "run"

    def do(self, order: str, _: Seen | None = None) -> str:
        if order in self.refusals:
            raise self.refusals[order]
        self.orders.append(order)
        verb, *words = order.split()
        if verb == "chip":
            (self.lying.add if words[1] == "on" else self.lying.discard)(words[0])
        if verb == "key":
            self.key = words[0]
        return "ok"

    def chips(self) -> list[str]:
        return sorted(self.lying)

    def last(self, topic: str) -> dict[str, str]:
        assert topic == Topic.ROUND
        return {"key": self.key}

    def until(self, happened: Seen, _: float) -> bool:
        return happened()


@pytest.fixture
def felt() -> Felt:
    return Felt()


@pytest.fixture
def bench(felt: Felt) -> CarefulBench:
    return CarefulBench(cast(OpenBench, felt), cast(TableHeard, felt))


@pytest.mark.parametrize(
    "order", ["press coin-in", "hold seat-1", "chip 3 on", "key jph", "swipe 12345678"]
)
def test_nothing_is_touched_on_a_table_in_play(order: str, bench: CarefulBench, felt: Felt) -> None:
    bench.do(order)
    felt.state = "betting"
    with pytest.raises(LeftService, match="is in betting; nothing more was touched"):
        bench.do(order)
    assert felt.orders == [order]


@pytest.mark.parametrize(
    "order", ["chip 3 off", "service on", "net on", "lamp 3 off", "release seat-1"]
)
def test_what_gives_a_table_back_is_always_done(
    order: str, bench: CarefulBench, felt: Felt
) -> None:
    felt.state = "betting"
    bench.do(order)
    assert felt.orders == [order]


def test_a_story_plays_on_a_table_of_its_own(bench: CarefulBench, felt: Felt) -> None:
    felt.state = "offline"
    for order in ("fresh {}", "chip 3 on", "press coin-in", "restore"):
        bench.do(order)
    with pytest.raises(LeftService):
        bench.do("press coin-in")


def test_what_a_step_left_behind_is_taken_back_power_first(bench: CarefulBench, felt: Felt) -> None:
    for order in (
        *("chip 3 on", "chip 4 on", "chip 4 off", "hold seat-1", "key jph", "net off"),
        *("shuffler unplug", "shuffler jam lid_open", "power cut"),
    ):
        bench.do(order)
    felt.orders.clear()
    bench.tidy()
    assert felt.orders == [
        *("power on", "net on", "shuffler replug", "shuffler clear", "release seat-1"),
        *("chip 3 off", "key run"),
    ]
    felt.orders.clear()
    bench.tidy()
    assert not felt.orders


def test_a_chip_that_nobody_would_lift_is_said(bench: CarefulBench, felt: Felt) -> None:
    bench.do("chip 3 on")
    felt.refusals["chip 3 off"] = Skipped("no time")
    bench.tidy()
    assert bench.take_back() == ["a chip is still seen at seat 3"]


def test_a_key_that_is_still_turned_and_a_table_that_is_gone_are_said(
    bench: CarefulBench, felt: Felt
) -> None:
    bench.do("key jph")
    felt.refusals["key run"] = Skipped("lost the key")
    assert bench.take_back() == ["the floor's key is still at JPH"]
    felt.key, felt.state = "run", "offline"
    assert bench.take_back() == ["the table is not heard"]


def test_what_the_bench_cannot_do_at_all_need_not_be_taken_back(
    bench: CarefulBench, felt: Felt
) -> None:
    felt.refusals["net off"] = NotPossible("cannot: no relay")
    with pytest.raises(NotPossible):
        bench.do("net off")
    bench.tidy()
    assert bench.take_back() == []
    assert felt.orders == []


def test_what_a_person_skipped_may_have_been_done_all_the_same(
    bench: CarefulBench, felt: Felt
) -> None:
    felt.refusals["net off"] = Skipped("the cable is behind the cabinet")
    with pytest.raises(Skipped):
        bench.do("net off")
    bench.tidy()
    assert felt.orders == ["net on"]
