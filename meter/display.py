"""What the screen of one table should say, from the documents that came and when they came. Pure.

Time is what the caller's monotonic clock says: a wrong wall clock, here or at the table, changes nothing. Knows no
broker and no page; does not know how an amount rolls, only which amount is true.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from controller.messages import MeterState, Service
from meter.documents import Document, Heartbeat, Meter, Status, Win

STALE_AFTER_S = 3
LOST_AFTER_S = 10
LAMP_TEST_S = 2
SELF_TEST_S = 4
"""Two seconds with every segment lit, then two with the version and the table's name."""


class State(StrEnum):
    SELF_TEST = "self-test"
    LIVE = "live"
    STALE = "stale"
    LOST = "lost"
    PENDING = "pending"
    CELEBRATE = "celebrate"
    CLOSED = "closed"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class View:
    table: str
    state: State
    cents: int | None
    """The true amount; None where none may be shown."""
    era: str
    """The shown amount may go down only when this changes."""
    stale: bool = False
    """The amount may be old: the screen freezes and says so."""
    win: Win | None = None
    note: str = ""
    """For staff: a reason, or who this display is."""


class Display:
    def __init__(self, table: str, now: float, lost_after_s: float = LOST_AFTER_S) -> None:
        self.table = table
        self.meter: Meter | None = None
        self.boot = ""
        """Whose word the meter is: the table's last known start."""
        self._lost_after_s = lost_after_s
        self._started = now
        self._heard: float | None = None
        self._watched: float | None = None
        self._status: Status | None = None
        self._status_came = now
        self._beats_behind = 0
        self._memories = 0
        """How often the table's memory was replaced: epochs count from anew each time."""

    def recall(self, meter: Meter, boot: str) -> None:
        """What was true before this program was restarted. It is stale until the table is heard."""
        self.meter, self.boot = meter, boot

    def watched(self, now: float) -> None:
        """The first pair of eyes: only now does the self-test make sense."""
        if self._watched is None:
            self._watched = now

    def take(self, document: Document, now: float) -> bool:
        """True: everything was forgotten, so that the retained documents must be asked for again."""
        match document:
            case Meter():
                self._take_meter(document)
            case Status():
                self._take_status(document, now)
            case Heartbeat():
                return self._take_heartbeat(document, now)
            case _:
                assert_never(document)
        return False

    def _take_meter(self, new: Meter) -> None:
        old = self.meter
        if old is None or new.epoch > old.epoch:
            self.meter = new
        elif new.order > old.order:
            # Less in the same epoch is the sender's mistake: keep the amount, take the rest.
            cents = max(old.cents, new.cents)
            self.meter = Meter(new.seq, new.epoch, cents, new.state, new.win)

    def _take_status(self, new: Status, now: float) -> None:
        if self._status is None or not new.is_older(self._status):
            self._status, self._status_came = new, now

    def _take_heartbeat(self, beat: Heartbeat, now: float) -> bool:
        self._heard = now
        behind = self.meter is not None and beat.seq < self.meter.seq
        # Of one start, a single beat may have been overtaken by the meter on its way here; two in a row were not.
        self._beats_behind = self._beats_behind + 1 if behind else 0
        replaced = behind and (beat.boot != self.boot or self._beats_behind > 1)
        self.boot = beat.boot
        if replaced:
            self.meter = self._status = None
            self._memories += 1
            self._beats_behind = 0
        return replaced

    def view(self, now: float) -> View:
        state = self._state(now)
        shows_amount = state not in (State.SELF_TEST, State.LOST)
        meter = self.meter if shows_amount else None
        return View(
            self.table,
            state,
            meter.cents if meter else None,
            f"{self._memories}.{self.meter.epoch if self.meter else ''}",
            shows_amount and self._is_stale(now),
            meter.win if meter and state in (State.PENDING, State.CELEBRATE) else None,
            self._note(state, now),
        )

    def _state(self, now: float) -> State:
        won = self.meter.win if self.meter else None
        service = self._status.state if self._status else Service.IN_SERVICE
        if self._is_testing_itself(now) and not won:
            return State.SELF_TEST
        if self.meter is None or self._is_lost(now):
            return State.LOST
        if service is Service.SERVICE:
            return State.TEST
        if won:
            return State.PENDING if self.meter.state is MeterState.PENDING else State.CELEBRATE
        if service is Service.OUT_OF_SERVICE:
            return State.CLOSED
        return State.STALE if self._is_stale(now) else State.LIVE

    def _is_testing_itself(self, now: float) -> bool:
        return self._watched is None or now - self._watched < SELF_TEST_S

    def _is_stale(self, now: float) -> bool:
        return self._heard is None or self._is_offline() or now - self._heard >= STALE_AFTER_S

    def _is_lost(self, now: float) -> bool:
        silent_s = now - (self._started if self._heard is None else self._heard)
        return silent_s > (STALE_AFTER_S if self._is_offline() else self._lost_after_s)

    def _is_offline(self) -> bool:
        """The table said goodbye, or the broker did for it, and nothing was heard since."""
        if self._status is None or self._status.state is not Service.OFFLINE:
            return False
        return self._heard is None or self._heard < self._status_came

    def _note(self, state: State, now: float) -> str:
        if state is State.SELF_TEST:
            lit = self._watched is None or now - self._watched < LAMP_TEST_S
            return "" if lit else f"Table {self.table.upper()}"
        return self._status.reason if self._status else ""
