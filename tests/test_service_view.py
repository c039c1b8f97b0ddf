"""In service mode the table shows what every device does, on the topic `test`, and books nothing."""

from pathlib import Path

import pytest

from controller import events as e
from controller import messages
from controller.messages import DeviceSeen
from controller.service_view import seen_of
from tests.broker import Mosquitto
from tests.real_table import real_table
from tests.subscriber import validator


@pytest.mark.parametrize(
    ("event", "seen"),
    [
        (e.ChipMoved(3, True, 1840), DeviceSeen("chip", "3", True, 1840)),
        (e.KeyPressed(e.Key.COIN_IN), DeviceSeen("press", "coin-in")),
        (e.KeysClashed((e.Key.SEAT_1, e.Key.J_POT)), DeviceSeen("clash", "seat-1 j-pot")),
        (e.KeyStuck(e.Key.SEAT_1, True), DeviceSeen("stuck", "seat-1", True)),
        (e.KeyTurned(e.KeyPosition.JPH), DeviceSeen("key", "jph")),
        (e.ServiceTurned(False), DeviceSeen("service", "contact", False)),
        (e.BadgeSwiped("12345678"), DeviceSeen("badge", "8 digits", True)),
        (e.BadgeSwiped(""), DeviceSeen("badge", "0 digits", False)),
        (e.ShufflerUp("S-1", "f", False), DeviceSeen("shuffler", "S-1", True)),
        (e.ShufflerDown("unplugged"), DeviceSeen("shuffler", "line", False)),
        (e.ShufflerFault("jam"), DeviceSeen("shuffler_fault", "jam", True)),
        (e.DeckLoaded("red", 52), DeviceSeen("deck", "red")),
        (e.BrokerUp(), None),
    ],
)
def test_what_is_shown_of_an_event_fits_the_schema(event: e.Event, seen: DeviceSeen | None) -> None:
    assert seen_of(event) == seen
    if seen:
        validator("test").validate(messages.test("t7", seen, 1))


def test_a_badge_number_is_never_shown() -> None:
    assert "12345678" not in str(seen_of(e.BadgeSwiped("12345678")))


def test_only_in_service_mode_and_without_a_row(tmp_path: Path, broker: Mosquitto) -> None:
    with real_table(tmp_path, broker) as table:
        table.heard.wait(lambda heard: bool(heard.messages("round")))
        table.order("chip 1 on")
        table.order("wait-lamp 1 seen")
        table.order("service on")
        assert table.wait_row(0)["type"] == "service_entered"
        rows = len(table.rows())
        assert not table.heard.messages("test")  # What was done in play is nobody's test.
        table.order("press coin-in")
        table.order("chip 1 off")
        told = [message.body for message in table.heard.wait_for("test", 2)]
        assert [(body["what"], body["which"], body["on"]) for body in told] == [
            ("press", "coin-in", None),
            ("chip", "1", False),
        ]
        assert len(table.rows()) == rows
