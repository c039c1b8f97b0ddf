"""What the virtual bench needs of the machine it is built on."""

import shutil
import subprocess
from pathlib import Path

import pytest

from hil.vm.build import TOOLS

pytestmark = pytest.mark.vm

STARTED = (
    *("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mke2fs", "e2fsck", "debugfs"),
    *("mosquitto_sub", "mosquitto_pub", "gcc", "make", "cpio", "busybox"),
)


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize("program", STARTED)
def test_every_program_that_is_started_comes_with_a_package_that_is_asked_for(program: str) -> None:
    path = shutil.which(program, path="/usr/sbin:/usr/bin:/sbin:/bin")
    assert path, f"{program} is not there after the build"
    assert _package(Path(path)) & {*TOOLS}


def _package(path: Path) -> set[str]:
    """Of the file, or of what it is a link to: /usr/bin/gcc belongs to gcc, /sbin to /usr/sbin."""
    asked = ["dpkg-query", "--search", str(path), str(path).removeprefix("/usr")]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return {line.split(":")[0] for line in found.splitlines()}
