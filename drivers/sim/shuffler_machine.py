"""A simulated shuffler without its cable: two decks, stacks of three, a host that permits, and faults on request.

Speaks bytes, knows no port and takes the time from its caller. What it does wrong, it was told to do wrong.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.errors import BadInput
from controller.game.cards import DECK, parse_cards
from drivers.shuffler_frames import Frame, Parser, frame
from drivers.sim.shuffler_mouth import RESEND_S, Mouth

DEALER = 0
MOST_STACKS = 17
"""A deck has no more stacks of three."""


@dataclass(frozen=True, slots=True)
class Model:
    identity: str = "SIM-1"
    firmware: str = "6f1c2a90"
    recognises: bool = False
    knows_seats: bool = False
    colours: tuple[str, str] = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Pace:
    """In seconds; tests use shorter ones."""

    beat_s: float = 1.0
    host_silence_s: float = 5.0
    resend_s: float = RESEND_S
    stack_s: float = 0.0
    """From one stack to the next."""


class Machine:
    def __init__(
        self, model: Model, now: float, seed: int = 0, pace: Pace | None = None, boots: int = 1
    ) -> None:
        self.model = model
        self.pace = pace or Pace()
        self.boots = boots
        self.boot = f"{model.identity}.{boots}"
        self._chance = random.Random(seed + boots)
        self.mouth = Mouth(random.Random(seed), self.pace.resend_s)
        self._ears = Parser()
        self.permitted = False
        self._host_at = self._beat_at = self._step_at = now
        self._faults: list[str] = []
        self._deck: list[str] = []
        self.laid: dict[int, tuple[str, ...]] = {}
        """By seat, the cards of the last deal as they lie on the table; the dealer is seat 0."""
        self._colour = ""
        self._seats: list[int] = []
        self._stack = 0
        self._given: dict[int, tuple[str, ...]] = {}
        self._odd_stack: int | None = None
        self._missing = self._swallow = self._same_deck = False
        self._load(now)

    @property
    def dealing(self) -> bool:
        return bool(self._seats)

    @property
    def armed(self) -> tuple[str, ...]:
        """What it was told to do wrong and has not done yet, by the command's name."""
        told = {
            "misdeal": self._odd_stack is not None,
            "missing": self._missing,
            "swallow": self._swallow,
            "same-deck": self._same_deck,
        }
        return tuple(name for name, waits in told.items() if waits)

    @property
    def colour(self) -> str:
        return self._colour

    @property
    def faults(self) -> tuple[str, ...]:
        return tuple(self._faults)

    def deal(
        self, seats: Sequence[int], now: float, hands: Mapping[int, str] | None = None
    ) -> None:
        """Asks for a stack for each seat and the dealer; they come when the host permits."""
        if self._seats:
            raise BadInput("a deal is under way; wait for it, or clear the fault that holds it")
        if not 1 <= len(seats) < MOST_STACKS:
            raise BadInput(f"want 1 to {MOST_STACKS - 1} players, got {len(seats)}")
        self._given = _given(hands or {}, {*seats, DEALER})
        given = {name for cards in self._given.values() for name in cards}
        self._deck = [name for name in self._deck if name not in given]
        self._seats, self._stack, self._step_at = [*seats, DEALER], 0, now
        self.laid = {}
        self.tick(now)

    def jam(self, now: float, code: str = "jam") -> None:
        self._faults.append(code)
        self.mouth.fact("FAULT", now, code=code)

    def clear(self, now: float) -> None:
        for code in self._faults:
            self.mouth.fact("CLEAR", now, code=code)
        self._faults.clear()
        self.tick(now)

    def misdeal(self, cards: int) -> None:
        """The next stack has so many cards."""
        self._odd_stack = cards

    def miss_a_card(self) -> None:
        """The next deck that is loaded has one card less."""
        self._missing = True

    def swallow_a_card(self) -> None:
        """One card stays in the machine when the rest is unloaded."""
        self._swallow = True

    def load_same_deck(self) -> None:
        self._same_deck = True

    def flood(self, facts: int, now: float) -> None:
        """A sensor that chatters: far more facts than the protocol allows in flight."""
        for count in range(facts):
            self.mouth.fact("CLEAR" if count % 2 else "FAULT", now, code="lid_sensor")

    def receive(self, chunk: bytes, now: float) -> None:
        for heard in self._ears.feed(chunk):
            if not self.mouth.mute:
                self._host_at = now
                self._obey(heard, now)
        self.tick(now)

    def tick(self, now: float) -> None:
        if now - self._host_at >= self.pace.host_silence_s:
            self.permitted = False
        while self._may_step(now):
            self._step(now)
        self.mouth.tick(now)
        if now - self._beat_at >= self.pace.beat_s:
            self._state(now)

    def due_s(self, now: float) -> float:
        due = [self._beat_at + self.pace.beat_s - now, self.mouth.due_s(now)]
        if self._seats and self._step_at > now:
            due.append(self._step_at - now)
        return max(0.0, min(due))

    def take_output(self) -> bytes:
        sent = bytes(self.mouth.out)
        self.mouth.out.clear()
        return sent

    def _obey(self, heard: Frame, now: float) -> None:
        if heard.kind == "HELLO":
            self.mouth.greeted = True
            self._introduce()
            self.mouth.repeat(now)
            self._state(now)
        elif heard.kind == "STATUS":
            self.mouth.repeat(now)
            self._state(now)
        elif heard.kind == "ACK" and heard.text("boot") == self.boot:
            self.mouth.acknowledged(heard.number("n") or 0)
        elif heard.kind in {"PERMIT", "HOLD"}:
            self.permitted = heard.kind == "PERMIT"

    def _introduce(self) -> None:
        self.mouth.say(
            frame(
                "IAM",
                version=1,
                id=self.model.identity,
                firmware=self.model.firmware,
                recognises="yes" if self.model.recognises else "no",
                boot=self.boot,
                first=self.mouth.first,
                next=self.mouth.next,
            )
        )

    def _state(self, now: float) -> None:
        self._beat_at = now
        state = "fault" if self._faults else "dealing" if self._seats else "ready"
        self.mouth.say(
            frame(
                "STATE",
                state=state,
                dealing="permit" if self.permitted else "hold",
                boot=self.boot,
                first=self.mouth.first,
                next=self.mouth.next,
            )
        )

    def _may_step(self, now: float) -> bool:
        waits = self._faults or self.mouth.full or not self.permitted
        return bool(self._seats) and not waits and now >= self._step_at

    def _step(self, now: float) -> None:
        """One stack; after the last one also what is left, and the other deck."""
        self._step_at = now + self.pace.stack_s
        self._stack += 1
        seat = self._seats.pop(0)
        wanted = 3 if self._odd_stack is None else self._odd_stack
        self._odd_stack = None
        self._deck += reversed(self._given.pop(seat, ()))  # On top, so that they come next.
        cards = [self._deck.pop() for _ in range(wanted)]
        self.laid = {**self.laid, seat: tuple(cards)}
        self.mouth.fact("STACK", now, number=self._stack, cards=len(cards))
        if self.model.recognises and cards:
            where = {"seat": seat} if self.model.knows_seats else {}
            self.mouth.fact("HAND", now, stack=self._stack, **where, cards="".join(cards))
        if not self._seats:
            self.mouth.fact("REST", now, cards=len(self._deck) - self._swallow)
            self._swallow = False
            self._load(now)

    def _load(self, now: float) -> None:
        first, second = self.model.colours
        other = second if self._colour == first else first
        self._colour = self._colour if self._same_deck else other
        self._deck = list(map(str, DECK))
        self._chance.shuffle(self._deck)
        if self._missing:
            self._deck.pop()
        self._missing = self._same_deck = False
        self.mouth.fact("DECK", now, colour=self._colour, cards=len(self._deck))


def _given(hands: Mapping[int, str], seats: set[int]) -> dict[int, tuple[str, ...]]:
    """Cards that a story needs, checked: each once, three to a hand, for a seat that is dealt to."""
    if not hands.keys() <= seats:
        raise BadInput(f"cards for seats {sorted(hands.keys() - seats)}, which are not dealt to")
    split = {
        seat: tuple(cards[at : at + 2] for at in range(0, len(cards), 2))
        for seat, cards in hands.items()
    }
    parse_cards([name for cards in split.values() for name in cards], 3 * len(split))
    return split
