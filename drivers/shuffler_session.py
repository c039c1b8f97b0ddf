"""The host's side of the shuffler's protocol: who is there, which facts are new, what to answer.

Knows frames, sequence numbers and patience. Knows no port and no thread, and takes the time from its caller.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from controller.events import DeckLoaded, Event, ShufflerDown, ShufflerFault, ShufflerUp
from controller.ports import Put
from drivers.allowance import Allowance
from drivers.shuffler_facts import FACTS_LOST, FLOOD, OWN_FAULTS, UNREADABLE, event_of
from drivers.shuffler_frames import Frame, frame

VERSION = 1
MOST_PEERS = 8
"""Machines whose place in their sequence is remembered, should one be plugged in again."""
MOST_FAULTS = 16
HOST_KINDS = frozenset({"HELLO", "PERMIT", "HOLD", "ACK", "STATUS"})
"""What we say ourselves. A line that echoes must not make a fact of our own acknowledgement."""
PASSING = (FACTS_LOST, UNREADABLE)
"""Faults of one count of cards: the next deck starts another."""


@dataclass(frozen=True, slots=True)
class Timing:
    """What docs/shuffler-protocol.md promises of the host, in seconds; tests use shorter ones."""

    greet_s: float = 1.0
    silence_s: float = 2.5
    ask_s: float = 0.5
    calm_s: float = 5.0
    """Without a flood for so long, it is over."""
    back_off_s: tuple[float, ...] = (0.25, 0.5, 1.0, 2.0)
    facts_per_s: float = 20.0
    facts_at_once: float = 100.0


@dataclass(frozen=True, slots=True)
class Peer:
    """One machine from switching on to switching off: its facts are numbered from 1 within that time."""

    identity: str
    boot: str


class Session:
    """Every event goes to `put`, every frame to `send`; `send` may raise OSError, and nothing is lost by it."""

    def __init__(
        self, put: Put, send: Callable[[Frame], None], now: float, timing: Timing | None = None
    ) -> None:
        self._put = put
        self._send = send
        self._timing = timing or Timing()
        self._allowance = Allowance(self._timing.facts_per_s, self._timing.facts_at_once, now)
        self.state = ""
        """What the machine last said of itself; for a person, not for the table."""
        self._dealing = False
        self._up: bool | None = None
        self._peer: Peer | None = None
        """Set while greeted: facts of anybody else are not taken."""
        self._former: Peer | None = None
        self._taken: dict[Peer, int] = {}
        self._faults: set[str] = set()
        self._heard_at = self._greeted_at = now
        self._asked_at = float("-inf")
        self._flooded_at: float | None = None
        self._owes_ack = self._owes_order = self._missing = False

    @property
    def greeted(self) -> bool:
        return self._peer is not None

    def opened(self, now: float) -> None:
        self._heard_at = now
        self._greet(now)

    def permit(self, dealing: bool) -> None:
        if dealing != self._dealing:
            self._dealing = dealing
            if self.greeted:
                self._order()

    def take(self, frames: Iterable[Frame], now: float) -> None:
        for taken in frames:
            self._take(taken, now)
        self._answer(now)

    def tick(self, now: float) -> bool:
        """Whether the line is still worth keeping open."""
        if self._flooded_at is not None and now - self._flooded_at >= self._timing.calm_s:
            self._flooded_at = None
            self._report(ShufflerFault(FLOOD, cleared=True))
        if not self.greeted and now - self._greeted_at >= self._timing.greet_s:
            self._greet(now)
        return now - self._heard_at < self._timing.silence_s

    def due_s(self, now: float) -> float:
        """Until `tick` has something to do."""
        due = [self._heard_at + self._timing.silence_s]
        if not self.greeted:
            due.append(self._greeted_at + self._timing.greet_s)
        if self._flooded_at is not None:
            due.append(self._flooded_at + self._timing.calm_s)
        return max(0.0, min(due) - now)

    def lost(self, reason: str) -> None:
        """The line is closed, or not worth keeping. Said once, however often opening it fails again."""
        self._peer = None
        if self._up is not False:
            self._up = False
            self._put(ShufflerDown(reason))

    def flooded(self, now: float) -> None:
        if self._flooded_at is None:
            self._report(ShufflerFault(FLOOD))
        self._flooded_at = now

    def _take(self, taken: Frame, now: float) -> None:
        number = taken.number("n")
        if taken.kind == "IAM":
            self._heard_at = now
            self._introduced(taken, now)
        elif taken.kind == "STATE":
            self._heard_at = now
            self._stated(taken, now)
        elif number and self._peer is not None and taken.kind not in HOST_KINDS:
            self._heard_at = now
            self._fact(self._peer, number, taken, now)

    def _introduced(self, said: Frame, now: float) -> None:
        peer = Peer(said.text("id"), said.text("boot"))
        first, following = said.number("first"), said.number("next")
        if said.number("version") != VERSION:
            self.lost(f"it speaks version {said.text('version') or 'none'}, want {VERSION}")
        elif not (peer.identity and peer.boot and first and following and said.text("firmware")):
            self.lost("its greeting lacks id, boot, firmware, first or next")
        elif peer == self._peer:
            self._owes_order = True
        elif self._allowance.take(2, now):
            self._welcome(peer, said, first)
            self._window(peer, first, following, now)
            self._missing = False  # What it still holds follows its greeting unasked.
        else:
            self.flooded(now)

    def _welcome(self, peer: Peer, said: Frame, first: int) -> None:
        if self._former not in (None, peer):
            self._changed(peer)
        self._peer = self._former = peer
        self._taken[peer] = self._taken.pop(peer, first - 1)  # The newest stands last.
        while len(self._taken) > MOST_PEERS:
            del self._taken[next(iter(self._taken))]
        self._up = True
        self._owes_order = True
        self._put(
            ShufflerUp(peer.identity, said.text("firmware"), said.text("recognises") == "yes")
        )

    def _changed(self, peer: Peer) -> None:
        """Another machine, or the same one switched on anew: the faults of before went with it."""
        same = self._former is not None and self._former.identity == peer.identity
        self.lost("it was switched on anew" if same else f"{peer.identity} was put in its place")
        for code in sorted(self._faults - {FLOOD}):
            self._report(ShufflerFault(code, cleared=True))

    def _stated(self, said: Frame, now: float) -> None:
        peer, first, following = self._peer, said.number("first"), said.number("next")
        if peer is None or not first or not following:
            return
        if said.text("boot") != peer.boot:
            self._peer = None
            self._greet(now)
            return
        self.state = said.text("state")
        self._owes_ack = True
        self._owes_order |= (said.text("dealing") == "permit") != self._dealing
        self._window(peer, first, following, now)

    def _window(self, peer: Peer, first: int, following: int, now: float) -> None:
        """The machine holds the facts from `first` up to, not including, `following`."""
        taken = self._taken[peer]
        if first > taken + 1 or following <= taken:
            # Dropped before we had them, or numbered from 1 again without a new boot: nobody can
            # say what they were, so the table is told that some are missing.
            if not self._allowance.take(1, now):
                self.flooded(now)
                return
            self._taken[peer] = taken = first - 1
            self._report(ShufflerFault(FACTS_LOST))
        self._missing = following > taken + 1

    def _fact(self, peer: Peer, number: int, fact: Frame, now: float) -> None:
        taken = self._taken[peer]
        if number > taken + 1:
            self._missing = True
        elif number <= taken:
            self._owes_ack = True  # Our acknowledgement was lost.
        elif not self._allowance.take(1, now):
            self.flooded(now)  # Not acknowledged: the machine sends it again when we can take it.
        else:
            self._taken[peer] = number
            self._owes_ack = True
            if (event := event_of(fact)) is not None:
                self._report(event)

    def _report(self, event: Event) -> None:
        if isinstance(event, DeckLoaded):
            for code in PASSING:
                if code in self._faults:
                    self._report(ShufflerFault(code, cleared=True))
        if isinstance(event, ShufflerFault):
            if event.cleared:
                self._faults.discard(event.code)
            elif len(self._faults) < MOST_FAULTS or event.code in OWN_FAULTS:
                self._faults.add(event.code)
        self._put(event)

    def _answer(self, now: float) -> None:
        peer, missing = self._peer, self._missing
        owes_ack, owes_order = self._owes_ack, self._owes_order
        self._owes_ack = self._owes_order = self._missing = False
        if peer is None:
            return
        if owes_ack:
            self._send(frame("ACK", boot=peer.boot, n=self._taken[peer]))
        if owes_order:
            self._order()
        if missing and self._flooded_at is None and now - self._asked_at >= self._timing.ask_s:
            self._asked_at = now
            self._send(frame("STATUS"))

    def _order(self) -> None:
        self._send(frame("PERMIT" if self._dealing else "HOLD"))

    def _greet(self, now: float) -> None:
        self._greeted_at = now
        self._send(frame("HELLO", version=VERSION))
