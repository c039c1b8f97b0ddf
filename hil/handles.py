"""What a phase holds in its hands: pucks, keys, the floor's key, the shuffler. Says what, never how.

Each order knows how the table shows that it was carried out, so a person need not say so.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from controller.errors import DeviceError
from controller.messages import Topic
from drivers.mqtt_witness import Heard
from hil.bench import Bench, NotPossible
from hil.careful_bench import LeftService
from hil.heard import TableHeard

BY_HAND_S = 0.3
_RETAINED = (Topic.ROUND, Topic.METER)
SEEN_S = 3.0
"""A machine's edge is told within milliseconds; a lost one by the sweep of all lines, which comes every second."""


@dataclass(frozen=True)
class Reaction:
    """What the table told between an order and its expected answer."""

    told: list[Heard]
    expected: Heard | None
    after_ms: float | None
    """From the order to its echo; None where a person acted or nothing came."""

    def which(self, what: str) -> list[str]:
        return [heard.body["which"] for heard in self.told if heard.body["what"] == what]


class Hands:
    def __init__(self, bench: Bench, heard: TableHeard) -> None:
        self.bench, self.heard = bench, heard

    def act(self, order: str, wanted: Callable[[dict[str, object]], bool]) -> Reaction:
        """Gives the order and waits for its echo on the test topic."""
        since, start = self.heard.mark(), time.monotonic()

        def echo() -> Heard | None:
            return next((t for t in self.heard.tests(since) if wanted(t.body)), None)

        def any_echo() -> bool:
            # A person who did something else must not be left waiting: what came is judged by the phase.
            return bool(self.heard.tests(since))

        self.bench.do(order, any_echo)
        self.heard.until(lambda: echo() is not None, SEEN_S if self.bench.timed else BY_HAND_S)
        found = echo()
        if found is None and self.heard.state != "service":
            raise LeftService(f"the table left service mode by itself: {order} was not told")
        if found is None and not self.bench.timed and not self._meant(since):
            # A slip of the hand is not the table's fault: ask again, and let only the right thing count.
            since = self.heard.mark()
            self.bench.do(order, lambda: echo() is not None)
            found = echo()
            return Reaction([found] if found else [], found, None)
        timed = found is not None and self.bench.timed
        after_ms = round(1000 * (found.at_s - start), 1) if timed and found else None
        return Reaction(self.heard.tests(since), found, after_ms)

    def _meant(self, since: int) -> bool:
        seen = [_spoken(heard.body) for heard in self.heard.tests(since)]
        return self.bench.ask(f"The table saw: {', '.join(seen)}. Did you do just what was asked?")


def _spoken(body: dict[str, Any]) -> str:
    """`chip 4 on`, `press seat-2`."""
    words = [body["what"], body["which"]]
    if body["on"] is not None:
        words.append("on" if body["on"] else "off")
    return " ".join(words)


class Puck:
    def __init__(self, hands: Hands, seat: int) -> None:
        self._hands, self.seat = hands, seat

    def place(self) -> Reaction:
        return self._move("on")

    def lift(self) -> Reaction:
        return self._move("off")

    def _move(self, on: str) -> Reaction:
        wanted = {"what": "chip", "which": str(self.seat), "on": on == "on"}
        return self._hands.act(
            f"chip {self.seat} {on}", lambda body: wanted.items() <= body.items()
        )

    def shows(self, pattern: str) -> bool:
        """Whether the lamp shows this; eyes are asked where no machine sees it."""
        bench = self._hands.bench
        if bench.reads_lamps:
            return _carried_out(bench, f"lamp {self.seat} {pattern}")
        looks = {"seen": "flash", "off": "stay dark"}[pattern]
        return bench.ask(f"Does the lamp of SEAT {self.seat}, and only that one, {looks}?")


class Keypad:
    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def press(self, key: str) -> Reaction:
        return self._hands.act(
            f"press {key}", lambda body: body["what"] == "press" and body["which"] == key
        )

    def hold(self, *keys: str) -> None:
        for key in keys:
            self._hands.bench.do(f"hold {key}")

    def release(self, *keys: str) -> None:
        for key in keys:
            self._hands.bench.do(f"release {key}")


