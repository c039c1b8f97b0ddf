"""`pucklight hil send`: a record is sent when the Game Manager's receipt for it lies beside it, and not before."""

import json
import subprocess
from pathlib import Path

import pytest

from hil import record
from tests.broker import Mosquitto
from tests.hil.game_manager import Answer, StandIn, game_manager
from tests.hil.stations import COMMAND, records, station
from tests.hil.test_reports import made


def waiting(folder: Path, count: int, mode: str = "prompted", site: str = "club") -> list[Path]:
    """A station's records, as real runs leave them: oldest first."""
    (folder / "records").mkdir(exist_ok=True)
    return [_written(folder / "records", mode, site) for _ in range(count)]


def _written(folder: Path, mode: str, site: str) -> Path:
    one = made(3, record.earlier(folder, "40177"))
    one["station"]["mode"], one["dut"]["site"] = mode, site
    one["record_id"] = one["record_id"].replace("2030", "2020")  # Before any run of today.
    return record.write(folder, {**one, "record_sha256": record.digest(one)})


def send(path: Path, code: int) -> list[str]:
    """The command in a process of its own; gives the lines that it said."""
    command = [*COMMAND, "send", str(records(path)), "--station", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == code, done.stdout + done.stderr
    assert not done.stderr
    return done.stdout.splitlines()


def receipts(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "records").glob(f"*{record.RECEIPT}"))


