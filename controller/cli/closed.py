"""A table that may not play: its memory or its board failed the self-check. Says so, moves nothing, and lets go."""

import time

from controller import clock, messages
from controller import events as e
from controller.cli.settings import Settings
from controller.inbox import Inbox
from controller.messages import Alert, Identity, Place, Service, Topic
from drivers.mqtt import MqttBroker
from drivers.watchdog import SystemdWatchdog

LOOK_AGAIN_S = 60
"""Then the process ends and systemd starts it anew: what was mended is found without anybody at the table."""
TEXT_MOST = 500


def stay_closed(settings: Settings, inbox: Inbox, who: Identity, reason: str) -> int:
    place = Place(settings.table.site, settings.table.id)
    broker = MqttBroker(settings.mqtt, place, inbox.put, messages.last_will(who))
    watchdog = SystemdWatchdog()
    watchdog.ready(f"out of service: {reason}")
    stopped = False
    until = time.monotonic() + LOOK_AGAIN_S
    try:
        while not stopped and time.monotonic() < until:
            event = inbox.take(1)
            if isinstance(event, e.BrokerUp):
                _tell(broker, who, reason[:TEXT_MOST])
            stopped = isinstance(event, e.Stopped)
            watchdog.alive()
    finally:
        watchdog.stopping()
        broker.close()
    return 0 if stopped else 1


def _tell(broker: MqttBroker, who: Identity, reason: str) -> None:
    now = clock.now()
    status = messages.status(who, Service.OUT_OF_SERVICE, reason, None, now)
    broker.publish(Topic.STATUS, status, retain=True, qos=1)
    alert = Alert(
        "self_check", reason, "do what the text says; the table looks again by itself", now, True
    )
    broker.publish(
        messages.alert_topic("self_check"), messages.alert(who.table, alert), retain=True, qos=1
    )
