"""What waits in a folder of records, and its way to the Game Manager. Knows no verdict: the network has no part in it.

A record is sent when its receipt lies beside it, with its own hash and `taken`. Until then it waits, and is sent again.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from controller.errors import BadInput, DeviceError, PucklightError
from hil import game_manager, record
from hil.bench import REAL
from hil.game_manager import GameManager, Receipt
from hil.station import Station


@dataclass
class Delivery:
    sent: list[Path] = field(default_factory=list)
    waiting: dict[Path, str] = field(default_factory=dict)
    """And why."""

    def counted(self) -> Iterator[str]:
        number = len(self.sent)
        if number:
            yield f"Sent to the Game Manager: {number} record{'' if number == 1 else 's'}"

    def summary(self, folder: Path) -> Iterator[str]:
        """One line for what was sent, one for each reason why something was not."""
        yield from self.counted()
        for why in dict.fromkeys(self.waiting.values()):
            names = [path.stem for path, reason in self.waiting.items() if reason == why]
            who = f"{names[0]} waits" if len(names) == 1 else f"{len(names)} records wait"
            yield f"{who} in {folder}: {why}"


@dataclass(frozen=True)
class _Ready:
    path: Path
    record_sha256: str
    payload: bytes


def deliver(station: Station, folder: Path) -> Delivery:
    """Sends what waits, oldest first. What goes wrong on the way is a reason to wait, not an error."""
    done = Delivery()
    ready = [one for path in record.paths(folder) if (one := _ready(path, station, done))]
    try:
        if ready:
            _send(station, ready, done)
    except PucklightError as error:
        for one in ready:
            if one.path not in done.sent:
                done.waiting.setdefault(one.path, str(error))
    return done


def _ready(path: Path, station: Station, done: Delivery) -> _Ready | None:
    try:
        payload = record.raw(path)
        made = record.parsed(path, payload)
    except BadInput as error:
        done.waiting[path] = str(error).removeprefix(f"{path}: ")
        return None
    sha256, site = made["record_sha256"], made["dut"]["site"]
    if made["station"]["mode"] not in REAL or _is_sent(path, sha256):
        return None
    if site != station.table.site:
        # One house's records are not for another to read.
        done.waiting[path] = f"it is of the site {site}; send it with a station file of that site"
        return None
    return _Ready(path, sha256, payload)


def _send(station: Station, ready: Sequence[_Ready], done: Delivery) -> None:
    mqtt = station.mqtt
    with closing(GameManager(mqtt, station.table.site)) as manager:
        if not manager.is_there():
            where = f"{mqtt.host}:{mqtt.actual_port}"
            raise DeviceError(f"there is no Game Manager on this broker ({where})")
        for one in ready:
            # Raises where no receipt comes: a later record must not overtake an earlier one.
            answer = manager.hand_over(one.record_sha256, one.payload)
            if answer.taken:
                _keep(one.path, answer)
                done.sent.append(one.path)
            else:
                why = " ".join(answer.why.split())
                done.waiting[one.path] = f"the Game Manager refused it: {why}"


def _is_sent(path: Path, record_sha256: str) -> bool:
    try:
        kept = game_manager.receipt(_beside(path).read_bytes())
    except OSError:
        return False
    return kept is not None and kept.taken and kept.record_sha256 == record_sha256


def _keep(path: Path, answer: Receipt) -> None:
    beside = _beside(path)
    new = beside.with_suffix(".new")
    try:
        with new.open("wb") as file:
            file.write(answer.payload)
            file.flush()
            os.fsync(file.fileno())
        new.replace(beside)
    except OSError as error:
        raise DeviceError(
            f"the Game Manager has it, but {beside.name} cannot be written: {error.strerror}; "
            "it will be sent once more"
        ) from error


def _beside(path: Path) -> Path:
    return path.with_name(path.stem + record.RECEIPT)
