"""Who gets in: TLS, certificates, passwords, and the access list that we ship. All against a real Mosquitto."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from paho.mqtt.client import Client

from controller import messages
from controller.errors import ConfigError
from controller.events import BrokerDown, BrokerUp
from controller.mqtt_settings import MqttSettings
from controller.shipped import config_folder
from drivers.mqtt import MqttBroker
from tests.broker import Mosquitto
from tests.certificates import Authority
from tests.drivers.outbox import AT, PLACE, WHO, Outbox, settings
from tests.hil.stations import COMMAND, records, station
from tests.hil.test_sending import waiting
from tests.subscriber import Subscriber, listening


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def shipped(tmp_path: Path, authority: Authority) -> Iterator[Mosquitto]:
    """Mosquitto with the files of config/mosquitto/, moved from /etc to a folder of the test."""
    mosquitto = Mosquitto(tmp_path / "broker")
    source, folder = config_folder() / "mosquitto", mosquitto.folder
    text = (source / "pucklight.conf").read_text()
    text = text.replace("/etc/mosquitto/pucklight", str(folder))
    mosquitto.config.write_text(text.replace("8883", f"{mosquitto.port} 127.0.0.1") + "user root\n")
    shutil.copy(source / "acl", folder / "acl")
    shutil.copy(authority.ca, folder / "ca.pem")
    certificate, key = authority.sign("localhost")
    shutil.copy(certificate, folder / "broker.pem")
    shutil.copy(key, folder / "broker.key")
    mosquitto.start()
    yield mosquitto
    mosquitto.close()


def secure(authority: Authority, port: int, name: str) -> MqttSettings:
    certificate, key = authority.sign(name)
    return MqttSettings(
        host="localhost",
        port=port,
        ca_file=str(authority.ca),
        certificate_file=certificate,
        key_file=key,
    )


def test_a_table_with_its_certificate_publishes_and_a_display_hears_it(
    shipped: Mosquitto, authority: Authority
) -> None:
    display = listening(shipped.port, tls=authority.context("display"))
    table = Outbox(secure(authority, shipped.port, "t7"), rows=30)
    with display as subscriber, table:
        table.run_until(lambda table: table.cursor == 30)
        subscriber.wait_for("event", 30)


def test_a_table_with_another_tables_certificate_is_told_so_and_delivers_nothing(
    shipped: Mosquitto, authority: Authority
) -> None:
    with Outbox(secure(authority, shipped.port, "t8"), rows=3) as table:
        reason = table.await_one(BrokerDown).reason
        assert "Not authorized" in reason
        assert "access list" in reason
        table.await_one(BrokerDown)
        assert table.cursor == 0


def test_a_display_may_give_no_orders(shipped: Mosquitto, authority: Authority) -> None:
    display = listening(shipped.port, tls=authority.context("display"))
    manager = listening(shipped.port, tls=authority.context("manager"))
    with (
        display as stranger,
        manager as boss,
        Outbox(secure(authority, shipped.port, "t7")) as table,
    ):
        table.await_one(BrokerUp)
        prefix = PLACE.prefix
        stranger.client.publish(prefix + "cmd", b'{"id":"stranger"}', qos=1).wait_for_publish(15)
        boss.client.publish(prefix + "cmd", b'{"id":"boss"}', qos=1).wait_for_publish(15)
        boss.wait_for("cmd")
        assert boss.bodies("cmd") == [{"id": "boss"}]


SITE = "pucklight/v1/club/"


def say(client: Client, topic: str, payload: bytes = b"{}") -> None:
    client.publish(SITE + topic, payload, qos=1).wait_for_publish(15)


def test_a_technician_hears_tables_hands_records_over_and_orders_no_table_but_the_storys(
    shipped: Mosquitto, authority: Authority
) -> None:
    def as_(name: str) -> AbstractContextManager[Subscriber]:
        return listening(shipped.port, tls=authority.context(name), check=False)

    with as_("technician") as laptop, as_("manager") as boss, as_("display") as display:
        with Outbox(secure(authority, shipped.port, "t7"), rows=1) as table:
            table.run_until(lambda table: table.cursor == 1)
            laptop.wait_for("event")
        for topic in ("table/t7/cmd", "table/t7/status", "hil/receipt", "manager/status"):
            say(laptop.client, topic, b'"technician"')
        for topic in ("table/hil-story/cmd", "hil/record"):
            say(laptop.client, topic, b'"technician"')
        # Of one client a broker hands on in order: with the last one here, none of the others is still to come.
        boss.wait_for("record")
        heard = [(m.topic, m.payload) for m in boss.messages() if m.payload == b'"technician"']
        assert [topic for topic, _ in heard] == ["cmd", "record"]
        for topic in ("manager/status", "hil/receipt"):
            say(boss.client, topic, b'"manager"')
        laptop.wait_for("receipt")
        own = [m.topic for m in laptop.messages() if m.payload == b'"manager"']
        assert own == ["status", "receipt"]
        assert not laptop.messages("record")  # Other laptops' records are not its business.
        say(boss.client, "manager/status", b'"last"')
        display.wait(lambda display: display.messages()[-1].payload == b'"last"')
        assert not display.messages("record")
        assert not display.messages("receipt")


@contextmanager
def sending(
    folder: Path, authority: Authority, port: int, name: str
) -> Iterator[subprocess.Popen[str]]:
    """`pucklight hil send`, by whoever the certificate names."""
    certificate, key = authority.sign(name)
    files = {"ca_file": str(authority.ca), "certificate_file": certificate, "key_file": key}
    path = station(folder, mqtt={"host": "localhost", "port": port, **files})
    command = [*COMMAND, "send", str(records(path)), "--station", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process


def test_a_technician_sends_a_record_under_the_shipped_access_list_and_a_display_is_told_why_not(
    shipped: Mosquitto, authority: Authority, tmp_path: Path
) -> None:
    waiting(tmp_path, 1)
    online = messages.encode({"v": 1, "state": "online", "boot": "b01", "at": AT})
    with listening(shipped.port, tls=authority.context("manager")) as boss:
        boss.client.publish(f"{SITE}manager/status", online, qos=1, retain=True)
        boss.wait_for("status")
        with sending(tmp_path, authority, shipped.port, "display") as process:
            said = process.communicate(timeout=60)[0]
            assert "the broker refused it: Not authorized; check its access list" in said
            assert process.returncode == 1
        with sending(tmp_path, authority, shipped.port, "technician") as process:
            (heard,) = boss.wait_for("record")
            sha256 = heard.body["record_sha256"]
            receipt = {"v": 1, "record_sha256": sha256, "taken": True, "why": ""}
            say(boss.client, "hil/receipt", messages.encode(receipt))
            assert "Sent to the Game Manager: 1 record\n" in process.communicate(timeout=60)[0]
            assert process.returncode == 0


def test_a_table_speaks_for_no_game_manager(shipped: Mosquitto, authority: Authority) -> None:
    table = listening(shipped.port, tls=authority.context("t7"), check=False)
    manager = listening(shipped.port, tls=authority.context("manager"), check=False)
    with table as stranger, manager as boss:
        for topic in ("manager/status", "hil/receipt", "hil/record", "table/t7/heartbeat"):
            say(stranger.client, topic)
        boss.wait_for("heartbeat")
        assert [m.topic for m in boss.messages()] == ["heartbeat"]


def test_without_a_certificate_nobody_gets_in(shipped: Mosquitto, authority: Authority) -> None:
    bare = MqttSettings("localhost", shipped.port, ca_file=str(authority.ca))
    with Outbox(bare) as table:
        assert "certificate required" in table.await_one(BrokerDown).reason


# paho drops the socket of a failed handshake without closing it: Python closes it, and says so.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_broker_signed_by_somebody_else_is_not_believed(
    shipped: Mosquitto, tmp_path: Path
) -> None:
    with Outbox(secure(Authority(tmp_path / "other"), shipped.port, "t7")) as table:
        reason = table.await_one(BrokerDown).reason
        assert "its certificate does not hold" in reason
        assert "check mqtt.ca_file" in reason


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Mosquitto]:
    passwords = tmp_path / "passwords"
    command = ["mosquitto_passwd", "-b", "-c", str(passwords), "t7", "secret"]
    subprocess.run(command, check=True)
    mosquitto = Mosquitto(tmp_path / "broker", [f"password_file {passwords}"])
    mosquitto.start()
    yield mosquitto
    mosquitto.close()


def test_the_password_comes_from_a_file(guarded: Mosquitto, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    path = str(tmp_path / "password")
    with Outbox(settings(guarded.port, user="t7", password_file=path), rows=1) as table:
        table.run_until(lambda table: table.cursor == 1)


def test_a_bare_name_is_a_systemd_credential(
    guarded: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mqtt-password").write_text("secret")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    own = settings(guarded.port, user="t7", password_file="mqtt-password")
    with Outbox(own, rows=1) as table:
        table.run_until(lambda table: table.cursor == 1)


def test_a_wrong_password_is_called_by_its_name(guarded: Mosquitto, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("wrong")
    path = str(tmp_path / "password")
    with Outbox(settings(guarded.port, user="t7", password_file=path)) as table:
        reason = table.await_one(BrokerDown).reason
    assert reason == (
        f"127.0.0.1:{guarded.port}: refused the connection: Not authorized; "
        "check mqtt.user and its password"
    )


def test_a_missing_password_file_is_a_wrong_configuration(tmp_path: Path) -> None:
    own = settings(1, user="t7", password_file=str(tmp_path / "none"))
    with pytest.raises(ConfigError, match=r"mqtt\.password_file: .*none cannot be read"):
        MqttBroker(own, PLACE, lambda _: None, messages.last_will(WHO))


def test_a_missing_authority_is_a_wrong_configuration(tmp_path: Path) -> None:
    own = settings(1, ca_file=str(tmp_path / "none.pem"))
    with pytest.raises(ConfigError, match=r"mqtt: want a CA.*none\.pem"):
        MqttBroker(own, PLACE, lambda _: None, messages.last_will(WHO))


def test_a_broker_that_takes_fewer_messages_at_once_says_what_to_set(tmp_path: Path) -> None:
    lines = ["allow_anonymous true", "max_inflight_messages 10"]
    mosquitto = Mosquitto(tmp_path / "broker", lines)
    mosquitto.start()
    with Outbox(settings(mosquitto.port)) as table:
        assert "set mqtt.in_flight to that or less" in table.await_one(BrokerDown).reason
    with Outbox(settings(mosquitto.port, in_flight=10)) as table:
        table.await_one(BrokerUp)
        with mosquitto.frozen():
            table.add(50)
            for _ in range(20):  # These wait behind the rows: more at once and the broker hangs up.
                table.announce()
        table.run_until(lambda table: table.cursor == 50)
        assert not table.all(BrokerDown)
    mosquitto.close()
