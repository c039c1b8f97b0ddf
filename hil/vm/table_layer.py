"""The guest's root upon its base: the kernel's modules, this source tree as a wheel, units and settings as on a Pi."""

import shutil
import sys
from pathlib import Path

from hil.vm.base import PREFIX, ROOT, SITE, pip
from hil.vm.steps import run

DATA_MIB = 64
ROOT_SPARE_MIB = 96


def sources() -> list[Path]:
    """Everything of ours that goes into the guest."""
    packages = [path.parent for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests"]
    folders = [*packages, ROOT / "config", ROOT / "systemd"]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    ours = [path for path in files if "__pycache__" not in path.parts]
    return [*ours, ROOT / "pyproject.toml"]


def make_table(folder: Path, base: Path, kernel: Path) -> None:
    tree = folder / "root"
    run("cp", "-a", base / "root", tree)
    run("cp", "-a", kernel / "modules/lib/modules", tree / "usr/lib")
    _install(folder, tree / PREFIX)
    _place(tree)
    run("chroot", tree, "systemd-sysusers")
    size = int(run("du", "-sm", tree).split()[0]) + ROOT_SPARE_MIB
    run("mke2fs", "-q", "-t", "ext4", "-d", tree, folder / "root.raw", f"{size}M")
    run(
        "qemu-img",
        "convert",
        "-f",
        "raw",
        "-O",
        "qcow2",
        folder / "root.raw",
        folder / "root.qcow2",
    )
    run("mke2fs", "-q", "-t", "ext4", folder / "data.raw", f"{DATA_MIB}M")
    (folder / "root.raw").unlink()
    shutil.rmtree(tree)


def _install(folder: Path, prefix: Path) -> None:
    """Our own wheel, as it would be installed on a Pi."""
    words = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    run(sys.executable, "-m", "pip", "wheel", *words)
    (wheel,) = folder.glob("pucklight-*.whl")
    pip("install", "--target", prefix / SITE, "--upgrade", wheel)
    wheel.unlink()
    run("cp", "-a", ROOT / "config", prefix / "config")
    (prefix / "share/pucklight").mkdir(parents=True)
    (prefix / "config").rename(prefix / "share/pucklight/config")
    command = prefix / "bin/pucklight"
    command.write_text(
        f"#!/{PREFIX}/bin/python\nimport sys\nfrom controller.__main__ import main\nsys.exit(main())\n"
    )
    command.chmod(0o755)


PLACES = {
    "systemd/pucklight.service": "etc/systemd/system/pucklight.service",
    "systemd/pucklight.sysusers": "etc/sysusers.d/pucklight.conf",
    "systemd/pucklight.tmpfiles": "etc/tmpfiles.d/pucklight.conf",
    "systemd/pucklight.modules-load": "etc/modules-load.d/pucklight.conf",
    "systemd/60-pucklight.rules": "etc/udev/rules.d/60-pucklight.rules",
    "hil/vm/guest/bench.rules": "etc/udev/rules.d/61-bench.rules",
    "hil/vm/guest/bench-agent.service": "etc/systemd/system/bench-agent.service",
    "hil/vm/guest/bench-journal.service": "etc/systemd/system/bench-journal.service",
    "hil/vm/guest/mosquitto.conf": "etc/mosquitto/conf.d/bench.conf",
    "hil/vm/guest/table.toml": "etc/pucklight/table.toml",
    "hil/vm/guest/fstab": "etc/fstab",
    # Beside the product, not in it: the bench's own program and the packages it is named by.
    **{
        name: f"opt/pucklight-bench/{name}"
        for name in (
            "hil/__init__.py",
            "hil/net_relay.py",
            "hil/vm/__init__.py",
            "hil/vm/guest/__init__.py",
            "hil/vm/guest/agent.py",
            "hil/vm/guest/lines.py",
        )
    },
}
ENABLED = ("pucklight", "bench-agent", "bench-journal")


def _place(tree: Path) -> None:
    for source, target in PLACES.items():
        (tree / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, tree / target)
    wanted = tree / "etc/systemd/system/multi-user.target.wants"
    wanted.mkdir(parents=True, exist_ok=True)
    for name in ENABLED:
        (wanted / f"{name}.service").symlink_to(f"/etc/systemd/system/{name}.service")
