"""The table in the virtual machine, with the handles of tests/real_table: the same stories play on both."""

import time
from typing import Any

from controller import messages
from hil.vm.machine import Answer, VirtualMachine
from tests.real_table import QUIET
from tests.subscriber import Subscriber

READY_S = 90
PUCKLIGHT = "/opt/pucklight/current/bin/pucklight"


class VmTable:
    def __init__(self, machine: VirtualMachine, heard: Subscriber) -> None:
        self.machine, self.heard = machine, heard
        # A thawed machine believes that it is still the moment in which it was frozen.
        self.want(f"date -s @{int(time.time())}")

    def start(self) -> None:
        self.machine.boot()
        self.want("systemctl start mosquitto pucklight", READY_S)

    def kill(self) -> None:
        self.machine.cut()

    def stop(self) -> int:
        self.want("systemctl stop pucklight", READY_S)
        code = int(self.shown("ExecMainStatus"))
        self.machine.cut()
        return code

    def order(self, line: str) -> str:
        return self.machine.order(line)

    def swipe(self, badge: str) -> None:
        raise AssertionError(f"no badge reader is fitted to the machine, so none reads {badge}")

    def shuffle(self, line: str) -> None:
        raise AssertionError(f"no shuffler is fitted to the machine, so none takes: {line}")

    def run(self, command: str, wait_s: int = 30) -> Answer:
        return self.machine.run(command, wait_s)

    def want(self, command: str, wait_s: int = 30) -> str:
        answer = self.run(command, wait_s)
        assert answer.code == 0, f"{command}: {answer.output}"
        return answer.output

    def shown(self, property_: str) -> str:
        """Of the unit, by systemd's account."""
        return self.want(f"systemctl show pucklight -P {property_}").strip()

    def journal_proves(self) -> str:
        return self.want(
            f"{PUCKLIGHT} journal verify --journal /var/lib/pucklight/journal.db", READY_S
        )

    def send(self, topic: str, payload: bytes) -> None:
        self.heard.client.publish(f"{messages.Place('club', 't7').prefix}{topic}", payload, qos=1)

    def rows(self) -> list[dict[str, Any]]:
        seen = {body["seq"]: body for body in self.heard.bodies("event")}
        return [seen[seq] for seq in sorted(seen)]

    def wait_row(self, after: int, wait_s: float = 30) -> dict[str, Any]:
        self.heard.wait(lambda _: bool(self._told(after)), wait_s)
        return self._told(after)[0]

    def _told(self, after: int) -> list[dict[str, Any]]:
        return [row for row in self.rows() if row["seq"] > after and row["type"] not in QUIET]

    def boots(self) -> set[str]:
        said = self.heard.bodies("status")
        return {status["boot"] for status in said if status["state"] != "offline"}

    def status(self) -> dict[str, Any]:
        said = self.heard.bodies("status")
        return said[-1] if said else {}

    def raised(self, code: str) -> bool:
        said = self.heard.messages(f"alert/{code}")
        return bool(said) and bool(said[-1].payload)
