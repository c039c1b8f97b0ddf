"""Corrections people make: adjustments for a reason on the closed list, and the back-out of a win.

Decides facts and transfers; whether the books can carry them, the pool tries on a copy.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from controller.ledger import Account, Transfer
from controller.money import dollars, from_cents, whole_cents
from controller.pool_apply import Kind
from controller.pool_refusal import PoolRefusal
from controller.pool_state import PoolState
from controller.record import Record

Made = tuple[dict[str, Any], tuple[Transfer, ...]]


class Reason(StrEnum):
    """Why a jackpot amount may go down: WAC 230-15-695, and nothing beside it."""

    AMOUNT_WON = "amount_won"
    CORRECT_MALFUNCTION = "correct_malfunction"
    ABOVE_MAXIMUM = "above_maximum"
    REDUCE_NON_DISPLAYED = "reduce_non_displayed"
    RECOVER_SEED = "recover_seed"


FIGURES = (Account.METER, Account.RESERVE, Account.OVERFLOW)

GOES_TO = {
    (Account.METER, Reason.AMOUNT_WON): Account.PRIZES,
    (Account.METER, Reason.CORRECT_MALFUNCTION): Account.HOUSE,
    (Account.METER, Reason.ABOVE_MAXIMUM): Account.OVERFLOW,
    (Account.METER, Reason.RECOVER_SEED): Account.HOUSE,
    (Account.RESERVE, Reason.AMOUNT_WON): Account.PRIZES,
    (Account.RESERVE, Reason.CORRECT_MALFUNCTION): Account.HOUSE,
    (Account.RESERVE, Reason.REDUCE_NON_DISPLAYED): Account.HOUSE_FEE,
    (Account.RESERVE, Reason.RECOVER_SEED): Account.HOUSE,
    (Account.OVERFLOW, Reason.CORRECT_MALFUNCTION): Account.HOUSE,
    (Account.OVERFLOW, Reason.REDUCE_NON_DISPLAYED): Account.HOUSE_FEE,
}
"""Where a decrease goes. Non-displayed prizes given up are gross receipts. No pair, no decrease."""


@dataclass(frozen=True, slots=True)
class Signed:
    """Who asked for it, who agreed, and why in their own words."""

    maker: str
    checker: str
    text: str

    def __post_init__(self) -> None:
        maker, checker = (" ".join(name.split()).casefold() for name in (self.maker, self.checker))
        if not maker or not checker or maker == checker:
            raise PoolRefusal(
                "two_names", "want two names: the one who asks and another who agrees"
            )
        if not self.text.strip():
            raise PoolRefusal("no_text", "want a sentence that says why; it is kept on file")

    def to_json(self) -> dict[str, str]:
        return {"maker": self.maker, "checker": self.checker, "text": self.text}


@dataclass(frozen=True, slots=True)
class Adjustment:
    figure: Account
    """Meter, reserve or overflow."""
    change_cents: int
    reason: Reason | None
    """A decrease needs one. An increase needs only its text: the house puts the money in."""
    signed: Signed


def adjust(state: PoolState, adjustment: Adjustment) -> Made:
    figure, change, reason = adjustment.figure, adjustment.change_cents, adjustment.reason
    if figure not in FIGURES:
        raise PoolRefusal("no_such_figure", f"want one of {', '.join(FIGURES)}, got {figure}")
    facts = {
        "pool": Kind.ADJUSTED.value,
        "figure": figure.value,
        "change_cents": change,
        "reason": reason.value if reason else None,
        "seed_repaid_cents": 0,
        "advance_repaid_cents": 0,
        "house_cents": 0,
        "paid_by_hand_cents": 0,
        "meter_cents": state.meter_cents + (change if figure is Account.METER else 0),
        "epoch": state.epoch + (figure is Account.METER),
        **adjustment.signed.to_json(),
    }
    if change > 0:
        transfer = Transfer(Account.HOUSE, figure, from_cents(change))
        return {**facts, "house_cents": -change}, (transfer,)
    return _decrease(state, adjustment, facts)


def _decrease(state: PoolState, adjustment: Adjustment, facts: dict[str, Any]) -> Made:
    figure, cents = adjustment.figure, -adjustment.change_cents
    if cents == 0:
        raise PoolRefusal("no_change", "want an amount to adjust by, got 0")
    if adjustment.reason is None:
        raise PoolRefusal("reason_wanted", f"a decrease needs a reason: {', '.join(Reason)}")
    goes_to = GOES_TO.get((figure, adjustment.reason))
    if goes_to is None:
        raise PoolRefusal(
            "reason_not_allowed", f"{adjustment.reason} is no reason to lower {figure}"
        )
    if cents > state.cents(figure):
        raise PoolRefusal(
            "not_enough",
            f"{figure} holds {dollars(state.cents(figure))}, not {dollars(cents)}",
        )
    transfers = (Transfer(figure, goes_to, from_cents(cents)),)
    return {**facts, **_counted(state, adjustment, goes_to, cents)}, transfers


def _counted(
    state: PoolState, adjustment: Adjustment, goes_to: Account, cents: int
) -> dict[str, int]:
    if adjustment.reason is Reason.RECOVER_SEED:
        return _recovered(state, adjustment.figure, cents)
    if goes_to is Account.PRIZES:
        return {"paid_by_hand_cents": cents}
    return {"house_cents": cents if goes_to is Account.HOUSE else 0}


def _recovered(state: PoolState, figure: Account, cents: int) -> dict[str, int]:
    """The seed first; what the reserve gives beyond it repays advances."""
    seed = min(cents, state.seed_outstanding_cents)
    advances = state.advance_outstanding_cents if figure is Account.RESERVE else 0
    if cents - seed > advances:
        owed = dollars(state.seed_outstanding_cents + advances)
        raise PoolRefusal("nothing_to_recover", f"the house is owed {owed}, not {dollars(cents)}")
    return {"seed_repaid_cents": seed, "advance_repaid_cents": cents - seed}


_OF_THE_WIN = (
    *("award", "play", "npn", "wins", "envy", "envy_from"),
    *("reseed_cents", "reseed_from", "house_advance_cents"),
)


def back_out(state: PoolState, win: Record, signed: Signed) -> Made:
    if win.facts.get("pool") != Kind.AWARDED or win.facts["award"] > state.awards:
        raise PoolRefusal("not_a_win", "want the row of a recorded win")
    if win.facts["award"] in state.backed_out:
        raise PoolRefusal("backed_out_already", f"win {win.facts['award']} is backed out already")
    transfers = [transfer.reversed() for transfer in reversed(win.transfers)]
    meter = state.balances[Account.METER] + _gained(transfers, Account.METER)
    limit = state.progressive.limit_cents
    if limit is not None and (above := meter - from_cents(limit)) > 0:
        transfers.append(Transfer(Account.METER, Account.OVERFLOW, above))
        meter -= above
    facts = {key: win.facts[key] for key in _OF_THE_WIN}
    facts |= {
        "pool": Kind.BACKED_OUT.value,
        "meter_cents": whole_cents(meter),
        "epoch": state.epoch + 1,
    }
    return {**facts, **signed.to_json()}, tuple(transfers)


def _gained(transfers: list[Transfer], account: Account) -> int:
    gains = sum(one.microcents for one in transfers if one.credit is account)
    return gains - sum(one.microcents for one in transfers if one.debit is account)
