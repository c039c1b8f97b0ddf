"""Plays a story: one line, one thing that somebody does or sees. A story sees only what a stranger can see.

set    table.progressive wa-paytable-1      before the table starts
chip   2 on                                 lamp   2 seen
press  coin-in                              expect coin_in seats=2,5 meter=1000.30
key    jph                                  refused claim_pending
swipe  12345678                             meter  1000.30 live
order  block_seat seat=3                    order-refused no_change
power-cut                                   stop
"""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from controller import messages
from controller.errors import DeviceError
from controller.money import parse_dollars


class Said(Protocol):
    @property
    def payload(self) -> bytes: ...
    @property
    def body(self) -> dict[str, Any]: ...


class Listening(Protocol):
    """What a stranger has heard."""

    def messages(self, topic: str) -> Sequence[Said]: ...
    def bodies(self, topic: str) -> list[dict[str, Any]]: ...
    def wait(self, wanted: Callable[[Any], bool], wait_s: float = ...) -> None: ...
    def wait_for(self, topic: str, count: int = ...) -> Sequence[Said]: ...


class Played(Protocol):
    """A table with a journal of its own: a test's, or a bench's."""

    @property
    def heard(self) -> Listening: ...
    def order(self, line: str) -> str: ...
    def swipe(self, badge: str) -> None: ...
    def shuffle(self, line: str) -> None: ...
    def send(self, topic: str, payload: bytes) -> None: ...
    def kill(self) -> None: ...
    def stop(self) -> int: ...
    def start(self) -> None: ...
    def wait_row(self, after: int) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Line:
    number: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"line {self.number}: {' '.join(self.words)}"


def read(path: Path) -> list[Line]:
    texts = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    lines = [Line(number, tuple(shlex.split(text, comments=True))) for number, text in texts]
    return [line for line in lines if line.words]


def settings(lines: list[Line], folder: Path) -> dict[str, Any]:
    """What the `set` lines say, section by section. A file they name lies in `folder`, beside the story."""
    sections: dict[str, Any] = {}
    for line in lines:
        if line.words[0] == "set":
            section, key = line.words[1].split(".")
            sections.setdefault(section, {})[key] = _value(line.words[2], folder)
        elif line.words[0] == "card":
            badge, name, level = line.words[1:]
            sections.setdefault("cards", []).append({"badge": badge, "name": name, "level": level})
        elif line.words[0] == "shuffler":
            sections["shuffler"] = {}
    return sections


def _value(word: str, folder: Path) -> object:
    return str(folder.resolve() / word) if word.endswith(".toml") else _plain(word)


def _plain(word: str) -> object:
    if word in {"true", "false"}:
        return word == "true"
    return int(word) if word.lstrip("-").isdigit() else word


