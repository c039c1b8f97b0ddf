"""What the table tells the world besides its rows: status, round, meter, alerts, heartbeat. Derived from the state.

Retained documents are sent when they differ from what was sent last, and all of them again to a broker that may have
forgotten them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from controller import messages
from controller.deck_problems import CODES
from controller.levels import WARNINGS
from controller.messages import (
    Alert,
    DeviceSeen,
    Identity,
    MeterState,
    Service,
    ShownMeter,
    ShownRound,
    ShownWin,
    Topic,
)
from controller.orders import ORDERED
from controller.ports import Broker
from controller.refusal import Refused
from controller.round import State
from controller.table import DEVICES, Table

ALERTS = (*DEVICES, *WARNINGS, *CODES, ORDERED, "self_check")
"""Every code that an alert may have."""


class Notices:
    def __init__(self, broker: Broker, who: Identity, now: Callable[[], str]) -> None:
        self._broker, self._who, self._now = broker, who, now
        self._sent: dict[str, dict[str, Any]] = {}
        self._since: dict[str, str] = {}
        self._summary = "starting"

    @property
    def table_id(self) -> str:
        return self._who.table

    def forget(self) -> None:
        """The broker may be a new one, or the old one with its memory wiped, or with alerts that ended unheard."""
        self._sent.clear()
        self._since = {**dict.fromkeys(ALERTS, self._now()), **self._since}

    def publish(self, table: Table, seq: int) -> None:
        state, reason = _service(table)
        at = self._now()
        self._summary = f"{state}: {reason}" if reason else f"{state}, {table.standing.state}"
        self._retain(Topic.STATUS, messages.status(self._who, state, reason, seq, at))
        self._retain(Topic.ROUND, messages.round_(self.table_id, seq, at, shown_round(table)))
        self._retain(Topic.METER, messages.meter(self.table_id, seq, at, self._shown_meter(table)))
        self._alerts(table, at)

    def gone(self) -> None:
        """The last word, however the program ends: a goodbye keeps the broker from publishing the Last Will."""
        stopped = messages.status(
            self._who, Service.OFFLINE, "the table has stopped", None, self._now()
        )
        self._broker.publish(Topic.STATUS, stopped, retain=True, qos=1)

    def _retain(self, topic: str, document: dict[str, Any]) -> None:
        """A document that says nothing new but its row and time is not sent again."""
        lasting = {key: value for key, value in document.items() if key not in {"seq", "at"}}
        if self._sent.get(topic) != lasting:
            self._broker.publish(topic, document, retain=True, qos=1)
            self._sent[topic] = lasting

    def _alerts(self, table: Table, at: str) -> None:
        standing = {
            alert.code: alert for alert in alerts(table, lambda code: self._since.get(code, at))
        }
        assert standing.keys() <= set(ALERTS), standing.keys()
        for code, alert in standing.items():
            self._since.setdefault(code, at)
            self._retain(messages.alert_topic(code), messages.alert(self.table_id, alert))
        for code in self._since.keys() - standing.keys():
            del self._since[code]
            self._sent.pop(messages.alert_topic(code), None)
            self._broker.publish(messages.alert_topic(code), None, retain=True, qos=1)

    def _shown_meter(self, table: Table) -> ShownMeter:
        return shown_meter(table, self.table_id)

    def refusal(self, refused: Refused, key: str | None) -> None:
        document = messages.refusal(self.table_id, refused.code, refused.text, key, self._now())
        self._broker.publish(Topic.REFUSAL, document, retain=False, qos=0)

    def tested(self, seen: DeviceSeen, at_ms: int) -> None:
        document = messages.test(self.table_id, seen, at_ms)
        self._broker.publish(Topic.TEST, document, retain=False, qos=0)

    def reply(self, command_id: str | None, code: str, text: str, seq: int | None) -> None:
        document = messages.reply(self.table_id, command_id, code, text, seq, self._now())
        self._broker.publish(Topic.REPLY, document, retain=False, qos=1)

    def heartbeat(self, seq: int, pending: int, uptime_s: int) -> None:
        document = messages.heartbeat(self._who, seq, pending, uptime_s, self._now())
        self._broker.publish(Topic.HEARTBEAT, document, retain=False, qos=0)

    def summary(self) -> str:
        """One line for `systemctl status`."""
        return self._summary


def _service(table: Table) -> tuple[Service, str]:
    if table.standing.out:
        return Service.OUT_OF_SERVICE, "; ".join(table.standing.out.values())[:500]
    if table.standing.state is State.SERVICE:
        return Service.SERVICE, "service mode: tests move no money"
    return Service.IN_SERVICE, ""


def shown_round(table: Table) -> ShownRound:
    standing, deal = table.standing, table.deck.deal
    return ShownRound(
        standing.round,
        standing.state,
        standing.npn_round,
        standing.locked,
        standing.blocked,
        standing.claims,
        table.levels.key,
        len(deal.stacks) if deal else 0,
        deal.unloaded if deal else None,
    )


def shown_meter(table: Table, table_id: str) -> ShownMeter:
    """Frozen from J-pot until the meter is adjusted; the win stays beside the new amount until Game Over."""
    standing, pool = table.standing, table.pool.state
    base = pool.progressive.seed_cents
    if standing.win is None:
        return ShownMeter(pool.epoch, pool.meter_cents, base)
    wins = _shown_wins(standing.win, table_id)
    if standing.state is State.WON:
        frozen_epoch = standing.win["epoch"]
        return ShownMeter(frozen_epoch, standing.frozen_cents, base, MeterState.PENDING, wins)
    return ShownMeter(pool.epoch, pool.meter_cents, base, MeterState.WIN, wins)


def _shown_wins(recorded: Mapping[str, Any], table_id: str) -> list[ShownWin]:
    """The largest first. The envy of several hands is booked as one sum for each seat, so it stands with the first."""
    after = recorded["next_meter_cents"]
    envy = {int(seat): cents for seat, cents in recorded["envy"].items()}
    ordered = sorted(recorded["wins"], key=lambda win: win["prize_cents"], reverse=True)
    return [
        ShownWin(
            table_id, win["seat"], win["hand"], win["prize_cents"], after, {} if place else envy
        )
        for place, win in enumerate(ordered)
    ]


def alerts(table: Table, since: Callable[[str], str]) -> list[Alert]:
    found = [
        Alert(
            code, reason, "follow the text; clear it in service mode if it stays", since(code), True
        )
        for code, reason in table.standing.out.items()
    ]
    found += [
        Alert(problem.code, problem.sentence, "call the floor", since(problem.code), False)
        for problem in table.deck.problems()
    ]
    for code, text in table.levels.warnings.items():
        found.append(Alert(code, text, "check the device and its cable", since(code), False))
    return found
