"""What the card of one table or link should say, from the documents that came and when they came. Pure.

Time is what the caller's monotonic clock says: a wrong wall clock, here or at the sender, changes nothing. Knows no
broker and no page; does not know how an amount rolls, only which amount is true.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from controller.messages import Service
from meter.documents import Document, Heartbeat, Meter, Status, Win, Wins
from meter.source import Kind, Source

STALE_AFTER_S = 3
LOST_AFTER_S = 10
LAMP_TEST_S = 2
SELF_TEST_S = 4
"""Two seconds with every segment lit, then two with the version and whose display this is."""
TURN_S = 5
"""Each of several wins is shown for so long before the next."""


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
    source: Source
    state: State
    cents: int | None
    """The true amount; None where none may be shown."""
    era: str
    """The shown amount may go down only when this changes."""
    stale: bool = False
    """The amount may be old: the screen freezes and says so."""
    win: Win | None = None
    next_cents: int | None = None
    """With a win: what the others play for, or will."""
    note: str = ""
    """For staff: a reason, or who this display is."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The amount that was true, and who said it: all that a display knows after its program was restarted.

    No win: it may be over, and nobody has been heard who could say.
    """

    boot: str
    meter: Meter


@dataclass(frozen=True, slots=True)
class Turns:
    """Several wins share one card, each for TURN_S: which one comes first, and since when."""

    first: int
    since: float

    def shown(self, wins: Sequence[Win], now: float) -> Win:
        passed = int((now - self.since) // TURN_S)
        return wins[(self.first + passed) % len(wins)]


class Display:
    def __init__(self, source: Source, now: float, lost_after_s: float = LOST_AFTER_S) -> None:
        self.source = source
        self._meter: Meter | None = None
        self._wins: Wins | None = None
        self._is_recalled = False
        self._turns = Turns(0, now)
        self._boot = ""
        """Whose word the meter is: the sender's last known start."""
        self._lost_after_s = lost_after_s
        self._started = now
        self._heard: float | None = None
        self._watched: float | None = None
        self._status: Status | None = None
        self._status_came = now
        self._beats_behind = 0
        self._memories = 0
        """How often the sender's memory was replaced: epochs count from anew each time."""

    @property
    def kept(self) -> Kept | None:
        return Kept(self._boot, replace(self._meter, wins=())) if self._meter else None

    def recall(self, kept: Kept) -> None:
        """What was true before this program was restarted. It is stale until the sender is heard."""
        self._boot, self._meter, self._is_recalled = kept.boot, kept.meter, True

    def watched(self, now: float) -> None:
        """The first pair of eyes: only now does the self-test make sense."""
        if self._watched is None:
            self._watched = now

    def take(self, document: Document, now: float) -> bool:
        """True: everything was forgotten, so that the retained documents must be asked for again."""
        match document:
            case Meter():
                self._take_meter(document, now)
            case Wins():
                self._take_wins(document, now)
            case Status():
                self._take_status(document, now)
            case Heartbeat():
                return self._take_heartbeat(document, now)
            case _:
                assert_never(document)
        return False

    def _take_meter(self, new: Meter, now: float) -> None:
        old = self._meter
        if old is None or new.epoch > old.epoch:
            self._meter = new
        elif new.order > old.order or (self._is_recalled and new.order == old.order):
            # Less in the same epoch is the sender's mistake: keep the amount, take the rest.
            self._meter = replace(new, cents=max(old.cents, new.cents))
        else:
            return
        self._is_recalled = False
        if old is None or new.wins != old.wins:
            self._turns = Turns(0, now)

    def _take_wins(self, new: Wins, now: float) -> None:
        if self._wins is not None and new.seq <= self._wins.seq:
            return
        before = self._wins.wins if self._wins else ()
        if new.wins != before:
            # What has just happened is shown at once, however many others wait for their turn.
            fresh = [place for place, win in enumerate(new.wins) if win not in before]
            self._turns = Turns(fresh[-1] if fresh else 0, now)
        self._wins = new

    def _take_status(self, new: Status, now: float) -> None:
        if self._status is None or not new.is_older(self._status):
            self._status, self._status_came = new, now

    def _take_heartbeat(self, beat: Heartbeat, now: float) -> bool:
        self._heard = now
        behind = any(said and beat.seq < said.seq for said in (self._meter, self._wins))
        # Of one start, a single beat may have been overtaken by a document on its way here; two in a row were not.
        self._beats_behind = self._beats_behind + 1 if behind else 0
        replaced = behind and (beat.boot != self._boot or self._beats_behind > 1)
        self._boot = beat.boot
        if replaced:
            self._meter = self._wins = self._status = None
            self._memories += 1
            self._beats_behind = 0
        return replaced

    def view(self, now: float) -> View:
        state = self._state(now)
        shows_amount = state not in (State.SELF_TEST, State.LOST)
        meter = self._meter if shows_amount else None
        win = self._win(now) if state in (State.PENDING, State.CELEBRATE) else None
        return View(
            self.source,
            state,
            meter.cents if meter else None,
            f"{self._memories}.{self._meter.epoch if self._meter else ''}",
            shows_amount and self._is_stale(now),
            win,
            self._next_cents(win),
            self._note(state, now),
        )

    def _win(self, now: float) -> Win | None:
        told = self._wins if self.source.kind is Kind.LINK else self._meter
        return self._turns.shown(told.wins, now) if told and told.wins else None

    def _next_cents(self, win: Win | None) -> int | None:
        """A table's meter stands still for its win; a link's goes on, and that is what the others play for."""
        if self.source.kind is Kind.LINK and self._meter and win:
            return self._meter.cents
        return win.new_base_cents if win else None

    def _state(self, now: float) -> State:
        won = self._win(now)
        service = self._status.state if self._status else Service.IN_SERVICE
        if self._is_testing_itself(now) and not won:
            return State.SELF_TEST
        if self._meter is None or self._is_lost(now):
            return State.LOST
        if service is Service.SERVICE:
            return State.TEST
        if won:
            return State.PENDING if won.pending else State.CELEBRATE
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
        """The sender said goodbye, or the broker did for it, and nothing was heard since."""
        if self._status is None or self._status.state is not Service.OFFLINE:
            return False
        return self._heard is None or self._heard < self._status_came

    def _note(self, state: State, now: float) -> str:
        if state is State.SELF_TEST:
            lit = self._watched is None or now - self._watched < LAMP_TEST_S
            return "" if lit else self.source.label
        return self._status.reason if self._status else ""