class Story:
    def __init__(self, table: Played) -> None:
        self._table = table
        self._row = 0
        self._refusals = 0
        self._commands = 0
        table.heard.wait(lambda _: bool(self._boots()))

    def play(self, lines: list[Line]) -> None:
        for line in lines:
            verb, *words = line.words
            try:
                getattr(self, f"_do_{verb.replace('-', '_')}")(*words)
            except (AssertionError, DeviceError) as error:
                raise AssertionError(f"{line}: {error}") from error
        self._nothing_more()

    def _do_set(self, *_words: str) -> None:
        """Read before the table started."""

    _do_card = _do_set

    def _do_chip(self, *words: str) -> None:
        self._table.order(f"chip {' '.join(words)}")

    def _do_press(self, key: str) -> None:
        self._table.order(f"press {key}")

    def _do_service(self, on: str) -> None:
        self._table.order(f"service {on}")

    def _do_key(self, position: str) -> None:
        self._table.order(f"key {position}")
        self._table.heard.wait(lambda heard: last(heard, "round").get("key") == position)

    def _do_swipe(self, badge: str) -> None:
        self._table.swipe(badge)

    def _do_shuffler(self, *words: str) -> None:
        self._table.shuffle(" ".join(words))

    def _do_dealt(self) -> None:
        self._table.heard.wait(lambda heard: last(heard, "round").get("unloaded") is not None)

    def _do_lamp(self, seat: str, pattern: str) -> None:
        self._table.order(f"wait-lamp {seat} {pattern}")

    def _do_expect(self, type_: str, *facts: str) -> None:
        row = self._table.wait_row(self._row)
        assert row["type"] == type_, f"got {row['type']} {row['facts']}"
        self._row = row["seq"]
        for fact in facts:
            name, wanted = fact.split("=")
            found = _fact(row, name)
            assert found == wanted, f"{name} is {found} in {row['facts']}"

    def _do_refused(self, code: str) -> None:
        self._refusals += 1
        said = self._table.heard.wait_for("refusal", self._refusals)[self._refusals - 1].body
        assert said["code"] == code, f"got {said}"
        assert said["text"]

    def _do_meter(self, dollars: str, state: str) -> None:
        wanted = {"cents": parse_dollars(dollars), "state": state}
        self._table.heard.wait(lambda heard: wanted.items() <= last(heard, "meter").items())

    def _do_status(self, state: str) -> None:
        self._table.heard.wait(lambda heard: last(heard, "status").get("state") == state)

    def _do_alert(self, code: str, state: str = "on") -> None:
        def standing() -> bool:
            said = self._table.heard.messages(f"alert/{code}")
            return bool(said) and bool(said[-1].payload)

        self._table.heard.wait(lambda _: standing() == (state == "on"))

    def _do_order(self, name: str, *args: str) -> None:
        reply = self._ordered(name, args)
        assert reply["ok"], reply

    def _do_order_refused(self, code: str, name: str, *args: str) -> None:
        reply = self._ordered(name, args)
        assert reply["code"] == code, reply

    def _ordered(self, name: str, args: tuple[str, ...]) -> dict[str, Any]:
        self._commands += 1
        given = dict(arg.split("=") for arg in args)
        expires = datetime.now(UTC) + timedelta(minutes=1)
        body = {
            "id": f"c{self._commands}",
            "name": name,
            "user": given.pop("user", "Ann"),
            "reason": "as the story tells",
            "expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "args": {key: _argument(value) for key, value in given.items()},
        }
        self._table.send("cmd", messages.encode(body))
        replies = self._table.heard.wait_for("reply", self._commands)
        return replies[self._commands - 1].body

    def _do_power_cut(self) -> None:
        self._table.kill()
        self._start_again()

    def _do_stop(self) -> None:
        assert self._table.stop() == 0
        self._start_again()

    def _start_again(self) -> None:
        """Refusals are not kept for later, so a story goes on when the table is heard again."""
        before = self._boots()
        self._table.start()
        self._table.heard.wait(lambda _: self._boots() > before)

    def _boots(self) -> set[str]:
        said = self._table.heard.bodies("status")
        return {status["boot"] for status in said if status["state"] != "offline"}

    def _nothing_more(self) -> None:
        """A last order, whose row must be the next: nothing else was written unseen."""
        self._do_order("out_of_service")
        self._do_expect("out_of_service", "code=ordered")
        assert len(self._table.heard.messages("refusal")) == self._refusals, "an unseen refusal"


def last(heard: Listening, topic: str) -> dict[str, Any]:
    said = heard.messages(topic)
    return said[-1].body if said else {}


def _argument(word: str) -> object:
    return None if word == "null" else _plain(word)


def _fact(row: dict[str, Any], name: str) -> str:
    """As a story writes it: dollars, seats with commas, hands with dashes."""
    facts = row["facts"]
    match name:
        case "seats":
            return ",".join(map(str, facts["seats"])) or "none"
        case "meter" | "returned" | "seed-repaid" | "house-advance" | "reseed":
            cents = facts[f"{name.replace('-', '_')}_cents"]
            return f"{cents // 100}.{cents % 100:02d}"
        case "wins":
            return ",".join(
                f"{win['seat']}:{win['hand'].replace('_', '-')}:{win['prize_cents'] / 100:.2f}"
                for win in facts["wins"]
            )
        case "from":
            return ",".join(win["from"] for win in facts["wins"])
        case "envy":
            return (
                ",".join(f"{seat}:{cents / 100:.2f}" for seat, cents in facts["envy"].items())
                or "none"
            )
        case _:
            return str(facts[name]).lower().replace("_", "-")
