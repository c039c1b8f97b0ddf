"""The table in the virtual machine: obeys the bench's orders, line by line, as `hil.sim_table` does without one.

Knows where things lie in the guest. Who gives the orders, and what should come of them, it does not know.
"""

import base64
import json
import shlex
import subprocess
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.errors import BadInput, DeviceError
from controller.messages import Place
from drivers.sim.shuffler import SimShuffler
from drivers.sim.shuffler_machine import Model
from hil.sim_table import BOARD_ORDERS, toml
from hil.story_table import STORY_ID
from hil.vm.guest.agent import RELAY_PORT
from hil.vm.machine import VirtualMachine

READY_S = 180
LAMP_S = 20
"""The guest is slow: a lamp's pattern is waited for longer than on a bench of metal."""
CLOCK_TRIES, CLOCK_S = 5, 0.1
STATE = "/var/lib/pucklight"
SETTINGS = "/etc/pucklight"
PUCKLIGHT = "/opt/pucklight/current/bin/pucklight"
IN_THE_IMAGE = tomllib.loads((Path(__file__).parent / "guest/table.toml").read_text())


class MachineTable:
    def __init__(self, machine: VirtualMachine, place: Place, sections: Mapping[str, Any]) -> None:
        self._machine = machine
        self._own_place, self._own_sections = place, dict(sections)
        self._own_world: list[str] = []
        self._telling = False
        self._lying = False
        self._line = machine.folder / "shuffler"
        self._shuffler = SimShuffler(self._line, Model(recognises=True, knows_seats=True))
        if "shuffler" in sections:
            machine.shuffler_line = self._line
        self._boot()
        # Before it has started, if it can be: the image's own table is not the one that is wanted.
        self._want(f"systemctl stop bench-journal pucklight && rm -f {STATE}/journal.db*", READY_S)
        self._set_up(place, sections, new=True)

    def obey(self, order: str) -> str:
        verb, _, rest = order.partition(" ")
        if verb in BOARD_ORDERS or verb in {"swipe", "net"}:
            return self._machine.order(order)
        match verb:
            case "lamp":
                return self._machine.order(f"wait-lamp {rest} {LAMP_S}")
            case "shuffler":
                self._shuffle(rest)
            case "power":
                self._power(rest)
            case "disk" if rest == "lies":
                self._lie()
            case "fresh":
                self._fresh(json.loads(rest))
            case "restore":
                self._restore()
            case _:
                raise BadInput(f'no such order "{order}" on this table')
        return "ok"

    def close(self) -> None:
        self._machine.close()
        self._shuffler.close()

    def _shuffle(self, line: str) -> None:
        """A cable is pulled at both ends: the guest's adapter goes, and the machine's line with it."""
        cable = line.split(maxsplit=1)[0] in {"unplug", "replug", "replace"}
        if cable and self._machine.shuffler_line:
            self._machine.unplug_shuffler()
        self._shuffler.do(line)
        if cable and line != "unplug":
            self._machine.plug_in_shuffler(self._line)

    def _power(self, how: str) -> None:
        if how == "on":
            self._boot()
            self._want("systemctl start mosquitto pucklight", READY_S)
            return
        if how == "stop":
            self._want("systemctl stop pucklight", READY_S)
        self._machine.cut()
        if self._lying:
            _copy(self._kept, self._machine.data)

    def _boot(self) -> None:
        """There is no time server in the guest: its clock is set here, and once more if that took long."""
        self._machine.boot()
        for _ in range(CLOCK_TRIES):
            now = time.time()
            self._machine.order(f"clock {now:.3f}")
            if time.time() - now < CLOCK_S:
                return

    def _lie(self) -> None:
        """From now on the disk says that it has written, and has not: a power cut shows it as it is at this moment."""
        self._want("sync")
        self._machine.qmp.do("stop")
        _copy(self._machine.data, self._kept)
        self._machine.qmp.do("cont")
        self._lying = True

    @property
    def _kept(self) -> Path:
        return self._machine.folder / "kept.raw"

    def _fresh(self, sections: dict[str, Any]) -> None:
        """Another table in the place of this one: its own settings, an empty journal."""
        self._want("systemctl stop pucklight", READY_S)
        if self._telling:
            self._want(f"rm -f {STATE}/journal.db*")
        else:
            self._own_world = self._machine.world()
            self._want(f"mkdir -p {STATE}/own && mv {STATE}/journal.db* {STATE}/own")
        self._telling = True
        self._clear_felt()
        self._set_up(Place(self._own_place.site, STORY_ID), sections, new=True)

    def _restore(self) -> None:
        self._want("systemctl stop pucklight", READY_S)
        self._want(f"rm -f {STATE}/journal.db* && mv {STATE}/own/* {STATE}")
        self._telling = False
        self._clear_felt()
        for order in self._own_world:
            self._machine.order(order)
        self._set_up(self._own_place, self._own_sections, new=False)

    def _clear_felt(self) -> None:
        for order in self._machine.world():
            self._machine.order(" ".join([*order.split()[:-1], _AT_REST[order.split()[0]]]))

    def _set_up(self, place: Place, sections: Mapping[str, Any], *, new: bool) -> None:
        config = _config(place, dict(sections))
        progressive = config["table"].get("progressive", "")
        if progressive.endswith(".toml"):
            inside = f"{SETTINGS}/{Path(progressive).name}"
            self._put(inside, Path(progressive).read_text(encoding="utf-8"))
            config["table"]["progressive"] = inside
        self._put(f"{SETTINGS}/table.toml", toml(config))
        self._plug(fitted="shuffler" in config)
        if new:
            words = f"--journal {STATE}/journal.db --table {place.table} --site {place.site}"
            self._want(f"runuser -u pucklight -- {PUCKLIGHT} journal create {words}", READY_S)
        self._want("sync && systemctl start mosquitto pucklight", READY_S)

    def _plug(self, *, fitted: bool) -> None:
        if fitted and not self._machine.shuffler_line:
            self._machine.plug_in_shuffler(self._line)
        elif not fitted and self._machine.shuffler_line:
            self._machine.unplug_shuffler()

    def _put(self, path: str, text: str) -> None:
        packed = base64.b64encode(text.encode()).decode()
        self._want(f"echo {packed} | base64 -d > {shlex.quote(path)}")

    def _want(self, command: str, wait_s: int = 30) -> str:
        answer = self._machine.run(command, wait_s)
        if answer.code:
            raise DeviceError(f"virtual machine: {command[:80]}: {answer.output.strip()[-400:]}")
        return answer.output


_AT_REST = {"chip": "off", "key": "run", "service": "off"}


def _config(place: Place, sections: dict[str, Any]) -> dict[str, Any]:
    """As in the image, but for what the bench or the story says; the broker is behind a cable that can be pulled."""
    config: dict[str, Any] = {
        "table": {"site": place.site, "id": place.table, **sections.pop("table", {})},
        "pins": {**IN_THE_IMAGE["pins"], **sections.pop("pins", {})},
        "keypad": {**IN_THE_IMAGE["keypad"], **sections.pop("keypad", {})},
        "mqtt": {"port": RELAY_PORT, **sections.pop("mqtt", {})},
    }
    if "shuffler" in sections:
        config["shuffler"] = {**IN_THE_IMAGE["shuffler"], **sections.pop("shuffler")}
    if "badge" in sections or "cards" in sections:
        config["badge"] = {"path": "/dev/input/pucklight-badge", **sections.pop("badge", {})}
    return {**config, **sections}


def _copy(source: Path, target: Path) -> None:
    subprocess.run(["cp", "--sparse=always", source, target], check=True)
