"""One virtual machine: boots, is driven through its control port, and has its plug pulled. Knows QEMU, not the game.

The journal's disk outlives a cut; the root is covered afresh at every boot, unless it is to be kept as on a Pi. All of
it is reached on loopback alone.
"""

import json
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from controller.errors import DeviceError
from hil.own_broker import free_port
from hil.vm.build import Image
from hil.vm.control_port import ANSWER_S, ControlPort, caller, listening
from hil.vm.qmp import Qmp

BOOT_S = 180.0
MEMORY_MIB = 256
COVER = "root.qcow2"
KERNEL_WORDS = "console=ttyS0 quiet loglevel=4 net.ifnames=0 mitigations=off panic=-1 audit=0"


@dataclass(frozen=True)
class Answer:
    code: int
    output: str


class VirtualMachine:
    """`folder` holds its disks and sockets; keep the path short, a socket's name may have 107 characters."""

    def __init__(
        self, image: Image, folder: Path, processors: int = 1, *, keeps_root: bool = False
    ) -> None:
        self.image, self.folder, self._processors = image, folder, processors
        self._keeps_root = keeps_root
        self.port = free_port()
        """Where the guest's broker is reached on this machine's loopback."""
        self.shuffler_line: Path | None = None
        """The host's end of the shuffler's serial adapter; None: it is not plugged in."""
        self.data = folder / "data.raw"
        self.boot_s = 0.0
        self._world: dict[str, str] = {}
        self._frozen_world: dict[str, str] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._control: ControlPort | None = None
        self._qmp: Qmp | None = None
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(image.data, self.data)

    def boot(self) -> None:
        """Until the guest's agent answers: the pins are there, the daemon starts next."""
        begun = time.monotonic()
        if not (self._keeps_root and (self.folder / COVER).exists()):
            self._cover(self.image.root)
        self._start(share=True)
        self.control.wait_for_guest(BOOT_S, self._process)
        self.boot_s = time.monotonic() - begun

    def freeze(self) -> None:
        """Keeps the running machine, disks and all, as it is at this moment; `thaw` goes on from there, many times."""
        self.qmp.do("stop")
        self.qmp.do("migrate-set-capabilities", capabilities=[MEMORY_STAYS])
        self.qmp.do("migrate", uri=f"exec:cat > {self.folder}/frozen.state")
        self._until_migrated()
        self.cut()
        for name in (COVER, "data.raw", "memory"):
            (self.folder / name).rename(self.folder / f"frozen.{name}")
        self._frozen_world = dict(self._world)

    def thaw(self) -> None:
        self._world = dict(self._frozen_world)
        self.shuffler_line = None
        self._cover(self.folder / "frozen.root.qcow2")
        subprocess.run(
            ["cp", "--sparse=always", self.folder / "frozen.data.raw", self.data], check=True
        )
        self._start(share=False, more=("-incoming", "defer"))
        self.qmp.do("migrate-set-capabilities", capabilities=[MEMORY_STAYS])
        self.qmp.do("migrate-incoming", uri=f"exec:cat {self.folder}/frozen.state")
        self._until_migrated()
        self.qmp.do("cont")

    def _until_migrated(self) -> None:
        while (state := self.qmp.do("query-migrate").get("status")) != "completed":
            if state in {"failed", "cancelled"}:
                raise DeviceError(f"virtual machine: its state could not be moved: {state}")
            time.sleep(0.02)

    def cut(self) -> None:
        """The plug is pulled. Chips, key and contact stay where they lie on the felt."""
        process = self._process
        if process is None:
            return
        process.kill()
        process.wait()
        self._process = None
        for end in (self._control, self._qmp):
            if end:
                end.close()
        self._control = self._qmp = None

    close = cut

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def order(self, line: str) -> str:
        """One order of the guest's agent; DeviceError if it was refused."""
        answer = self.control.ask(line)
        if answer.startswith("error: "):
            raise DeviceError(f"virtual machine: {line}: {answer}")
        self._remember(line.removeprefix("at-commit ").split())
        return answer

    def run(self, command: str, wait_s: int = 30) -> Answer:
        """A shell command in the guest, as root."""
        return Answer(**json.loads(self.control.ask(f"run {wait_s} {command}", wait_s + ANSWER_S)))

    @property
    def control(self) -> ControlPort:
        if self._control is None:
            raise DeviceError("virtual machine: it is not running")
        return self._control

    @property
    def qmp(self) -> Qmp:
        if self._qmp is None:
            raise DeviceError("virtual machine: it is not running")
        return self._qmp

    def unplug_shuffler(self) -> None:
        self.qmp.do("device_del", id="shuffler")
        self.qmp.wait_event("DEVICE_DELETED")
        self.qmp.do("chardev-remove", id="line")
        self.shuffler_line = None

    def plug_in_shuffler(self, line: Path) -> None:
        backend = {"type": "serial", "data": {"device": str(line)}}
        self.qmp.do("chardev-add", id="line", backend=backend)
        self.qmp.do("device_add", **SERIAL_ADAPTER)
        self.shuffler_line = line

    def world(self) -> list[str]:
        """What people have put down or turned, as the orders that did it."""
        return [placed.replace(":", " ") for placed in self._world.values()]

    def _remember(self, words: list[str]) -> None:
        if words[0] in {"chip", "key", "service"}:
            lasting = words[:3] if words[0] == "chip" else words[:2]
            self._world[":".join(lasting[:-1])] = ":".join(lasting)

    def _cover(self, root: Path) -> None:
        """Writes go to a layer of their own, so the root below stays what it was."""
        over = self.folder / COVER
        over.unlink(missing_ok=True)
        create = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b"]
        subprocess.run([*create, str(root), str(over)], check=True)

    def _start(self, *, share: bool, more: Sequence[str] = ()) -> None:
        words = [*self._machine(), *self._memory(share), *self._disks(), *self._lines(), *more]
        with ExitStack() as until_called:
            control, qmp = (
                until_called.enter_context(listening(self.folder / name))
                for name in ("control", "qmp")
            )
            with (self.folder / "qemu.log").open("ab") as log:
                self._process = subprocess.Popen(
                    words, stdin=subprocess.DEVNULL, stdout=log, stderr=log
                )
            self._control = ControlPort(caller(control, self._process))
            self._qmp = Qmp(caller(qmp, self._process))

    def _machine(self) -> list[str]:
        world = ",".join(self._world.values())
        words = f"{KERNEL_WORDS} pucklight.world={world}" if world else KERNEL_WORDS
        return [
            *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "Nehalem"),
            *(
                "-smp",
                str(self._processors),
                "-m",
                f"{MEMORY_MIB}M",
                "-nodefaults",
                "-no-user-config",
            ),
            *("-display", "none", "-no-reboot", "-serial", "chardev:console"),
            *("-chardev", f"file,id=console,path={self.folder}/console.log,append=on"),
            *("-kernel", str(self.image.kernel), "-initrd", str(self.image.initrd)),
            *("-append", words),
        ]

    def _memory(self, share: bool) -> list[str]:
        # In a file, so that a frozen machine need not be read back: it is mapped, and what changes is its own copy.
        name, mode = ("memory", "on") if share else ("frozen.memory", "off")
        file = f"mem-path={self.folder}/{name},share={mode}"
        return [
            *("-object", f"memory-backend-file,id=memory,size={MEMORY_MIB}M,{file}"),
            *("-machine", "pc,memory-backend=memory"),
        ]

    def _disks(self) -> list[str]:
        # The root holds nothing worth keeping; the journal's disk keeps exactly what the guest has flushed or written.
        return [
            *("-drive", f"file={self.folder}/{COVER},if=virtio,cache=unsafe"),
            *("-drive", f"file={self.data},format=raw,if=virtio,cache=writeback"),
        ]

    def _lines(self) -> list[str]:
        forward = f"hostfwd=tcp:127.0.0.1:{self.port}-10.0.2.15:1883"
        lines = [
            *("-netdev", f"user,id=net,restrict=on,{forward}"),
            *("-device", "virtio-net-pci,netdev=net,romfile="),
            *("-device", "virtio-serial-pci", "-device", "qemu-xhci"),
            *("-chardev", f"socket,id=control,path={self.folder}/control"),
            *("-device", "virtserialport,chardev=control,name=pucklight.control"),
            *("-qmp", f"unix:{self.folder}/qmp"),
        ]
        if self.shuffler_line:
            lines += ["-chardev", f"serial,id=line,path={self.shuffler_line}"]
            lines += ["-device", json.dumps(SERIAL_ADAPTER)]
        return lines


MEMORY_STAYS = {"capability": "x-ignore-shared", "state": True}
SERIAL_ADAPTER = {
    "driver": "usb-serial",
    "chardev": "line",
    "id": "shuffler",
    "always-plugged": True,
}
