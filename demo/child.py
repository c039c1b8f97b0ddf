"""One program that the demo has started: its log, its end. Ended by its own process id, never by name."""

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

END_S = 10

# The kernel ends a leashed child with the thread that began it, so all are begun by one that lasts as long as the demo.
_beginner = ThreadPoolExecutor(1, "children")


def _leashed(command: Sequence[str]) -> list[str]:
    """Ended, too, when the demo is killed and can end nothing in order; by util-linux, where that is at hand."""
    leash = shutil.which("setpriv")
    return [*([leash, "--pdeathsig", "KILL", "--"] if leash else []), *command]


class Child:
    """In a process group of its own, so that Ctrl-C reaches the demo alone and the demo ends it in order."""

    def __init__(
        self,
        command: Sequence[str],
        log: Path,
        ended: Callable[["Child"], None],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._log = log
        with log.open("ab") as sink:
            self._process = _beginner.submit(
                subprocess.Popen,
                _leashed(command),
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                env={**os.environ, **(environment or {})},
                process_group=0,
            ).result()
        threading.Thread(target=self._watch, args=(ended,), daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """As a power cut does it."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(END_S)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.kill()

    def last_words(self) -> str:
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return lines[-1][-300:] if lines else ""

    def _watch(self, ended: Callable[["Child"], None]) -> None:
        self._process.wait()
        ended(self)
