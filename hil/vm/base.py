"""The base of the guest's root: Debian by package names, and the Python packages that are locked. Nothing of ours.

Uses this machine's own package sources.
"""

import sys
from pathlib import Path

from hil.vm.steps import BuildFailed, run

ROOT = Path(__file__).resolve().parents[2]
LOCKED = (ROOT / "requirements.lock", Path(__file__).with_name("pi.lock"))
INSIDE = ("systemd", "systemd-sysv", "udev", "kmod", "python3", "mosquitto")
PREFIX = "opt/pucklight/current"
SITE = "lib/python3.11/site-packages"
# What a table does not need, and what would only make its boot longer.
MASKED = (
    "apt-daily.timer",
    "apt-daily-upgrade.timer",
    "dpkg-db-backup.timer",
    "e2scrub_all.timer",
    "fstrim.timer",
    "e2scrub_reap.service",
    "systemd-timesyncd.service",
    "systemd-random-seed.service",
    "systemd-update-utmp.service",
    "systemd-update-utmp-runlevel.service",
    "getty@tty1.service",
    "getty-static.service",
    "serial-getty@ttyS0.service",
    "systemd-logind.service",
    "systemd-user-sessions.service",
    "systemd-binfmt.service",
    *(f"modprobe@{module}.service" for module in ("fuse", "dm_mod", "loop", "drm", "efi_pstore")),
    "dev-hugepages.mount",
    "dev-mqueue.mount",
    "sys-kernel-debug.mount",
    "sys-kernel-tracing.mount",
    "systemd-journal-catalog-update.service",
    "systemd-hwdb-update.service",
    "systemd-pstore.service",
    "systemd-remount-fs.service",
    "console-getty.service",
    "ldconfig.service",
)


def make_base(folder: Path) -> None:
    tree = folder / "root"
    archive = folder / "root.tar"
    run(
        "mmdebstrap",
        "--variant=minbase",
        f"--include={','.join(INSIDE)}",
        *_slim(),
        _suite(),
        archive,
        *_apt_sources(),
    )
    tree.mkdir()
    run("tar", "-xf", archive, "-C", tree, "--numeric-owner", "--exclude=./dev/*")
    archive.unlink()
    for unit in MASKED:
        link = tree / "etc/systemd/system" / unit
        link.unlink(missing_ok=True)
        link.symlink_to("/dev/null")
    (tree / "etc/machine-id").write_text("0" * 31 + "7\n")
    (tree / "etc/hostname").write_text("table\n")
    _environment(tree / PREFIX)


def _slim() -> list[str]:
    unread = ("doc", "man", "locale", "info")
    return [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in unread]


def _suite() -> str:
    words = dict(
        line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if line
    )
    suite = words.get("VERSION_CODENAME", "").strip('"')
    if suite != "bookworm":
        raise BuildFailed(f'/etc/os-release: want Debian "bookworm", got "{suite}"')
    return suite


def _apt_sources() -> list[Path]:
    """Those of the machine we run on that name its Debian."""
    found = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    usable = [path for path in found if path.suffix in {".list", ".sources"} and path.is_file()]
    return [path for path in usable if "bookworm" in path.read_text()]


def _environment(prefix: Path) -> None:
    """A virtual environment made by hand: its interpreter is the guest's, which does not run here."""
    (prefix / "bin").mkdir(parents=True)
    (prefix / "bin/python").symlink_to("/usr/bin/python3")
    (prefix / "pyvenv.cfg").write_text(
        "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.11.2\n"
    )
    for locked in LOCKED:
        pip("install", "--require-hashes", "--target", prefix / SITE, "--upgrade", "-r", locked)


WHEELS = (
    "--only-binary=:all:",
    "--python-version=3.11",
    "--implementation=cp",
    *(f"--platform=manylinux{tag}_x86_64" for tag in ("_2_34", "_2_28", "_2_17", "2014")),
)


def pip(action: str, *words: object) -> None:
    run(sys.executable, "-m", "pip", action, "--quiet", "--no-deps", *WHEELS, *words)
