"""The real daemon is killed at seeded moments while rounds are played as fast as the keypad allows."""

import random
import threading
from pathlib import Path

import pytest

from controller.errors import DeviceError
from controller.ledger import Account
from controller.money import from_cents
from controller.record import Row
from tests.broker import Mosquitto
from tests.real_dealer import RealDealer
from tests.real_table import RealTable, real_table

ROUNDS = 200
KILLS = 40
QUICK = {"puck_debounce_ms": 2, "switch_debounce_ms": 2}
LIFE_S = 1.5
"""A kill falls anywhere into it, with several rounds played before."""


class Deaths:
    """Kills the daemon at moments that the seed alone decides."""

    def __init__(self, table: RealTable, seed: int) -> None:
        self._table, self._chance = table, random.Random(seed)
        self.count = 0

    def next(self) -> threading.Timer:
        process = self._table.process
        timer = threading.Timer(self._chance.uniform(0, LIFE_S), process.kill)
        timer.start()
        return timer

    def spoil(self, number: int) -> None:
        """Plays on until the daemon dies."""
        timer = self.next()
        try:
            while True:
                play_fast(self._table, number)
        except DeviceError:
            self.count += 1
        finally:
            timer.join()


def play_fast(table: RealTable, number: int) -> None:
    """One round, win and all on every fifth; nobody waits for an answer."""
    for seat in (2, 5):
        table.order(f"chip {seat} on")
    table.order("press coin-in")
    for seat in (2, 5):
        table.order(f"chip {seat} off")
    if number % 5 == 0:
        for step in ("press seat-2", "press straight", "key jph", "press j-pot", "key run"):
            table.order(step)
    table.order("press game-over")


def rounds_in(rows: list[Row]) -> int:
    return sum(row.record.type == "coin_in" for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_two_hundred_rounds_with_a_kill_in_every_fifth(
    seed: int, tmp_path: Path, broker: Mosquitto
) -> None:
    with real_table(tmp_path, broker, keypad={"debounce_ms": 5}, pins=QUICK) as table:
        dealer, deaths, rows = RealDealer(table), Deaths(table, seed), list[Row]()
        while rounds_in(rows) < ROUNDS or deaths.count < KILLS:
            deaths.spoil(deaths.count)
            table.close()
            rows = dealer.books()
            table.start()
        dealer.connected()
        dealer.check()
        table.close()
        rows = dealer.books()
    assert deaths.count >= KILLS
    assert sum(row.record.type == "j_pot" for row in rows) > 10
    _check_fees(rows)


def _check_fees(rows: list[Row]) -> None:
    """Counted by hand from the rows' own words, no pool asked: a dollar for each seat of each round."""
    fees = sum(len(row.record.facts["seats"]) for row in rows if row.record.type == "coin_in")
    dropped = sum(
        transfer.microcents
        for row in rows
        for transfer in row.record.transfers
        if transfer.debit is Account.DROP
    )
    assert dropped == from_cents(100 * fees)
    assert fees > ROUNDS
