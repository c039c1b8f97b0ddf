"""Is the machine itself sound: system, clock, power, temperature? Reads what the kernel and systemd tell."""

import platform
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from controller import software
from controller.cli.doctor_case import Case
from controller.cli.doctor_finding import Finding, Findings, ok, problem, warning

ASK_S = 3
HOT_C, TOO_HOT_C = 70, 80
"""A Pi slows down from 80 °C on."""
OLDEST_PYTHON = (3, 11)


def system() -> Findings:
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        name = platform.system()
    bits = struct.calcsize("P") * 8
    python = platform.python_version()
    what = f"{name}, kernel {platform.release()}, {platform.machine()} {bits} bit, Python {python}"
    if sys.platform != "linux":
        yield problem(
            "system.os", what, "GPIO lines need Linux", "run the table on Raspberry Pi OS or Debian"
        )
    elif sys.version_info[:2] < OLDEST_PYTHON:
        yield problem("system.os", what, "this program needs Python 3.11", "install a newer system")
    else:
        yield ok("system.os", what)
    yield ok("system.board", _board())


def _board() -> str:
    model = _told(Path("/sys/firmware/devicetree/base/model"))
    return model or "not a Raspberry Pi: nothing tells its model"


def program(case: Case) -> Findings:
    found, approved = software.digest(), case.settings.table.approved_software
    if approved is None:
        yield ok(
            "software.digest",
            f"this program is {found}",
            "no approved one is set (table.approved_software), so any program plays",
        )
    elif approved == found:
        yield ok("software.digest", f"this is the approved program {found}")
    else:
        yield problem(
            "software.digest",
            f"this program is {found}, approved is {approved}",
            "the table does not start",
            "install the approved program, or have this one approved",
        )


def clock() -> Findings:
    synchronised = _synchronised()
    now = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    if synchronised is None:
        yield warning(
            "clock.sync",
            f"unknown whether the clock is synchronised; it says {now}",
            "rows keep their order in any case; their times are for people",
            "compare it with a watch, and see systemd-timesyncd or chrony",
        )
    elif synchronised:
        yield ok("clock.sync", f"the clock is synchronised: {now}")
    else:
        yield warning(
            "clock.sync",
            f"the clock is not synchronised; it says {now}",
            "rows keep their order, but their times may be wrong; certificates and commands may "
            "look expired",
            "see `timedatectl`: name a time server that this network reaches",
        )


def _synchronised() -> bool | None:
    """The kernel's word, as systemd-timesyncd, chrony and ntpd all set it, else timesyncd's own mark."""
    if Path("/run/systemd/timesync/synchronized").exists():
        return True
    said = _answer("timedatectl", "show", "--property=NTPSynchronized", "--value")
    return {"yes": True, "no": False}.get(said.strip())


def _answer(program: str, *words: str) -> str:
    """What a program prints; nothing if it is not there, fails or hangs."""
    path = shutil.which(program)
    if path is None:
        return ""
    try:
        done = subprocess.run(
            [path, *words], capture_output=True, text=True, timeout=ASK_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


UNDERVOLTAGE_NOW, UNDERVOLTAGE_PAST = 1 << 0, 1 << 16


def power() -> Findings:
    """Of the firmware's bits: bit 0 says now, bit 16 says since the Pi was switched on."""
    bits = _throttled()
    if bits is None:
        alarm = _hwmon_alarm()
        if alarm is None:
            yield ok("power.voltage", "not a Raspberry Pi, or nothing here tells of undervoltage")
        else:
            yield _voltage(now=alarm, past=False, told="; whether it was low before is unknown")
    else:
        yield _voltage(bool(bits & UNDERVOLTAGE_NOW), bool(bits & UNDERVOLTAGE_PAST))


def _voltage(now: bool, past: bool, told: str = "") -> Finding:
    action = "use the Pi's own power supply and a short, thick cable"
    if now:
        meaning = "the Pi may stop at any moment, and cards and disks may lose what they write"
        return problem("power.voltage", "the voltage is too low now", meaning, action)
    if past:
        meaning = "it may come again when all lamps are lit"
        return warning("power.voltage", "the voltage was too low since the start", meaning, action)
    return ok("power.voltage", f"the voltage is as it should be{told}")


def _throttled() -> int | None:
    _, _, number = _answer("vcgencmd", "get_throttled").strip().partition("=")
    return int(number, 16) if number.startswith("0x") else None


def _hwmon_alarm(top: Path = Path("/sys/devices/platform")) -> bool | None:
    for alarm in sorted(top.glob("soc*/**/raspberrypi-hwmon/hwmon/hwmon*/in0_lcrit_alarm")):
        if said := _told(alarm):
            return said == "1"
    return None


def _told(file: Path) -> str:
    """What the kernel says in this file; nothing if it refuses, as it does for a sensor that is switched off."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def temperature(top: Path = Path("/sys/class/thermal")) -> Findings:
    found = list(_temperatures(top))
    if not found:
        yield ok("temperature", "nothing here tells the processor's temperature")
        return
    hottest = max(found)
    what = f"the processor has {hottest:.0f} °C"
    action = "see that air gets to the Pi's case, and that no lamp supply heats it"
    if hottest >= TOO_HOT_C:
        yield problem("temperature", what, "the Pi slows down, and ages", action)
    elif hottest >= HOT_C:
        yield warning("temperature", what, "it slows down from 80 °C on", action)
    else:
        yield ok("temperature", what)


def _temperatures(top: Path) -> Iterator[float]:
    for zone in sorted(top.glob("thermal_zone*")):
        kind, millidegrees = _told(zone / "type"), _told(zone / "temp")
        if any(part in kind for part in ("cpu", "soc", "x86_pkg")) and millidegrees:
            yield int(millidegrees) / 1000
