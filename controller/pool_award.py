"""What winning hands are paid, from which fund, and how the meter starts again. Changes nothing."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from controller.ledger import Account, Transfer
from controller.money import from_cents, whole_cents
from controller.pool_state import Play, PoolState
from controller.progressive import Fund, Progressive, SeveralWinners

ACCOUNT = {Fund.RESERVE: Account.RESERVE, Fund.HOUSE: Account.HOUSE, Fund.TRAY: Account.TRAY}


class Claim(NamedTuple):
    seat: int
    hand: str


class Win(NamedTuple):
    seat: int
    hand: str
    prize_cents: int
    source: Account

    def to_json(self) -> dict[str, Any]:
        prize = {"prize_cents": self.prize_cents, "from": self.source.value}
        return {"seat": self.seat, "hand": self.hand, **prize}


class Booking:
    """The award as it is put together: a copy of the balances, and every transfer on the way."""

    def __init__(self, state: PoolState) -> None:
        self.rules = state.progressive
        self.queued = state.queued
        self.balances = dict(state.balances)
        self.transfers: list[Transfer] = []
        self.house_advance_cents = 0
        self.reseed_cents = 0
        self.parameters_applied = False

    def move(self, debit: Account, credit: Account, microcents: int) -> None:
        if microcents:
            self.transfers.append(Transfer(debit, credit, microcents))
            self.balances[debit] -= microcents
            self.balances[credit] += microcents

    def take(self, source: Account, credit: Account, cents: int) -> None:
        """Whole cents from a fund. What the reserve lacks, the house advances first."""
        if source is Account.RESERVE:
            short = max(0, cents - whole_cents(self.balances[source]))
            self.move(Account.HOUSE, source, from_cents(short))
            self.house_advance_cents += short
        self.move(source, credit, from_cents(cents))

    def pay(self, claim: Claim, source: Account, cents: int) -> Win:
        self.take(source, Account.PRIZES, cents)
        return Win(claim.seat, claim.hand, cents, source)

    def percent_of_meter(self, claim: Claim) -> int:
        percent = self.rules.by_hand[claim.hand].meter_percent or 0
        return whole_cents(self.balances[Account.METER] * percent // 100)

    def restart_meter(self, won: Claim, *, last: bool) -> None:
        """New parameters take over and the overflow flows in. A 100 % award is reseeded; a part prize is not."""
        whole_meter = self.rules.by_hand[won.hand].meter_percent == 100
        if last and self.queued and self._fits(self.queued):
            self.rules, self.parameters_applied = self.queued, True
        meter, overflow = self.balances[Account.METER], self.balances[Account.OVERFLOW]
        limit = self.rules.limit_cents
        room = overflow if limit is None else from_cents(limit) - meter
        self.move(Account.OVERFLOW, Account.METER, min(overflow, room))
        if whole_meter:
            self._reseed()

    def _reseed(self) -> None:
        short = max(0, self.rules.seed_cents - whole_cents(self.balances[Account.METER]))
        self.take(ACCOUNT[self.rules.reseed_from], Account.METER, short)
        self.reseed_cents += short

    def _fits(self, rules: Progressive) -> bool:
        """A limit may not be set below what the meter shows; a part prize leaves it standing."""
        limit = rules.limit_cents
        return limit is None or self.balances[Account.METER] <= from_cents(limit)


def award(state: PoolState, play: Play, claims: Sequence[Claim]) -> dict[str, Any]:
    """The facts and, under "transfers", the money."""
    rules, booking = state.progressive, Booking(state)
    fixed_from = ACCOUNT[rules.fixed_from]
    wins = [
        booking.pay(claim, fixed_from, rules.fixed_cents(claim.hand))
        for claim in claims
        if not rules.by_hand[claim.hand].meter_percent
    ]
    envy = _envy(rules, play.seats, claims)
    booking.take(fixed_from, Account.PRIZES, sum(envy.values()))
    wins += _meter_wins(booking, [c for c in claims if rules.by_hand[c.hand].meter_percent])
    return {
        "wins": [win.to_json() for win in sorted(wins)],
        "envy": {str(seat): cents for seat, cents in envy.items()},
        "envy_from": fixed_from.value,
        "meter_before_cents": state.meter_cents,
        "meter_cents": whole_cents(booking.balances[Account.METER]),
        "reseed_cents": booking.reseed_cents,
        "reseed_from": booking.rules.reseed_from.value,
        "house_advance_cents": booking.house_advance_cents,
        "parameters_applied": booking.parameters_applied,
        "transfers": tuple(booking.transfers),
    }


def _envy(rules: Progressive, seats: Iterable[int], claims: Iterable[Claim]) -> dict[int, int]:
    """Every other seat in the play, once for each triggering hand; several triggers add up."""
    due: dict[int, int] = {}
    for claim in claims:
        if cents := rules.by_hand[claim.hand].envy_cents:
            for seat in seats:
                if seat != claim.seat:
                    due[seat] = due.get(seat, 0) + cents
    return dict(sorted(due.items()))


def _meter_wins(booking: Booking, claims: Sequence[Claim]) -> list[Win]:
    if not claims:
        return []
    from_the_right = sorted(claims, reverse=True)
    if booking.rules.several_winners is SeveralWinners.SEQUENTIAL:
        return _in_turn(booking, from_the_right)
    return _all_posted(booking, from_the_right)


def _in_turn(booking: Booking, claims: Sequence[Claim]) -> list[Win]:
    wins = []
    for claim in claims:
        wins.append(booking.pay(claim, Account.METER, booking.percent_of_meter(claim)))
        booking.restart_meter(claim, last=claim is claims[-1])
    return wins


def _all_posted(booking: Booking, claims: Sequence[Claim]) -> list[Win]:
    """The largest prize comes off the meter, the others from the fund; all as posted."""
    others_from = Account.RESERVE
    if booking.rules.several_winners is SeveralWinners.ALL_POSTED_HOUSE:
        others_from = Account.HOUSE
    posted = [(booking.percent_of_meter(claim), claim) for claim in claims]
    posted.sort(key=lambda due: due[0], reverse=True)  # Stable: the highest seat first.
    wins = [
        booking.pay(claim, Account.METER if number == 0 else others_from, cents)
        for number, (cents, claim) in enumerate(posted)
    ]
    booking.restart_meter(posted[0][1], last=True)
    return wins
