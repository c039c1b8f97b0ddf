"""The end of `pucklight hil run`: the record goes to the Game Manager, or waits; the verdict is the table's alone."""

import socket
import subprocess
from pathlib import Path

from hil.net_relay import NetRelay
from tests.broker import Mosquitto
from tests.hil.game_manager import game_manager
from tests.hil.sim_jigs import jig
from tests.hil.stations import COMMAND, INCOMPLETE, last_record, records, run, station
from tests.hil.test_sending import checked, receipts, waiting
from tests.subscriber import validator


def on_jig(folder: Path, port: int) -> Path:
    return station(folder, jig={"port": str(folder / "tty")}, mqtt={"port": port})


def test_a_record_waits_until_there_is_a_game_manager_and_goes_with_the_next_run(
    tmp_path: Path,
) -> None:
    with jig(tmp_path, station(tmp_path)) as port:
        path = on_jig(tmp_path, port)
        alone = run(path, "--only", "key", bench="jig", code=INCOMPLETE)
        (first,) = records(path).glob("*-0001.json")
        why = f"there is no Game Manager on this broker (127.0.0.1:{port})"
        assert f"\n{first.stem} waits in {records(path)}: {why}\n" in alone
        with game_manager(port) as manager:
            said = run(path, "--only", "key", bench="jig", code=INCOMPLETE)
            assert "\nSent to the Game Manager: 2 records\n" in said
            (second,) = records(path).glob("*-0002.json")
            assert manager.records == [first.read_bytes(), second.read_bytes()]
    validator("hil_record").validate(last_record(path))
    assert receipts(tmp_path) == [f"{first.stem}.sent.json", f"{second.stem}.sent.json"]
    assert checked(path) == "40177: 2 records, whole and unchanged\n"


def test_a_refusal_does_not_change_the_verdict(tmp_path: Path) -> None:
    with jig(tmp_path, station(tmp_path)) as port:
        path = on_jig(tmp_path, port)
        with game_manager(port, lambda manager, sha256: manager.answer(sha256, "not today")):
            said = run(path, "--only", "key", bench="jig", code=INCOMPLETE)
    assert "\nINCOMPLETE: " in said
    assert f" waits in {records(path)}: the Game Manager refused it: not today\n" in said
    assert not receipts(tmp_path)


def test_a_broker_that_is_gone_at_the_end_costs_neither_record_nor_verdict(tmp_path: Path) -> None:
    with jig(tmp_path, station(tmp_path)) as port:
        relay = NetRelay(port)
        path = on_jig(tmp_path, relay.port)
        command = [*COMMAND, "run", "--bench", "jig", "--station", str(path), "--quick"]
        with subprocess.Popen(
            [*command, "--record", str(records(path)), "--only", "key"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout
            assert "in SERVICE" in process.stdout.readline()
            # Who is connected stays so; whoever comes from now on is turned away.
            relay._server.shutdown(socket.SHUT_RDWR)
            said, problems = process.communicate(timeout=60)
        relay.close()
    assert process.returncode == INCOMPLETE
    assert f" waits in {records(path)}: mqtt: 127.0.0.1:{relay.port} cannot be reached" in said
    assert "Traceback" not in said + problems
    assert last_record(path)["outcome"] == "INCOMPLETE"


def test_practice_on_the_simulated_bench_is_not_sent_and_touches_no_broker(
    broker: Mosquitto, tmp_path: Path
) -> None:
    path = station(tmp_path, mqtt={"port": broker.port})
    waiting(tmp_path, 1)
    with game_manager(broker.port) as manager:
        before = broker.log.count("New client connected")
        said = run(path, "--only", "key", code=INCOMPLETE)
        assert broker.log.count("New client connected") == before
    assert manager.records == []
    assert "Game Manager" not in said
    assert not receipts(tmp_path)
