"""`pucklight doctor` at the broker: a real Mosquitto, and in each test another layer that fails."""

import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from controller.cli import certificate, doctor_broker
from controller.cli.doctor_case import Case
from controller.cli.doctor_finding import Finding, Mark
from controller.cli.settings import load
from controller.errors import ConfigError
from controller.shipped import config_folder
from tests.asked import written
from tests.broker import Mosquitto, free_port
from tests.certificates import Authority
from tests.subscriber import listening


def findings(folder: Path, **mqtt: Any) -> list[Finding]:
    return list(doctor_broker.broker(Case(load(written(folder, mqtt=mqtt)), running=False)))


def last(folder: Path, **mqtt: Any) -> tuple[str, Mark, str]:
    found = findings(folder, **mqtt)[-1]
    return found.code, found.mark, found.what


def test_a_broker_that_is_open_lets_the_word_come_back(tmp_path: Path, broker: Mosquitto) -> None:
    with listening(broker.port) as heard:
        found = findings(tmp_path, port=broker.port)
        heard.wait_for("alert/doctor")
    assert [one.code for one in found] == ["broker.tcp", "broker.login", "broker.loop"]
    assert {one.mark for one in found} == {Mark.OK}


def test_with_the_older_protocol_as_well(tmp_path: Path, broker: Mosquitto) -> None:
    code, mark, _ = last(tmp_path, port=broker.port, protocol="3.1.1")
    assert (code, mark) == ("broker.loop", Mark.OK)


def test_nothing_stays_behind_at_the_broker(tmp_path: Path, broker: Mosquitto) -> None:
    findings(tmp_path, port=broker.port)
    broker.restart()
    with listening(broker.port) as heard:
        heard.client.publish("pucklight/v1/club/table/t7/cmd", b"{}", qos=1)
        heard.wait_for("cmd")
        assert [message.topic for message in heard.messages()] == ["cmd"]


def test_a_broker_that_is_down_fails_at_tcp(tmp_path: Path) -> None:
    code, mark, what = last(tmp_path, port=free_port())
    assert (code, mark) == ("broker.tcp", Mark.PROBLEM)
    assert "Connection refused" in what


def test_a_name_that_nobody_knows_fails_at_the_name(tmp_path: Path) -> None:
    code, mark, what = last(tmp_path, host="no-such-host.invalid", allow_plain=True)
    assert (code, mark) == ("broker.name", Mark.PROBLEM)
    assert "no-such-host.invalid" in what


def test_a_frozen_broker_fails_at_the_login_in_time(tmp_path: Path, broker: Mosquitto) -> None:
    with broker.frozen():
        code, mark, what = last(tmp_path, port=broker.port)
    assert (code, mark) == ("broker.login", Mark.PROBLEM)
    assert "no answer within 4 s" in what


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Mosquitto]:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "t7", "secret"], check=True)
    mosquitto = Mosquitto(tmp_path / "broker", [f"password_file {passwords}"])
    mosquitto.start()
    yield mosquitto
    mosquitto.close()


@pytest.mark.parametrize(("word", "code"), [("secret", "broker.loop"), ("wrong", "broker.login")])
def test_a_wrong_password_fails_at_the_login(
    tmp_path: Path, guarded: Mosquitto, word: str, code: str
) -> None:
    (tmp_path / "password").write_text(f"{word}\n")
    login = {"user": "t7", "password_file": str(tmp_path / "password")}
    found = last(tmp_path, port=guarded.port, **login)
    assert found[0] == code
    assert word not in found[2]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def shipped(tmp_path: Path, authority: Authority) -> Iterator[Mosquitto]:
    """With the files of config/mosquitto/, moved from /etc to a folder of the test."""
    mosquitto = Mosquitto(tmp_path / "broker")
    source, folder = config_folder() / "mosquitto", mosquitto.folder
    text = (source / "pucklight.conf").read_text()
    text = text.replace("/etc/mosquitto/pucklight", str(folder))
    mosquitto.config.write_text(text.replace("8883", f"{mosquitto.port} 127.0.0.1") + "user root\n")
    shutil.copy(source / "acl", folder / "acl")
    shutil.copy(authority.ca, folder / "ca.pem")
    for file, name in zip(authority.sign("localhost"), ("pem", "key"), strict=True):
        shutil.copy(file, folder / f"broker.{name}")
    mosquitto.start()
    yield mosquitto
    mosquitto.close()


