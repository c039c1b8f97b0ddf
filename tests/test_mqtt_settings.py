"""The [mqtt] part of the settings, as files say it."""

from pathlib import Path

import pytest

from controller import tomlfile
from controller.errors import ConfigError
from controller.mqtt_settings import MqttSettings, Protocol


def read(folder: Path, text: str) -> MqttSettings:
    (folder / "mqtt.toml").write_text(text)
    return tomlfile.read([folder / "mqtt.toml"], MqttSettings)


def test_a_broker_on_the_same_machine_needs_no_more_than_names(tmp_path: Path) -> None:
    settings = read(tmp_path, "")
    assert (settings.host, settings.actual_port) == ("127.0.0.1", 1883)
    assert settings.protocol is Protocol.V5


def test_tls_has_its_own_port(tmp_path: Path) -> None:
    settings = read(tmp_path, 'host = "broker"\nca_file = "ca.pem"\nprotocol = "3.1.1"')
    assert settings.tls
    assert settings.actual_port == 8883


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('host = "broker"', "ca_file: is missing: broker is another machine; or set allow_plain"),
        ('certificate_file = "a"', "key_file: want certificate_file and key_file together"),
        ('key_file = "a"', "certificate_file: want certificate_file and key_file together"),
        ('key_file = "a"\ncertificate_file = "b"', "ca_file: is missing: a client certificate"),
        ('password_file = "a"', "user: is missing: a password needs one"),
        ("in_flight = 0", "in_flight: want 1 to 1000, got 0"),
        ("keepalive_s = 1", "keepalive_s: want 2 to 60, got 1"),
        ("port = 70000", "port: want 1 to 65535, got 70000"),
        ('host = ""', "host: want a name or an address"),
        ('protocol = "4"', 'protocol: want one of 5, 3.1.1, got "4"'),
    ],
)
def test_what_does_not_fit_together_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ConfigError) as raised:
        read(tmp_path, text)
    assert complaint in str(raised.value)


def test_plain_to_another_machine_must_be_allowed_by_name(tmp_path: Path) -> None:
    assert read(tmp_path, 'host = "broker"\nallow_plain = true').actual_port == 1883
