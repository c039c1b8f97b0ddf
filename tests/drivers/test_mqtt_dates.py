"""A certificate that does not hold today: perhaps it is old, perhaps this machine believes in another year."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.events import BrokerDown
from controller.mqtt_settings import MqttSettings
from drivers.mqtt import access
from meter.display import LOST_AFTER_S
from meter.feed import Feed
from meter.memory import Memory
from meter.screen import Screen, Signs
from tests.broker import Mosquitto
from tests.certificates import Authority
from tests.drivers.outbox import Outbox
from tests.meter.papers import TABLE

# paho drops the socket of a failed handshake without closing it: Python closes it, and says so.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
WAIT_S = 30


@pytest.fixture(params=[(100, "is not yet valid"), (-200, "has expired")], ids=["early", "late"])
def dated(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[MqttSettings, str]]:
    """The way to a broker whose certificate holds for 50 days from another day on, and what is wrong with it."""
    authority, (days, wrong) = Authority(tmp_path / "keys"), request.param
    start = datetime.now(UTC) + timedelta(days=days)
    certificate, key = authority.sign_between("broker", start, start + timedelta(days=50))
    lines = [f"certfile {certificate}", f"keyfile {key}"]
    mosquitto = Mosquitto(tmp_path / "broker", lines)
    mosquitto.start()
    yield MqttSettings("localhost", mosquitto.port, ca_file=str(authority.ca)), wrong
    mosquitto.close()


def hint() -> str:
    return f"this machine's date is {datetime.now(UTC):%Y-%m-%d}: check its clock"


def test_a_table_names_this_machines_date(dated: tuple[MqttSettings, str]) -> None:
    settings, wrong = dated
    with Outbox(settings) as table:
        reason = table.await_one(BrokerDown).reason
    assert f"its certificate does not hold: certificate {wrong}; {hint()}" in reason
    assert "mqtt.ca_file" not in reason


def test_a_display_names_this_machines_date(dated: tuple[MqttSettings, str]) -> None:
    settings, _ = dated
    now = [0.0]
    screen = Screen([TABLE], Signs(), Memory(None), clock=lambda: now[0])
    screen.watched()
    now[0] = LOST_AFTER_S + 1
    feed = Feed(settings, access(settings), screen)
    seen = screen.wait(-1, 0)
    feed.start()
    screen.wait(seen, WAIT_S)
    feed.close()
    (view,) = screen.views()
    assert hint() in screen.words(view)["note"]