def secure(authority: Authority, port: int, name: str) -> dict[str, Any]:
    pem, key = authority.sign(name)
    files = {"ca_file": str(authority.ca), "certificate_file": pem, "key_file": key}
    return {"host": "localhost", "port": port, **files}


def test_the_shipped_access_list_lets_the_word_come_back(
    tmp_path: Path, shipped: Mosquitto, authority: Authority
) -> None:
    found = findings(tmp_path, **secure(authority, shipped.port, "t7"))
    assert [one.code for one in found][1:] == ["broker.tls", "broker.login", "broker.loop"]
    assert "TLSv1.3, its certificate holds until" in found[1].what
    assert found[-1].mark is Mark.OK


def test_an_access_list_without_the_doctors_line_is_a_warning_that_names_it(
    tmp_path: Path, shipped: Mosquitto, authority: Authority
) -> None:
    acl = shipped.folder / "acl"
    lines = [line for line in acl.read_text().splitlines() if "alert/doctor" not in line]
    acl.write_text("\n".join(lines) + "\n")
    shipped.restart()
    found = findings(tmp_path, **secure(authority, shipped.port, "t7"))[-1]
    assert (found.code, found.mark) == ("broker.loop", Mark.WARNING)
    assert "config/mosquitto/acl" in found.action


def test_another_tables_certificate_fails_at_publishing(
    tmp_path: Path, shipped: Mosquitto, authority: Authority
) -> None:
    code, mark, what = last(tmp_path, **secure(authority, shipped.port, "t8"))
    assert (code, mark) == ("broker.publish", Mark.PROBLEM)
    assert "Not authorized" in what


def test_a_broker_signed_by_somebody_else_fails_at_tls(tmp_path: Path, shipped: Mosquitto) -> None:
    other = secure(Authority(tmp_path / "other"), shipped.port, "t7")
    code, mark, what = last(tmp_path, **other)
    assert (code, mark) == ("broker.tls", Mark.PROBLEM)
    assert "its certificate does not hold" in what


def test_a_broker_without_tls_fails_at_tls(
    tmp_path: Path, broker: Mosquitto, authority: Authority
) -> None:
    code, mark, _ = last(tmp_path, **secure(authority, broker.port, "t7"))
    assert (code, mark) == ("broker.tls", Mark.PROBLEM)


def test_a_certificate_says_whose_it_is_and_when_it_ends(
    tmp_path: Path, authority: Authority
) -> None:
    pem, key = authority.sign("t7")
    found = certificate.read(Path(pem))
    assert found.name == "t7"
    command = ["openssl", "x509", "-in", pem, "-noout", "-enddate"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert f"notAfter={found.ends:%b} {found.ends.day:2} {found.ends:%H:%M:%S %Y} GMT\n" == said
    for file in (key, str(tmp_path / "gone")):
        with pytest.raises(ConfigError):
            certificate.read(Path(file))


def test_a_certificate_that_ends_soon_or_is_another_tables_is_told(
    tmp_path: Path, authority: Authority
) -> None:
    asked = Case(load(written(tmp_path, mqtt=secure(authority, 1, "t7"))), running=False)
    assert {one.mark for one in doctor_broker.certificates(asked)} == {Mark.WARNING}
    asked = Case(load(written(tmp_path, mqtt=secure(authority, 1, "t8"))), running=False)
    assert 'names "t8", this table is "t7"' in list(doctor_broker.certificates(asked))[1].what


@pytest.mark.parametrize(("days", "mark"), [(-1, "problem"), (29, "warning"), (31, "ok")])
def test_the_time_left_decides(days: int, mark: str) -> None:
    ends = datetime.now(UTC) + timedelta(days=days)
    assert doctor_broker._by_time("code", "what", ends, "action").mark == mark
