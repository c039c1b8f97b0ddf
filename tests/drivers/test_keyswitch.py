"""The floor's key and the service contact, on every rig."""

import pytest

from controller.events import DeviceFailed, KeyPosition, KeyTurned, ServiceTurned
from controller.inbox import Inbox
from drivers import contacts
from drivers.keyswitch import SupervisorKey
from tests.drivers.conftest import Next
from tests.drivers.rigs import Rig


def test_key_and_service_contact_are_reported_at_the_start_and_at_every_turn(
    rig: Rig, inbox: Inbox, next_event: Next
) -> None:
    key = SupervisorKey(rig.pins, rig.wiring, inbox.put)
    assert [next_event(), next_event()] == [KeyTurned(KeyPosition.RUN), ServiceTurned(False)]
    rig.set(rig.wiring.key_line(), True, bounces=20)
    assert next_event() == KeyTurned(KeyPosition.JPH)
    assert key.position() is KeyPosition.JPH
    rig.set(rig.wiring.service_line(), True)
    assert next_event() == ServiceTurned(True)
    assert key.service()
    rig.set(rig.wiring.key_line(), False, bounces=20)
    assert next_event() == KeyTurned(KeyPosition.RUN)
    assert (key.position(), key.service()) == (KeyPosition.RUN, True)
    key.close()


def test_a_key_that_was_turned_while_we_were_away_is_known_at_the_start(
    booting_rig: Rig, inbox: Inbox, next_event: Next
) -> None:
    booting_rig.set(booting_rig.wiring.key_line(), True)
    booting_rig.set(booting_rig.wiring.service_line(), True)
    key = SupervisorKey(booting_rig.pins, booting_rig.wiring, inbox.put)
    assert (key.position(), key.service()) == (KeyPosition.JPH, True)
    assert [next_event(), next_event()] == [KeyTurned(KeyPosition.JPH), ServiceTurned(True)]
    key.close()


def test_a_board_that_vanishes_is_reported(
    unpluggable_rig: Rig, inbox: Inbox, next_event: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts, "SWEEP_NS", 20_000_000)
    key = SupervisorKey(unpluggable_rig.pins, unpluggable_rig.wiring, inbox.put)
    assert [next_event(), next_event()] == [KeyTurned(KeyPosition.RUN), ServiceTurned(False)]
    unpluggable_rig.unplug(True)
    failed = next_event()
    assert isinstance(failed, DeviceFailed)
    assert failed.device == "key"
    unpluggable_rig.unplug(False)
    assert next_event() == DeviceFailed("key", "")
    key.close()
