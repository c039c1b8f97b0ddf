"""The table: takes facts, decides records, follows rows. One thread, no I/O: the daemon does the rest.

`note` takes in levels, `decide` and `due` change nothing, `apply` refuses nothing, and what the table wants of its
devices is asked anew every time, so a restart shows the same lamps.
"""

from collections.abc import Callable, Mapping
from typing import Any

from controller import events as e
from controller.commands import Command
from controller.deck import Deck
from controller.lamps import lamps
from controller.levels import Levels
from controller.orders import ORDERED, Orders
from controller.pool import Pool
from controller.pool_refusal import PoolRefusal
from controller.ports import Lamp
from controller.presses import Answer, Presses
from controller.record import Record, Row
from controller.refusal import Refused
from controller.round import Move, Round, State
from controller.standing import Standing
from controller.style import Style

REMEMBERED_COMMANDS = 32
TEXT_MOST = 500
NOBODY: Mapping[str, None] = {"by": None, "command": None}
"""In a row that the table decided by itself."""


class Table:
    def __init__(self, pool: Pool, style: Style) -> None:
        self.pool = pool
        self.style = style
        self.standing = Standing()
        self.levels = Levels()
        self.deck = Deck()
        self._round = Round()
        self._epoch_before = 0

    # What the devices say.

    def note(self, event: e.Event) -> None:
        """Levels only: nothing here is worth a row."""
        standing = self.standing
        self.levels.note(event)
        self.deck = self.deck.after(event, standing.state is not State.BETTING)
        if not isinstance(event, e.KeyPressed) or standing.state is not State.IN_PLAY:
            return
        if event.key.seat in standing.locked:
            self.levels.selected = event.key.seat

    def woke(self, chips: frozenset[int], key: e.KeyPosition, *, service: bool) -> None:
        """After a restart: the levels as they are now. A chip where the last fee was taken is not a new one yet."""
        self.levels.key, self.levels.service = key, service
        self.levels.chips = set(chips)
        self.levels.unlifted = {*self.standing.last_locked} & chips

    def was_refused(self, refused: Refused) -> None:
        """A missed win is said once; whoever presses again has heard it."""
        self.levels.warned = self.levels.warned or refused.code == "missed_win"

    # What is to be done.

    def decide(self, event: e.Event, chips: frozenset[int] = frozenset()) -> Answer:
        """At most one record. `chips` are the pucks' levels, read just now, and matter to Coin In alone."""
        presses = Presses(self.standing, self.levels, self.pool, self.deck, self.style)
        try:
            match event:
                case e.KeyPressed(key=e.Key.COIN_IN):
                    return presses.coin_in(chips)
                case e.KeyPressed(key=key):
                    return presses.pressed(key)
                case e.KeysClashed(keys=keys):
                    names = " and ".join(keys)
                    return Refused("two_keys", f"{names} were down at once; press one at a time")
                case e.BadgeSwiped(badge=badge):
                    return presses.swiped(badge)
                case _:
                    return None
        except PoolRefusal as refusal:
            return Refused(refusal.code, str(refusal))

    def order(self, command: Command, win: Record | None) -> Record | Refused:
        """A command of the Game Manager's. `win` is the row that it names, if it names one that is there."""
        try:
            return Orders(self.standing, self.pool).given(command, win)
        except PoolRefusal as refusal:
            return Refused(refusal.code, str(refusal))

    def due(self) -> Record | None:
        """What the levels ask for by themselves: asked after every event and after a restart, until nothing is."""
        standing, levels = self.standing, self.levels
        if not self.pool.state.opened:
            return self.pool.open().record("seeded", 0)
        if record := self._due_service(standing, levels):
            return record
        at_run, number = levels.key is e.KeyPosition.RUN, standing.round
        claims = standing.claims_as_facts()
        if standing.state is State.WON and (at_run or self.style.touch):
            shown = {"meter_cents": self.pool.state.meter_cents, "epoch": self.pool.state.epoch}
            return Record(Move.METER_ADJUSTED, number, shown)
        if self.style.touch:
            return None
        if standing.state is State.VERIFYING and at_run:
            return Record(Move.VERIFY_ENDED, number, {"claims": claims})
        if standing.state is State.IN_PLAY and claims and not at_run:
            return Record(Move.VERIFY_STARTED, number, {"claims": claims})
        return None

    def _due_service(self, standing: Standing, levels: Levels) -> Record | None:
        if standing.state is State.BETTING and levels.service:
            return Record(Move.SERVICE_ENTERED, standing.round)
        if standing.state is State.SERVICE and not levels.service:
            return Record(Move.SERVICE_LEFT, standing.round)
        for device, reason in levels.failed.items():
            if device not in standing.out:
                text = f"{device}: {reason}"[:TEXT_MOST]
                facts = {"code": device, "text": text, **NOBODY}
                return Record("out_of_service", standing.round, facts)
        for code in standing.out:
            # A fault ends with the fault, in any state: nobody must be stuck behind one that is mended. An order ends
            # by an order, or by the technician's service contact, in the middle of a round too: it must end.
            if code not in levels.failed and (code != ORDERED or levels.service):
                return Record("back_in_service", standing.round, {"code": code, **NOBODY})
        return None

    # What has happened.

    def apply(self, row: Row) -> None:
        record, standing = row.record, self.standing
        self._epoch_before = self.pool.state.epoch
        self.pool.apply(record)
        if record.type in Move.__members__.values():
            self._round.go(Move(record.type))
            standing.state = self._round.state
        if follow := _FOLLOW.get(record.type):
            follow(self, record)
        if command := record.facts.get("command"):
            standing.commands = [*standing.commands, command][-REMEMBERED_COMMANDS:]

    def _boot(self, record: Record) -> None:
        self.standing.born = record.facts["born"]

    def _coin_in(self, record: Record) -> None:
        standing, levels = self.standing, self.levels
        standing.round = record.round
        standing.locked = list(record.facts["seats"])
        standing.last_locked = list(standing.locked)
        standing.npn_round = record.facts["npn"]
        standing.claims, standing.won, standing.win = {}, False, None
        levels.unlifted |= {*standing.locked}
        levels.selected, levels.warned = None, False

    def _win_claimed(self, record: Record) -> None:
        self.standing.claims[record.facts["seat"]] = record.facts["hand"]

    def _claim_cleared(self, record: Record) -> None:
        self.standing.claims.pop(record.facts["seat"], None)

    def _j_pot(self, record: Record) -> None:
        facts, standing = record.facts, self.standing
        standing.claims, standing.won = {}, True
        standing.frozen_cents = facts["meter_before_cents"]
        standing.win = {
            "wins": list(facts["wins"]),
            "envy": dict(facts["envy"]),
            "next_meter_cents": facts["meter_cents"],
            "epoch": self._epoch_before,
        }
        self.levels.selected = None

    def _round_ended(self, record: Record) -> None:
        standing = self.standing
        standing.locked, standing.claims = [], {}
        standing.npn_round = standing.won = False
        standing.win = None
        self.levels.selected, self.levels.warned = None, False
        self.deck = self.deck.round_ended(voided=record.type == Move.ROUND_VOIDED)

    def _out_of_service(self, record: Record) -> None:
        self.standing.out[record.facts["code"]] = record.facts["text"]

    def _back_in_service(self, record: Record) -> None:
        self.standing.out.pop(record.facts["code"], None)

    def _seat_blocked(self, record: Record) -> None:
        self.standing.blocked = sorted({*self.standing.blocked, record.facts["seat"]})

    def _seat_unblocked(self, record: Record) -> None:
        self.standing.blocked.remove(record.facts["seat"])

    def _npn_set(self, record: Record) -> None:
        self.standing.npn = record.facts["on"]

    # What the devices should do.

    def lamps(self) -> dict[int, Lamp]:
        standing, levels = self.standing, self.levels
        return lamps(
            standing.state,
            chips=levels.chips,
            locked=standing.locked,
            blocked=standing.blocked,
            unlifted=levels.unlifted,
            dark=bool(standing.out),
        )

    def dealing(self) -> bool:
        """Whether the shuffler may deliver stacks: only between Coin In and Game Over."""
        return self.standing.state is State.IN_PLAY and not self.standing.out

    # Memory.

    def to_json(self) -> dict[str, Any]:
        return {"standing": self.standing.to_json(), "pool": self.pool.state_to_json()}

    def restore(self, data: Mapping[str, Any]) -> None:
        self.standing = Standing.from_json(data["standing"])
        self.pool = Pool.from_json(data["pool"])
        self._round = Round(self.standing.state)


DEVICES = frozenset({"pucks", "lamps", "keypad", "key", "badge", "driver", "journal"})
"""Without these the table cannot be played; `driver` is a driver's thread that died, mended by a restart."""

_FOLLOW: Mapping[str, Callable[[Table, Record], None]] = {
    Move.COIN_IN: Table._coin_in,
    Move.WIN_CLAIMED: Table._win_claimed,
    Move.CLAIM_CLEARED: Table._claim_cleared,
    Move.J_POT: Table._j_pot,
    Move.GAME_OVER: Table._round_ended,
    Move.ROUND_VOIDED: Table._round_ended,
    "boot": Table._boot,
    "out_of_service": Table._out_of_service,
    "back_in_service": Table._back_in_service,
    "seat_blocked": Table._seat_blocked,
    "seat_unblocked": Table._seat_unblocked,
    "npn_set": Table._npn_set,
}
