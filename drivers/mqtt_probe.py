"""Goes to the broker once as the table would, says a word and hears it back. For `pucklight doctor`.

Comes under a client id of its own: with the table's, the broker would throw the table out. Says only `alert/doctor`,
empty and not retained, which in the contract is an alert that does not stand: nobody who hears it has anything to do.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from controller.messages import Place, alert_topic
from controller.mqtt_settings import MqttSettings
from drivers.mqtt_connection import VERSIONS, Access

LOOP_S = 0.05


class Step(StrEnum):
    LOGIN = "login"
    SUBSCRIBE = "subscribe"
    PUBLISH = "publish"
    HEAR = "hear"


@dataclass(frozen=True, slots=True)
class Stop:
    """How far it came, and why no further."""

    step: Step
    reason: str


def talk(settings: MqttSettings, place: Place, access: Access, wait_s: float = 4.0) -> Stop | None:
    """None: all steps were taken."""
    return _Talk(settings, place, access, wait_s).whole()


class _Talk:
    def __init__(self, settings: MqttSettings, place: Place, access: Access, wait_s: float) -> None:
        self._settings, self._wait_s = settings, wait_s
        self._topic = f"{place.prefix}{alert_topic('doctor')}"
        self._answers: dict[Step, str] = {}
        """By step: why the broker refused it; empty where it agreed."""
        name = f"{place.client_id}-doctor"
        self._client = client = Client(
            CallbackAPIVersion.VERSION2, name, protocol=VERSIONS[settings.protocol]
        )
        client.connect_timeout = wait_s
        if settings.user:
            client.username_pw_set(settings.user, access.password)
        if access.tls:
            client.tls_set_context(access.tls)
        client.on_connect = lambda _, __, ___, reason, ____: self._said(Step.LOGIN, reason)
        client.on_subscribe = lambda _, __, ___, reasons, ____: self._said(
            Step.SUBSCRIBE, reasons[0]
        )
        client.on_publish = lambda _, __, ___, reason, ____: self._said(Step.PUBLISH, reason)
        client.on_message = self._heard

    def whole(self) -> Stop | None:
        client, settings = self._client, self._settings
        steps: dict[Step, Callable[[], Any]] = {
            Step.LOGIN: lambda: client.connect(settings.host, settings.actual_port, 10),
            Step.SUBSCRIBE: lambda: client.subscribe(self._topic, qos=1),
            Step.PUBLISH: lambda: client.publish(self._topic, b"", qos=1, retain=False),
            Step.HEAR: lambda: None,
        }
        try:
            for step, begin in steps.items():
                begin()
                if reason := self._refused(step):
                    return Stop(step, reason)
            client.disconnect()
            return None
        except OSError as error:
            return Stop(Step.LOGIN, error.strerror or str(error))
        finally:
            self._let_go()

    def _heard(self, *_: Any) -> None:
        self._answers[Step.HEAR] = ""

    def _said(self, step: Step, reason: Any) -> None:
        self._answers.setdefault(step, str(reason) if reason.is_failure else "")

    def _refused(self, step: Step) -> str:
        until = time.monotonic() + self._wait_s
        while step not in self._answers:
            if time.monotonic() > until:
                return f"no answer within {self._wait_s:g} s"
            if (ended := self._client.loop(LOOP_S)) != MQTTErrorCode.MQTT_ERR_SUCCESS:
                return self._answers.get(step) or f"the connection was lost ({ended.name})"
        return self._answers[step]

    def _let_go(self) -> None:
        client = self._client
        client.on_connect = client.on_subscribe = client.on_publish = client.on_message = None
        if left := client.socket():
            left.close()
