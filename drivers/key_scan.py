"""From "these keys are down" to presses, pure: frames of sixteen bits and times in, events out.

A press counts only for a key that went down alone, from an untouched keypad, and it counts once. Anything else is a
clash, and nothing counts until every key is up again. That rule also disposes of ghosts: a bare matrix shows a phantom
key only while three others are down. Knows no pin and no device; the matrix and the USB keypad share it.
"""

from controller.events import Event, Key, KeyPressed, KeysClashed, KeyStuck

KEYS = tuple(Key)
BIT = {key: 1 << index for index, key in enumerate(KEYS)}


def keys_of(frame: int) -> tuple[Key, ...]:
    return tuple(key for key in KEYS if frame & BIT[key])


class KeyScan:
    def __init__(self, settle_ns: int, stuck_ns: int) -> None:
        self._settle_ns = settle_ns
        self._stuck_ns = stuck_ns
        self._raw = 0
        self._raw_since_ns = 0
        self._flickered = 0
        """Keys that moved since the keypad last stood still."""
        self._restless_since_ns = 0
        self._settled = 0
        self._locked = True
        """Until the keypad has been seen untouched: nobody knows what a key was meant for that was down before."""
        self._down_since_ns: dict[Key, int] = {}
        self._stuck: set[Key] = set()

    def feed(self, frame: int, now_ns: int) -> list[Event]:
        """The keys down now. Call it at each change, and again no later than `due_ns`."""
        self._watch(frame, now_ns)
        calm = not self._flickered or now_ns - self._raw_since_ns >= self._settle_ns
        events = self._settle(now_ns) if calm else []
        events += self._newly_stuck(now_ns)
        if calm:
            self._flickered = 0
            self._locked = self._locked and self._settled != 0
            events += self._newly_free()
        return events

    @property
    def resting(self) -> bool:
        """No key is down and none is settling."""
        return not (self._raw or self._settled or self._flickered)

    @property
    def due_ns(self) -> int | None:
        """When to feed again even if nothing changes."""
        held = [since for key, since in self._down_since_ns.items() if key not in self._stuck]
        due = [since + self._stuck_ns for since in held]
        if self._flickered:
            due.append(self._raw_since_ns + self._settle_ns)
        return min(due, default=None)

    def _watch(self, frame: int, now_ns: int) -> None:
        if frame == self._raw:
            return
        if not self._flickered:
            self._restless_since_ns = now_ns
        self._flickered |= frame ^ self._raw
        self._raw = frame
        self._raw_since_ns = now_ns

    def _settle(self, now_ns: int) -> list[Event]:
        before, self._settled = self._settled, self._raw
        added = keys_of(self._raw & ~before)
        for key in keys_of(before & ~self._raw):
            del self._down_since_ns[key]
        self._down_since_ns.update(dict.fromkeys(added, now_ns))
        touched = keys_of(before | self._raw)
        was_locked, self._locked = self._locked, self._locked or bool(added)
        if added and len(touched) > 1:
            return [KeysClashed(touched)]
        if added and not was_locked:
            return [KeyPressed(added[0])]
        return []

    def _newly_stuck(self, now_ns: int) -> list[Event]:
        """Held for too long, or flickering for as long without ever standing still."""
        held = {
            key for key, since in self._down_since_ns.items() if now_ns - since >= self._stuck_ns
        }
        if self._flickered and now_ns - self._restless_since_ns >= self._stuck_ns:
            held |= set(keys_of(self._flickered))
        newly = sorted(held - self._stuck, key=KEYS.index)
        self._stuck.update(newly)
        return [KeyStuck(key, True) for key in newly]

    def _newly_free(self) -> list[Event]:
        newly = sorted(self._stuck - set(keys_of(self._settled)), key=KEYS.index)
        self._stuck.difference_update(newly)
        return [KeyStuck(key, False) for key in newly]
