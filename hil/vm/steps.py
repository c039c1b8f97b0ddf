"""How the machine's builder runs programs and keeps what they made. Knows nothing of what is built.

A thing made is kept under a name that holds the digest of everything it was made from, so nothing stale is ever used.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import PucklightError

KEPT = 3
"""Of each layer: another checkout may be running on one of them."""


class BuildFailed(PucklightError):
    """The virtual machine could not be built. The text names the program and its last words."""


def cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "pucklight-vm"


def run(*words: object, cwd: Path | None = None, feed: bytes | None = None) -> str:
    """What the program printed. Its last lines are told if it fails."""
    command = [str(word) for word in words]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            command, cwd=cwd, input=feed, capture_output=True, check=False, env=environment
        )
    except FileNotFoundError as error:
        raise BuildFailed(f"{command[0]}: no such program; install its package") from error
    if done.returncode:
        said = (done.stdout + done.stderr).decode(errors="replace").strip().splitlines()
        last = " / ".join(said[-5:])
        raise BuildFailed(f"{' '.join(command)[:200]}: exit code {done.returncode}: {last}")
    return done.stdout.decode(errors="replace")


def want_packages(names: Iterable[str]) -> None:
    """Installs what is missing, with the machine's own package sources."""
    missing = [name for name in names if not _installed(name)]
    if not missing:
        return
    if os.geteuid():
        raise BuildFailed(
            f"missing: {' '.join(missing)}; run: sudo apt install {' '.join(missing)}"
        )
    run("apt-get", "update", "-qq")
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)


def _installed(package: str) -> bool:
    asked = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package]
    return subprocess.run(asked, capture_output=True, check=False).stdout == b"installed"


def digest(files: Iterable[Path], *more: str) -> str:
    """Of names and contents, so that a renamed file counts as another."""
    found = hashlib.sha256()
    for path in sorted(files):
        found.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    for text in more:
        found.update(text.encode() + b"\0")
    return found.hexdigest()[:16]


def made(kind: str, key: str, make: Callable[[Path], None]) -> Path:
    """The folder `kind-key`, made now if it is not there. Of its kind, those not used for longest are thrown away."""
    folder = cache_folder() / f"{kind}-{key}"
    with _alone(kind):
        if not folder.exists():
            new = folder.with_name(f".new-{folder.name}")
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir(parents=True)
            make(new)
            new.rename(folder)
        os.utime(folder)
        for old in sorted(cache_folder().glob(f"{kind}-*"), key=_used)[:-KEPT]:
            shutil.rmtree(old)
    return folder


def _used(folder: Path) -> float:
    return folder.stat().st_mtime


@contextmanager
def _alone(kind: str) -> Iterator[None]:
    """Two builders of the same kind would throw away each other's work; of different kinds they work side by side."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    with (cache_folder() / f"lock-{kind}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
