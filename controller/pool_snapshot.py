"""A pool's state as JSON and back, without loss: with it, boot need not read every row."""

import dataclasses
from typing import Any

from controller.ledger import Account, Transfer
from controller.pool_state import Play, PoolState
from controller.progressive import Progressive

_OWN_WAY = ("progressive", "queued", "balances", "plays")


def to_json(state: PoolState) -> dict[str, Any]:
    names = (field.name for field in dataclasses.fields(state) if field.name not in _OWN_WAY)
    return {
        **{name: _copied(getattr(state, name)) for name in names},
        "progressive": state.progressive.to_json(),
        "queued": state.queued.to_json() if state.queued else None,
        "balances": {account.value: amount for account, amount in state.balances.items()},
        "plays": {name: _play_to_json(play) for name, play in state.plays.items()},
    }


def from_json(data: dict[str, Any]) -> PoolState:
    queued = data["queued"]
    return PoolState(
        **{name: _copied(value) for name, value in data.items() if name not in _OWN_WAY},
        progressive=Progressive.from_json(data["progressive"]),
        queued=Progressive.from_json(queued) if queued else None,
        balances={Account(name): amount for name, amount in data["balances"].items()},
        plays={name: _play_from_json(play) for name, play in data["plays"].items()},
    )


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list) else value


def _play_to_json(play: Play) -> dict[str, Any]:
    return {
        "seats": list(play.seats),
        "npn": play.npn,
        "jackpot": play.jackpot,
        "fees": [[fee.debit.value, fee.credit.value, fee.microcents] for fee in play.fees],
        "paid": {str(seat): award for seat, award in play.paid.items()},
    }


def _play_from_json(data: dict[str, Any]) -> Play:
    fees = (
        Transfer(Account(debit), Account(credit), amount) for debit, credit, amount in data["fees"]
    )
    return Play(
        seats=list(data["seats"]),
        npn=data["npn"],
        jackpot=data["jackpot"],
        fees=tuple(fees),
        paid={int(seat): award for seat, award in data["paid"].items()},
    )
