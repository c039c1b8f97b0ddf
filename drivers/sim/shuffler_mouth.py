"""How a simulated shuffler speaks: numbers its facts, keeps them until acknowledged, repeats them, and spoils them.

The faults here are those of a line and of a bad firmware. Decks and dealing are the machine's business.
"""

import random
from collections.abc import Callable, Mapping

from drivers.shuffler_frames import Frame, encode, frame

HELD_FACTS = 64
RESEND_S = 0.5


class Mouth:
    def __init__(self, noise: random.Random, resend_s: float = RESEND_S) -> None:
        self.out = bytearray()
        """To be put on the line by whoever has one."""
        self.mute = False
        self.greeted = False
        """Facts are held back until a host has said HELLO since switching on."""
        self.next = 1
        self._held: dict[int, Frame] = {}
        self._sent_at = 0.0
        self._resend_s = resend_s
        self._noise = noise
        self._spoil: list[str] = []

    @property
    def first(self) -> int:
        """The oldest fact still held, or the one that comes next."""
        return next(iter(self._held), self.next)

    @property
    def full(self) -> bool:
        """No room for what a last stack brings: itself, its cards, what is left, the next deck."""
        return len(self._held) > HELD_FACTS - 4

    def fact(self, kind: str, now: float, **fields: str | int) -> None:
        said = frame(kind, n=self.next, **fields)
        if not self._held:
            self._sent_at = now
        self._held[self.next] = said
        self.next += 1
        while len(self._held) > HELD_FACTS:
            del self._held[next(iter(self._held))]
        if self.greeted:
            self.say(said)

    def say(self, said: Frame) -> None:
        if not self.mute:
            spoiler = SPOILERS[self._spoil.pop(0)] if self._spoil else None
            self.out += spoiler(self._noise, encode(said)) if spoiler else encode(said)

    def acknowledged(self, number: int) -> None:
        for held in [n for n in self._held if n <= number]:
            del self._held[held]

    def repeat(self, now: float) -> None:
        """Everything not acknowledged, oldest first."""
        self._sent_at = now
        for said in list(self._held.values()):
            self.say(said)

    def tick(self, now: float) -> None:
        if self.greeted and self._held and now - self._sent_at >= self._resend_s:
            self.repeat(now)

    def due_s(self, now: float) -> float:
        waits = self.greeted and self._held
        return max(0.0, self._sent_at + self._resend_s - now) if waits else self._resend_s

    def spoil_next(self, how: str) -> None:
        """The next frame leaves the machine like this; see SPOILERS."""
        self._spoil.append(how)

    def noise(self, size: int) -> None:
        self.out += self._noise.randbytes(size)


def _cut(_: random.Random, sent: bytes) -> bytes:
    return sent[: len(sent) // 2]


def _wrong_crc(_: random.Random, sent: bytes) -> bytes:
    return sent[:-6] + b"%04X\r\n" % (int(sent[-6:-2], 16) ^ 0x0101)


def _twice(_: random.Random, sent: bytes) -> bytes:
    return sent + sent


def _flipped(noise: random.Random, sent: bytes) -> bytes:
    """One bit turned, anywhere but in the line end."""
    spoilt = bytearray(sent)
    spoilt[noise.randrange(len(sent) - 2)] ^= 1 << noise.randrange(8)
    return bytes(spoilt)


SPOILERS: Mapping[str, Callable[[random.Random, bytes], bytes]] = {
    "half": _cut,
    "wrong-crc": _wrong_crc,
    "duplicate": _twice,
    "bit": _flipped,
}
