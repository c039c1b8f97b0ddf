"""What a pool remembers: balances from the transfers, meters from the facts.

The two are kept apart so that the self-audit can hold one against the other. Pure data: how a row
changes it stands in pool_apply.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any

from controller.ledger import EMPTY, Account, Transfer, faults
from controller.money import from_cents, whole_cents
from controller.progressive import Progressive


@dataclasses.dataclass(slots=True)
class Play:
    """A round whose fees are taken and which is not over. Knows what a void must give back."""

    seats: list[int]
    npn: bool
    jackpot: int
    """The jackpot its fees went into."""
    fees: tuple[Transfer, ...]
    paid: dict[int, int] = dataclasses.field(default_factory=dict)
    """Seat to the number of the award that paid it: a seat has one hand and wins once."""


@dataclasses.dataclass(slots=True)
class PoolState:
    progressive: Progressive
    queued: Progressive | None = None
    """Takes effect with the next meter win."""
    balances: dict[Account, int] = dataclasses.field(default_factory=lambda: dict(EMPTY))
    opened: bool = False
    plays: dict[str, Play] = dataclasses.field(default_factory=dict)

    epoch: int = 0
    """Rises when the posted amount may fall: a display can tell a fall from a late message."""
    jackpot: int = 0
    """How many times the meter has been won."""
    awards: int = 0
    backed_out: list[int] = dataclasses.field(default_factory=list)

    fees_in: int = 0
    """Progressive-In, in wagers and in cents; what a void gave back is counted on its own."""
    fees_in_cents: int = 0
    voided_cents: int = 0
    hits: dict[str, int] = dataclasses.field(default_factory=dict)
    wins_cents: dict[str, int] = dataclasses.field(default_factory=dict)
    envy_cents: int = 0
    paid_cents: dict[str, int] = dataclasses.field(default_factory=dict)
    """Prizes and envy by the account they came from; "by_hand": what a person paid and entered."""

    opened_cents: int = 0
    """What the house put in on the first day."""
    seed_outstanding_cents: int = 0
    house_seed_cents: int = 0
    """Reseeds by the house."""
    reseeded_cents: int = 0
    """Reseeds, whoever paid them."""
    seed_repaid_cents: int = 0
    house_advance_cents: int = 0
    """Cumulative: what the house made up."""
    advance_repaid_cents: int = 0
    house_adjusted_cents: int = 0
    """What people's adjustments gave the house, less what they took from it."""

    def cents(self, account: Account) -> int:
        return whole_cents(self.balances[account])

    @property
    def meter_cents(self) -> int:
        """What the display shows and a 100 % award pays."""
        return self.cents(Account.METER)

    @property
    def paid_meter_cents(self) -> int:
        return self.paid_cents.get(Account.METER, 0)

    @property
    def paid_fixed_cents(self) -> int:
        """Prizes from anywhere but the meter, envy aside."""
        return sum(self.wins_cents.values()) - self.paid_meter_cents

    @property
    def advance_outstanding_cents(self) -> int:
        return self.house_advance_cents - self.advance_repaid_cents

    def meters(self) -> dict[str, Any]:
        """The figures a regulator asks for, in whole cents."""
        rules = self.progressive
        return {
            "progressive_in": {"wagers": self.fees_in, "cents": self.fees_in_cents},
            "voided_cents": self.voided_cents,
            "display_cents": self.meter_cents,
            "base_cents": rules.seed_cents,
            "limit_cents": rules.limit_cents,
            "increment_ppm": rules.split_ppm.meter,
            "hidden_ppm": rules.split_ppm.reserve,
            "unreasonable_contribution_cents": rules.unreasonable_contribution_cents,
            "overflow_cents": self.cents(Account.OVERFLOW),
            "reserved_pool_cents": self.cents(Account.RESERVE),
            "levels": {
                hand: {"hits": self.hits.get(hand, 0), "wins_cents": self.wins_cents.get(hand, 0)}
                for hand in {**rules.by_hand, **self.hits}
            },
            "envy_cents": self.envy_cents,
            "paid_cents": self.cents(Account.PRIZES),
            "house_advance_cents": self.house_advance_cents,
            "advance_outstanding_cents": self.advance_outstanding_cents,
            "seed_outstanding_cents": self.seed_outstanding_cents,
            "reseeded_cents": self.reseeded_cents,
            "epoch": self.epoch,
        }


def audit(state: PoolState) -> list[str]:
    """The balance equations; an empty list: the memory can be trusted. Run before money moves."""
    found = faults(state.balances)
    for name, booked, counted in _equations(state):
        if booked != counted:
            found.append(f"{name}: the accounts say {booked} microcents, the meters {counted}")
    limit = state.progressive.limit_cents
    if limit is not None and state.balances[Account.METER] > from_cents(limit):
        found.append(f"the meter is above its limit of {limit} cents")
    if state.seed_outstanding_cents < 0 or state.advance_outstanding_cents < 0:
        found.append("the house was given back more than it put in")
    return found


def _equations(state: PoolState) -> Iterator[tuple[str, int, int]]:
    book, paid = state.balances, state.paid_cents
    total = sum(paid.values())
    won = sum(state.wins_cents.values()) + state.envy_cents + paid.get("by_hand", 0)
    house_in = (
        state.opened_cents
        + state.house_seed_cents
        + state.house_advance_cents
        + paid.get(Account.HOUSE, 0)
    )
    house_back = state.seed_repaid_cents + state.advance_repaid_cents + state.house_adjusted_cents
    fees = state.fees_in_cents - state.voided_cents
    yield "fees", -book[Account.DROP], from_cents(fees)
    yield "prizes", book[Account.PRIZES], from_cents(total)
    yield "wins and envy", book[Account.PRIZES], from_cents(won)
    yield "tray", -book[Account.TRAY], from_cents(paid.get(Account.TRAY, 0))
    yield "house", book[Account.HOUSE], from_cents(house_back - house_in)