def checked(path: Path) -> str:
    command = [*COMMAND, "check", str(records(path))]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_what_waits_goes_oldest_first_byte_for_byte_and_only_once(
    broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    first, second = waiting(tmp_path, 2)
    with game_manager(broker.port) as manager:
        nothing = f"Nothing waits in {records(path)}"
        assert send(path, 0) == ["Sent to the Game Manager: 2 records", nothing]
        assert manager.records == [first.read_bytes(), second.read_bytes()]
        assert send(path, 0) == [nothing]
        assert len(manager.records) == 2
    assert receipts(tmp_path) == [f"{one.stem}.sent.json" for one in (first, second)]
    kept = json.loads((first.parent / receipts(tmp_path)[0]).read_text())
    assert kept["record_sha256"] == record.read(first)["record_sha256"]
    assert checked(path) == "40177: 2 records, whole and unchanged\n"


def test_without_a_game_manager_everything_waits_and_says_so(
    broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    first, second = waiting(tmp_path, 2)
    why = f"waits: there is no Game Manager on this broker (127.0.0.1:{broker.port})"
    assert send(path, 1) == [f"{first.stem} {why}", f"{second.stem} {why}"]
    with game_manager(broker.port):
        pass  # It was there and has gone: the broker keeps its last word.
    assert send(path, 1) == [f"{first.stem} {why}", f"{second.stem} {why}"]
    assert not receipts(tmp_path)


def test_a_game_manager_that_dies_before_its_receipt_gets_the_record_again(
    broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    first, second = waiting(tmp_path, 2)
    with game_manager(broker.port, lambda manager, _: manager.die()) as dying:
        said = send(path, 1)
    why = "waits: the Game Manager went away before its receipt came"
    assert said == [f"{first.stem} {why}", f"{second.stem} {why}"]
    assert dying.records == [first.read_bytes()]
    assert not receipts(tmp_path)
    with game_manager(broker.port) as manager:
        send(path, 0)
    assert manager.records == [first.read_bytes(), second.read_bytes()]


def test_a_refused_record_waits_with_the_reason_and_holds_nobody_up(
    broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    first, second = waiting(tmp_path, 2)
    unknown = record.read(first)["record_sha256"]

    def answer(manager: StandIn, sha256: str) -> None:
        manager.answer(sha256, "no table 40177\nis known here" if sha256 == unknown else "")

    with game_manager(broker.port, answer):
        assert send(path, 1) == [
            "Sent to the Game Manager: 1 record",
            f"{first.stem} waits: the Game Manager refused it: no table 40177 is known here",
        ]
    assert receipts(tmp_path) == [f"{second.stem}.sent.json"]
    with game_manager(broker.port) as manager:
        send(path, 0)
    assert manager.records == [first.read_bytes()]


def _of_another(manager: StandIn, _: str) -> None:
    manager.answer("0" * 64)


def _nonsense(manager: StandIn, sha256: str) -> None:
    whole = {"v": 1, "record_sha256": sha256, "taken": True, "why": ""}
    for wrong in ({"v": 2}, {"taken": "yes"}, {"taken": None}, {"record_sha256": [sha256]}):
        payload = json.dumps({**whole, **wrong}).encode()
        manager.client.publish("pucklight/v1/club/hil/receipt", payload, qos=1)
    for payload in (b"", b"[]", b'{"v": 1', b"\xff"):
        manager.client.publish("pucklight/v1/club/hil/receipt", payload, qos=1)


@pytest.mark.parametrize("answer", [_of_another, _nonsense, lambda *_: None])
def test_only_the_receipt_for_this_very_record_counts(
    answer: Answer, broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    first, second = waiting(tmp_path, 2)
    with game_manager(broker.port, answer) as manager:
        why = "waits: no receipt of the Game Manager came within 5 s"
        assert send(path, 1) == [f"{first.stem} {why}", f"{second.stem} {why}"]
    assert manager.records == [first.read_bytes()]  # The second does not overtake it.
    assert not receipts(tmp_path)


@pytest.mark.parametrize("torn", [b"", b'{"v": 1, "rec', b'{"v":1,"taken":true}', "other"])
def test_a_receipt_on_disk_counts_only_if_it_is_whole_and_its_own(
    torn: bytes | str, broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    first, second = waiting(tmp_path, 2)
    with game_manager(broker.port) as manager:
        send(path, 0)
        beside = {one: one.with_name(f"{one.stem}.sent.json") for one in (first, second)}
        other = beside[second].read_bytes()
        beside[first].write_bytes(torn if isinstance(torn, bytes) else other)
        send(path, 0)
    assert manager.records[2:] == [first.read_bytes()]


def test_a_receipt_that_cannot_be_written_is_said_and_the_record_goes_again(
    broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    (one,) = waiting(tmp_path, 1)
    in_the_way = one.with_name(f"{one.stem}.sent.json")
    in_the_way.mkdir()
    with game_manager(broker.port) as manager:
        (said,) = send(path, 1)
        assert "the Game Manager has it, but" in said
        assert "cannot be written: Is a directory; it will be sent once more" in said
        in_the_way.rmdir()
        send(path, 0)
    assert manager.records == [one.read_bytes()] * 2


def test_a_broker_that_is_not_there_is_one_clear_line(broker: Mosquitto, tmp_path: Path) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    (one,) = waiting(tmp_path, 1)
    broker.kill()
    (said,) = send(path, 1)
    gone = f"mqtt: 127.0.0.1:{broker.port} cannot be reached: Connection refused"
    assert said.startswith(f"{one.stem} waits: {gone}")


def test_a_broker_that_dies_with_the_record_in_it_has_lost_nothing(
    broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    (one,) = waiting(tmp_path, 1)
    with game_manager(broker.port, lambda *_: broker.kill()):
        assert send(path, 1) == [
            f"{one.stem} waits: no receipt of the Game Manager came within 5 s"
        ]
    broker.start()
    with game_manager(broker.port) as manager:
        send(path, 0)
    assert manager.records == [one.read_bytes()]


def test_records_of_another_house_of_practice_or_changed_ones_are_not_sent(
    broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    (other,) = waiting(tmp_path, 1, site="north")
    waiting(tmp_path, 1, mode="sim")
    waiting(tmp_path, 1, mode="a bench of tomorrow")
    (changed,) = waiting(tmp_path, 1)
    changed.write_text(changed.read_text().replace("PASS", "FAIL"))
    half = changed.with_name(changed.name.replace("0004", "0005"))
    half.write_text('{"schema": ')
    with game_manager(broker.port) as manager:
        said = send(path, 1)
    assert manager.records == []
    assert said[0] == (
        f"{other.stem} waits: it is of the site north; send it with a station file of that site"
    )
    assert said[1].startswith(f"{changed.stem} waits: was changed after it was written")
    assert said[2].startswith(f"{half.stem} waits: is not a whole record")
    assert len(said) == 3


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    path = station(tmp_path)
    command = [*COMMAND, "send", str(records(path)), "--station", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "there is no such folder" in done.stderr