class SupervisorKey:
    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def turn(self, position: str) -> Reaction:
        return self._hands.act(
            f"key {position}", lambda body: body["what"] == "key" and body["which"] == position
        )


class Badge:
    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def swipe(self, badge: str) -> Reaction:
        return self._hands.act(f"swipe {badge}", lambda body: body["what"] == "badge")


class ShufflerCable:
    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    @property
    def down(self) -> bool:
        return self._hands.heard.alert("shuffler_down")

    def unplug(self) -> float | None:
        return self._until("shuffler unplug", down=True)

    def replug(self) -> float | None:
        return self._until("shuffler replug", down=False)

    def replace(self, name: str) -> float | None:
        """Another machine in its place: it must be greeted and taken."""
        reaction = self.order(f"replace {name}", "shuffler", name)
        return None if reaction.after_ms is None else reaction.after_ms / 1000

    def order(self, line: str, what: str, which: str) -> Reaction:
        """Something the machine does by itself, and the table tells."""
        wanted = {"what": what, "which": which}
        return self._hands.act(f"shuffler {line}", lambda body: wanted.items() <= body.items())

    def _until(self, order: str, *, down: bool) -> float | None:
        """Seconds until the alarm stands or has gone; None if it did not come."""
        hands, start = self._hands, time.monotonic()
        hands.bench.do(order, lambda: self.down == down)
        came = hands.heard.until(lambda: self.down == down, 20)
        return round(time.monotonic() - start, 1) if came else None


class Net:
    """The table's network cable."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def unplug(self) -> None:
        hands = self._hands
        hands.bench.do("net off", lambda: hands.heard.state == "offline")
        hands.heard.wait(lambda heard: heard.state == "offline", 30)

    def plug_in(self) -> None:
        hands = self._hands
        hands.bench.do("net on", lambda: hands.heard.state != "offline")
        hands.heard.wait(lambda heard: heard.state != "offline", 60)

    def toggle_service(self, times: int) -> None:
        """Rows that move no money, written while nobody can hear them."""
        bench = self._hands.bench
        if not bench.timed:
            asked = (
                f"Turn the SERVICE contact off and on again, {times} times, two seconds each. Done?"
            )
            if not bench.ask(asked):
                raise NotPossible("the service contact was not turned during the outage")
            return
        for _ in range(times):
            bench.do("service off")
            time.sleep(0.2)  # The contact's own debounce, with room: nobody can hear the table now.
            bench.do("service on")
            time.sleep(0.2)


class Power:
    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def write_rows(self) -> None:
        """Rows that move no money, told a moment before the plug is pulled: what was told must be there afterwards."""
        heard, bench = self._hands.heard, self._hands.bench
        bench.do("service off", lambda: heard.state == "betting")
        heard.wait(lambda heard: heard.state == "betting", 30)
        bench.do("service on", lambda: heard.state == "service")
        heard.wait(lambda heard: heard.rows()[-1]["type"] == "service_entered", 30)

    def cut_and_restore(self) -> float:
        """Seconds until the table has announced itself again."""
        heard, bench = self._hands.heard, self._hands.bench
        before = heard.last(Topic.STATUS).get("boot")
        told = [len(heard.messages(topic)) for topic in _RETAINED]
        bench.do("power cut")
        start = time.monotonic()
        bench.do("power on")

        def back() -> bool:
            status = heard.last(Topic.STATUS)
            again = [len(heard.messages(topic)) for topic in _RETAINED]
            new = status["boot"] != before and status["state"] != "offline"
            return new and all(now > then for now, then in zip(again, told, strict=True))

        heard.wait(lambda _: back(), 120)
        return round(time.monotonic() - start, 1)


def _carried_out(bench: Bench, order: str) -> bool:
    try:
        bench.do(order)
    except DeviceError:
        return False
    return True
