"""What the checks of `pucklight doctor` start from: the settings, whether the table runs, and for whom we ask."""

import grp
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

from controller import messages
from controller.cli.settings import Settings
from controller.errors import JournalError
from controller.journal_lock import is_held

SERVICE_USER = "pucklight"
"""As systemd/sysusers makes it."""


@dataclass(frozen=True)
class Case:
    settings: Settings
    running: bool
    """Whether a daemon writes this journal: then it holds the lines, the ports and the input devices."""

    @classmethod
    def of(cls, settings: Settings) -> "Case":
        try:
            return cls(settings, is_held(Path(settings.table.journal)))
        except JournalError:
            # We may not look. A table that may be running is left alone as one that is.
            return cls(settings, running=True)

    @property
    def place(self) -> messages.Place:
        return messages.Place(self.settings.table.site, self.settings.table.id)


def owner(path: Path) -> str:
    """As `ls -l` tells it: root:gpio rw-rw----."""
    found = path.stat()
    return f"{_user(found.st_uid)}:{_group(found.st_gid)} {stat.filemode(found.st_mode)[1:]}"


def who_is_asked() -> str:
    """Root may do everything, so for root the question is what the table's own user may do."""
    if os.geteuid() == 0 and _service_user():
        return SERVICE_USER
    return _user(os.geteuid())


def may(path: Path, wanted: int) -> bool:
    """Whether that user may read (os.R_OK) or also write (os.R_OK | os.W_OK) it."""
    service = _service_user()
    if os.geteuid() != 0 or service is None:
        return os.access(path, wanted)
    found = path.stat()
    groups = os.getgrouplist(service.pw_name, service.pw_gid)
    if found.st_uid == service.pw_uid:
        allowed = found.st_mode >> 6
    elif found.st_gid in groups:
        allowed = found.st_mode >> 3
    else:
        allowed = found.st_mode
    return allowed & wanted == wanted


def _service_user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(SERVICE_USER)
    except KeyError:
        return None


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
