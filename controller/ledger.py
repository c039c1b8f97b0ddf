"""Accounts, transfers and balances. Knows that money is conserved; knows nothing of jackpots."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Account(StrEnum):
    DROP = "drop"
    """Cash in the collection box: each fee leaves here, so its balance is minus the cash counted."""
    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    """What accrued above the meter's limit and waits for the next jackpot."""
    HOUSE_FEE = "house_fee"
    HOUSE = "house"
    """Seeds and advances: below zero is what the house has put in and not been given back."""
    PRIZES = "prizes"
    TRAY = "tray"
    """The dealer's tray: below zero is what it has paid out."""


NEVER_NEGATIVE = (Account.METER, Account.RESERVE, Account.OVERFLOW, Account.PRIZES)


@dataclass(frozen=True, slots=True)
class Transfer:
    """One debit, one credit, one amount: it balances by construction."""

    debit: Account
    credit: Account
    microcents: int

    def __post_init__(self) -> None:
        assert self.microcents > 0, self
        assert self.debit is not self.credit, self

    def reversed(self) -> "Transfer":
        return Transfer(self.credit, self.debit, self.microcents)


Balances = Mapping[Account, int]

EMPTY: Balances = dict.fromkeys(Account, 0)


def post(balances: Balances, transfers: Iterable[Transfer]) -> dict[Account, int]:
    """The balances after these transfers; the ones given are left alone."""
    after = dict(balances)
    for transfer in transfers:
        after[transfer.debit] -= transfer.microcents
        after[transfer.credit] += transfer.microcents
    return after


def faults(balances: Balances) -> list[str]:
    """What is wrong with these balances; an empty list is the invariant."""
    wrong = [f"{name} is below zero" for name in NEVER_NEGATIVE if balances[name] < 0]
    if total := sum(balances.values()):
        wrong.append(f"the accounts sum to {total} microcents, not to zero")
    return wrong
