"""Folds one journal row into a pool's state. Refuses nothing: what is a row has happened.

Balances come from the row's transfers, meters from its facts; a row in which the two disagree is a
fault that takes the table out of service, because then the memory, or this program, is broken.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from controller.errors import JournalError
from controller.ledger import Account, faults, post
from controller.money import from_cents
from controller.pool_state import Play, PoolState
from controller.progressive import Progressive
from controller.record import Record


class Kind(StrEnum):
    """What a row means to the pool: its fact "pool". A row without that fact moves no money."""

    OPENED = "opened"
    CONTRIBUTED = "contributed"
    AWARDED = "awarded"
    CLOSED = "closed"
    VOIDED = "voided"
    ADJUSTED = "adjusted"
    BACKED_OUT = "backed_out"
    PARAMETERS_QUEUED = "parameters_queued"


class PoolFault(JournalError):
    """The pool's own figures contradict each other. The table goes out of service."""


Facts = Mapping[str, Any]


def apply(state: PoolState, record: Record) -> None:
    kind = record.facts.get("pool")
    if kind is None:
        if record.transfers:
            raise PoolFault(f"a {record.type} row moves money but does not say what for")
        return
    paid_before = state.balances[Account.PRIZES]
    state.balances = post(state.balances, record.transfers)
    state.epoch = record.facts["epoch"]
    paid = _FOLDS[kind](state, record)
    _check(state, record, state.balances[Account.PRIZES] - paid_before, from_cents(paid))


def _check(state: PoolState, record: Record, moved: int, said: int) -> None:
    wrong = faults(state.balances)
    if moved != said:
        wrong.append(f"{moved} microcents were paid, {said} were due")
    if (posted := record.facts.get("meter_cents")) != state.meter_cents:
        wrong.append(f"the row posts {posted} cents, the meter holds {state.meter_cents}")
    if wrong:
        raise PoolFault(f"row {record.type} of round {record.round}: {'; '.join(wrong)}")


def _opened(state: PoolState, record: Record) -> int:
    facts = record.facts
    state.progressive = Progressive.from_json(facts["progressive"])
    state.opened = True
    state.opened_cents = facts["meter_cents"] + facts["reserve_cents"]
    state.seed_outstanding_cents = facts["seed_outstanding_cents"]
    return 0


def _contributed(state: PoolState, record: Record) -> int:
    facts = record.facts
    state.plays[facts["play"]] = Play(facts["seats"], facts["npn"], state.jackpot, record.transfers)
    if not facts["npn"]:
        state.fees_in += len(facts["seats"])
        state.fees_in_cents += len(facts["seats"]) * facts["fee_cents"]
    return 0


def _awarded(state: PoolState, record: Record) -> int:
    facts = record.facts
    state.awards = facts["award"]
    play = state.plays[facts["play"]]
    for win in facts["wins"]:
        play.paid[win["seat"]] = facts["award"]
    if facts["parameters_applied"]:
        assert state.queued is not None
        state.progressive, state.queued = state.queued, None
    return _count_award(state, facts, 1)


def _count_award(state: PoolState, facts: Facts, sign: int) -> int:
    """Adds an award to the meters, or takes a backed-out one off again. Returns what was paid."""
    envy: int = sum(facts["envy"].values())
    from_meter = 0
    for win in facts["wins"]:
        hand, cents = win["hand"], sign * win["prize_cents"]
        state.hits[hand] = state.hits.get(hand, 0) + sign
        state.wins_cents[hand] = state.wins_cents.get(hand, 0) + cents
        _count_paid(state, win["from"], cents)
        from_meter |= win["from"] == Account.METER
    if envy:
        _count_paid(state, facts["envy_from"], sign * envy)
    state.envy_cents += sign * envy
    state.jackpot += sign * from_meter
    reseed = sign * facts["reseed_cents"]
    state.reseeded_cents += reseed
    if facts["reseed_from"] == Account.HOUSE:
        state.house_seed_cents += reseed
        state.seed_outstanding_cents += reseed
    state.house_advance_cents += sign * facts["house_advance_cents"]
    prizes: int = sum(win["prize_cents"] for win in facts["wins"])
    return sign * (prizes + envy)


def _count_paid(state: PoolState, source: str, cents: int) -> None:
    state.paid_cents[source] = state.paid_cents.get(source, 0) + cents


def _closed(state: PoolState, record: Record) -> int:
    state.plays.pop(record.facts["play"], None)
    _count_repaid(state, record.facts["seed_repaid_cents"])
    return 0


def _count_repaid(state: PoolState, cents: int) -> None:
    state.seed_repaid_cents += cents
    state.seed_outstanding_cents -= cents


def _voided(state: PoolState, record: Record) -> int:
    facts = record.facts
    del state.plays[facts["play"]]
    state.voided_cents += facts["returned_cents"]
    state.house_advance_cents += facts["house_advance_cents"]
    return 0


def _adjusted(state: PoolState, record: Record) -> int:
    facts = record.facts
    _count_repaid(state, facts["seed_repaid_cents"])
    state.advance_repaid_cents += facts["advance_repaid_cents"]
    state.house_adjusted_cents += facts["house_cents"]
    if by_hand := facts["paid_by_hand_cents"]:
        _count_paid(state, "by_hand", by_hand)
    return int(by_hand)


def _backed_out(state: PoolState, record: Record) -> int:
    facts = record.facts
    state.backed_out.append(facts["award"])
    if play := state.plays.get(facts["play"]):
        for win in facts["wins"]:
            play.paid.pop(win["seat"], None)
    return _count_award(state, facts, -1)


def _parameters_queued(state: PoolState, record: Record) -> int:
    state.queued = Progressive.from_json(record.facts["progressive"])
    return 0


_FOLDS: Mapping[str, Callable[[PoolState, Record], int]] = {
    Kind.OPENED: _opened,
    Kind.CONTRIBUTED: _contributed,
    Kind.AWARDED: _awarded,
    Kind.CLOSED: _closed,
    Kind.VOIDED: _voided,
    Kind.ADJUSTED: _adjusted,
    Kind.BACKED_OUT: _backed_out,
    Kind.PARAMETERS_QUEUED: _parameters_queued,
}
