"""`pucklight meter` as a person or systemd starts it: settings, mistakes, the terminal, an encrypted broker."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from controller import messages
from controller.events import BrokerUp
from controller.messages import MeterState, ShownMeter, ShownWin, Topic
from meter.terminal import tall
from tests.broker import Mosquitto, free_port
from tests.certificates import Authority
from tests.drivers.outbox import AT, WHO, Outbox, settings
from tests.meter.rig import meter_process
from tests.real_table import command, toml

WIN = ShownWin("t7", 3, "akq_spades", 431_530, 100_000, {1: 10_000, 8: 2_500})


@contextmanager
def started(*words: str, stdout: int = subprocess.PIPE, **environment: str) -> Iterator[IO[str]]:
    line = [sys.executable, "-m", "controller", "meter", "--site", "club", "--table", "t7", *words]
    with subprocess.Popen(
        line, stdout=stdout, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **environment}
    ) as process:
        try:
            yield process.stdout or sys.stdout
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=10) == 0


@contextmanager
def table(port: int, **mqtt: object) -> Iterator[Outbox]:
    with Outbox(settings(port, **mqtt)) as outbox:
        outbox.await_one(BrokerUp)
        yield outbox


def show(outbox: Outbox, seq: int, cents: int, state: MeterState = MeterState.LIVE) -> None:
    shown = ShownMeter(1, cents, 100_000, state, [] if state is MeterState.LIVE else [WIN])
    outbox.broker.publish(Topic.METER, messages.meter("t7", seq, AT, shown), retain=True, qos=1)
    beat = messages.heartbeat(WHO, 99, 0, 1, AT)
    outbox.broker.publish(Topic.HEARTBEAT, beat, retain=False, qos=0)


def test_the_terminal_tells_each_change_in_a_line(broker: Mosquitto) -> None:
    with (
        table(broker.port) as outbox,
        started("--terminal", "--mqtt-port", str(broker.port)) as out,
    ):
        lines = iter(out.readline, "")
        assert next(lines) == "table t7  self-test  $888,888.88\n"
        show(outbox, 1, 431_500)
        show(outbox, 2, 431_530, MeterState.PENDING)
        assert next(line for line in lines if "pending" in line) == (
            "table t7  pending  $4,315.30  table t7, seat 3, Ace-King-Queen of Spades  "
            "Seat 1: Envy $100.00; Seat 8: Envy $25.00  jackpot goes on from $1,000.00\n"
        )
        assert "WIN" not in next(line for line in lines if "  lost  " in line)


@pytest.mark.parametrize("colour", [True, False])
def test_a_real_terminal_gets_tall_digits(broker: Mosquitto, colour: bool) -> None:
    ours, theirs = pty.openpty()
    environment = {} if colour else {"NO_COLOR": "1"}
    with (
        table(broker.port) as outbox,
        started("--terminal", "--mqtt-port", str(broker.port), stdout=theirs, **environment),
        os.fdopen(ours, encoding="utf-8") as screen,
    ):
        show(outbox, 2, 431_530, MeterState.WIN)
        wanted, seen = tall("$4,315.30"), ""
        while not all(row in seen for row in wanted):
            seen += screen.readline()
        assert ("\x1b[1;33m" in seen) == colour
        os.close(theirs)


def test_the_settings_file_opens_an_encrypted_broker(tmp_path: Path) -> None:
    authority = Authority(tmp_path / "keys")
    certificate, key = authority.sign("broker")
    secure = Mosquitto(
        tmp_path / "broker",
        (
            *("allow_anonymous false", "require_certificate true", "use_identity_as_username true"),
            *(f"cafile {authority.ca}", f"certfile {certificate}", f"keyfile {key}"),
        ),
    )
    secure.start()
    files = dict(zip(("certificate_file", "key_file"), authority.sign("display"), strict=True))
    mqtt = {"host": "localhost", "port": secure.port, "ca_file": str(authority.ca), **files}
    config = tmp_path / "meter.toml"
    config.write_text(toml({"meter": {"site": "elsewhere"}, "mqtt": mqtt}))
    try:
        with (
            table(secure.port, host="localhost", ca_file=str(authority.ca), **files) as outbox,
            started("--terminal", "--config", str(config)) as out,
        ):
            show(outbox, 2, 431_530, MeterState.WIN)
            assert "$4,315.30" in next(line for line in out if "celebrate" in line)
    finally:
        secure.close()


def test_it_ends_in_order(tmp_path: Path) -> None:
    with meter_process(free_port(), tmp_path) as process:
        assert process.end(signal.SIGTERM) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "command line: meter.site: is missing"),
        (["--site", "c"], "meter.tables: is missing, and so is meter.links: want at least one"),
        (["--site", "c", "--link", "Main"], 'meter.links: want 1 to 32 of a-z, 0-9 and -, got "M'),
        (["--site", "c", "--link", "a", "--link", "a"], "meter.links: want each once, got a, a"),
        (
            ["--site", "c", *(f"--table=t{number}" for number in range(12)), "--link", "main"],
            "meter.tables: want at most 12 together with meter.links, got 13",
        ),
        (
            ["--site", "Club", "--table", "t7"],
            'meter.site: want 1 to 32 of a-z, 0-9 and -, got "Club"',
        ),
        (["--site", "c", "--table", "a", "--table", "a"], "meter.tables: want each once"),
        (["--site", "c", "--table", "a", "--port", "99999"], "meter.port: want 0 to 65535"),
        (
            ["--site", "c", "--table", "a", "--broker", "far.example"],
            "mqtt.ca_file: is missing: far.exa",
        ),
        (["--config", "/nowhere.toml"], "/nowhere.toml: cannot be read"),
    ],
)
def test_a_mistake_is_named_and_ends_it(words: list[str], said: str) -> None:
    assert said in command("meter", *words, code=78)
