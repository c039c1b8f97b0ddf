"""The shipped kiosk on a screen that is not there: the unit's own command under a real cage, without systemd.

Two outputs side by side, since cage 0.1.4 hands a window that fills its one output straight to the screen, and then
gives an old picture to whoever asks for one. A window over two is drawn by cage itself.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image, ImageChops

from meter.settings import PORT
from tests.meter.rig import PICTURES, ROOT

UNIT = ROOT / "systemd" / "pucklight-kiosk.service"
SIZE = (2560, 720)
LOOK_S = 0.3
STRANGER = 61_234
"""A user of no name: like the kiosk's own, not root, so Chromium keeps its sandbox."""
NO_SCREEN = {
    "WLR_BACKENDS": "headless",
    "WLR_HEADLESS_OUTPUTS": "2",
    "WLR_RENDERER": "pixman",
    "WLR_LIBINPUT_NO_DEVICES": "1",
}


def command(unit: str, runtime: Path, port: int) -> list[str]:
    """What systemd would start: lines joined, specifiers and `$$` replaced; and the test's port."""
    found = re.search(r"^ExecStart=((?:.*\\\n)*.*)$", unit, re.MULTILINE)
    assert found
    line = found[1].replace("\\\n", " ").replace("%t", str(runtime)).replace("$$", "$")
    assert "%" not in line
    return shlex.split(re.sub(rf"\b{PORT}\b", str(port), line))


class Kiosk:
    """cage and its browser; the profile outlives them."""

    def __init__(self, runtime: Path, port: int) -> None:
        self._command = command(UNIT.read_text(), runtime, port)
        own = runtime / "pucklight-kiosk"
        own.mkdir(mode=0o700)
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": STRANGER, "group": STRANGER, "extra_groups": []}
            runtime.chmod(0o755)
            os.chown(own, STRANGER, STRANGER)
        self._log = runtime / "log"
        self._env = {
            "PATH": "/usr/bin:/bin",
            **{name: str(own) for name in ("HOME", "XDG_RUNTIME_DIR", "TMPDIR")},
            **NO_SCREEN,
        }
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        return self._log.read_text()

    def start(self) -> None:
        for program in ("cage", "grim", "Xwayland", "chromium"):
            assert shutil.which(program), f"{program} is missing: run `make needs`"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._as,
            )

    def kill_browser(self) -> int:
        """Gives what cage ends with."""
        assert self._process
        (browser,) = _children(self._process.pid)
        os.kill(browser, signal.SIGKILL)
        code = self._process.wait(timeout=10)
        self._process = None
        return code

    def sandboxes(self) -> set[str]:
        """How the kernel holds each page: `2` is by a filter of system calls."""
        assert self._process
        pages = [pid for pid in _descendants(self._process.pid) if _is_page(pid)]
        status = [Path(f"/proc/{pid}/status").read_text() for pid in pages]
        return {word for text in status for word in re.findall(r"\nSeccomp:\s(\d)\n", text)}

    def picture(self) -> Image.Image | None:
        """What is on the screen now; None while there is no screen."""
        asked = {**self._env, "WAYLAND_DISPLAY": "wayland-0"}
        done = subprocess.run(["grim", "-"], env=asked, capture_output=True, check=False)
        return _opened(done.stdout) if done.returncode == 0 else None

    def pictures(self, wait_s: float) -> Iterator[Image.Image]:
        assert self._process
        end = time.monotonic() + wait_s
        while time.monotonic() < end:
            assert self._process.poll() is None, self.log
            if seen := self.picture():
                yield seen
            time.sleep(LOOK_S)

    def wait(self, name: str, wanted: Callable[[Image.Image], bool], wait_s: float) -> None:
        """Nothing tells when a picture changes, so looks again and again. Keeps the last."""
        for seen in self.pictures(wait_s):
            keep(seen, name)
            if wanted(seen):
                return
        raise AssertionError(f"{name}: the screen never showed it, see artefacts/meter\n{self.log}")

    def close(self) -> None:
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(timeout=10)


@contextmanager
def kiosk(port: int) -> Iterator[Kiosk]:
    # Not pytest's folder: a stranger may not enter that one.
    with TemporaryDirectory(ignore_cleanup_errors=True) as runtime:
        shown = Kiosk(Path(runtime), port)
        try:
            yield shown
        finally:
            shown.close()


def keep(picture: Image.Image, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture.save(PICTURES / f"{name}.png")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that an eye would tell apart."""
    assert one.size == other.size
    apart = ImageChops.difference(one, other).convert("L").point(lambda level: 255 * (level > 16))
    return apart.histogram()[255] / (one.width * one.height)


def _opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(word) for task in tasks for word in task.read_text().split()]


def _descendants(pid: int) -> list[int]:
    return [each for child in _children(pid) for each in (child, *_descendants(child))]


def _is_page(pid: int) -> bool:
    return b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes()
