"""Plays written-down rounds through the pool: the JSON contract of `pucklight pool replay`.

Reads and answers; every cent is decided and applied by the pool itself. Takes the hands as given: that one deck holds
one A-K-Q of spades is checked only where cards are named.
"""

import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from controller.cli.jsonlines import want_cents, want_flag, want_keys, want_object
from controller.cli.pool_rounds import Round, read_rounds
from controller.errors import BadInput
from controller.ledger import Account
from controller.pool import Decision, Pool
from controller.pool_state import PoolState
from controller.progressive import Progressive, load, shipped_names

Balances = dict[str, int]


def replay(question: dict[str, Any]) -> dict[str, Any]:
    want_keys(question, ["profile", "rounds"], ["options", "start"])
    rules = _rules(question["profile"], _table(question, "options"))
    start = _Start(rules, _table(question, "start"))
    rounds = read_rounds(question["rounds"], rules)
    pool = Pool(rules)
    _apply(pool, pool.open(**start.opening()))
    return {"rounds": [_answer(pool, start, number, one) for number, one in enumerate(rounds, 1)]}


def _table(question: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = question.get(key)
    return {} if value is None else want_object(value, key)


@lru_cache(maxsize=64)
def _shipped(name: str, units: int | None) -> Progressive:
    return load(name, units)


def _rules(name: object, options: dict[str, Any]) -> Progressive:
    if not isinstance(name, str) or name not in shipped_names():
        raise BadInput(f"profile: want one of {', '.join(shipped_names())}, got {name!r}")
    want_keys(options, [], ["reimburse_at", "units", "folded_qualify"])
    units = options.get("units")
    if units is not None and (type(units) is not int or units < 1):
        raise BadInput(f"options.units: want a whole number of 1 or more, got {units!r}")
    rules, changes = _shipped(name, units), dict[str, Any]()
    if (level := options.get("reimburse_at")) is not None:
        changes["reimburse_at_cents"] = want_cents(level, "options.reimburse_at")
    if (folded := options.get("folded_qualify")) is not None:
        changes["folded_hand_may_win"] = want_flag(folded, "options.folded_qualify")
    return dataclasses.replace(rules, **changes) if changes else rules


class _Start:
    """The first day's balances, or the ones given. What only counts up is carried beside the pool."""

    def __init__(self, rules: Progressive, given: dict[str, Any]) -> None:
        self._has_reserve = rules.split_ppm.reserve > 0
        first_day = _FIRST_DAY[self._has_reserve] | {"meter": rules.seed_cents}
        first_day["seed_outstanding" if self._has_reserve else "house_seed"] = rules.seed_cents
        want_keys(given, [], first_day)
        for name, value in given.items():
            if name != "house_net":  # The house's cash may well be below zero.
                want_cents(value, f"start.{name}")
            elif type(value) is not int:
                raise BadInput(f"start.house_net: want whole cents, got {value!r}")
        self._balances: Balances = first_day | given

    def opening(self) -> dict[str, int]:
        owed = self._balances.get("seed_outstanding", self._balances["meter"])
        return {
            "meter_cents": self._balances["meter"],
            "reserve_cents": self._balances.get("reserve", 0),
            "seed_outstanding_cents": owed,
        }

    def balances(self, state: PoolState) -> Balances:
        counted = _california(state) if self._has_reserve else _washington(state)
        return {name: counted[name] + self._carried(name) for name in self._balances}

    def _carried(self, name: str) -> int:
        return 0 if name in ("meter", "reserve", "seed_outstanding") else self._balances[name]


_PAID = dict.fromkeys(("meter", "coin_in", "paid_meter", "paid_fixed", "paid_envy"), 0)
_FIRST_DAY: Mapping[bool, Balances] = {
    True: _PAID
    | dict.fromkeys(("reserve", "admin", "house_advance", "seed_outstanding", "reseeded"), 0),
    False: _PAID | dict.fromkeys(("house_seed", "house_net"), 0),
}


def _both(state: PoolState) -> Balances:
    return {
        "meter": state.meter_cents,
        "coin_in": state.fees_in_cents,
        "paid_meter": state.paid_meter_cents,
        "paid_fixed": state.paid_fixed_cents,
        "paid_envy": state.envy_cents,
    }


def _california(state: PoolState) -> Balances:
    return _both(state) | {
        "reserve": state.cents(Account.RESERVE),
        "admin": state.cents(Account.HOUSE_FEE),
        "house_advance": state.house_advance_cents,
        "seed_outstanding": state.seed_outstanding_cents,
        "reseeded": state.reseeded_cents,
    }


def _washington(state: PoolState) -> Balances:
    cash = state.fees_in_cents - state.cents(Account.PRIZES)
    return _both(state) | {"house_seed": state.house_seed_cents, "house_net": cash}


def _answer(pool: Pool, start: _Start, number: int, one: Round) -> dict[str, Any]:
    play, pays = str(number), dict[str, dict[str, int]]()
    _apply(pool, pool.contribute(play, one.seats, npn=one.npn))
    if one.claims:
        award = pool.award(play, one.claims)
        _apply(pool, award)
        pays = _pays(award.facts)
    _apply(pool, pool.end_of_round(play))
    return {"pays": pays, "balances": start.balances(pool.state)}


def _pays(facts: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    prizes = {str(win["seat"]): win["prize_cents"] for win in facts["wins"]}
    envy = facts["envy"]
    return {
        seat: {"prize": prizes.get(seat, 0), "envy": envy.get(seat, 0)}
        for seat in sorted(prizes.keys() | envy.keys())
    }


def _apply(pool: Pool, decision: Decision) -> None:
    pool.apply(decision.record(decision.facts["pool"], 0))
