"""Which benches there are. The place where one more is added."""

from collections.abc import Callable
from typing import Protocol

from controller.mqtt_settings import MqttSettings
from hil.bench import Bench
from hil.station import Station


class OpenBench(Bench, Protocol):
    mqtt: MqttSettings
    """Where the table's broker is."""


def _sim(station: Station) -> OpenBench:
    from hil.sim_bench import SimBench

    return SimBench(station)


def _prompted(station: Station) -> OpenBench:
    from hil.prompted_bench import PromptedBench

    return PromptedBench(station)


def _jig(station: Station) -> OpenBench:
    from hil.jig_bench import JigBench

    return JigBench(station)


def _vm(station: Station) -> OpenBench:
    from hil.vm_bench import VmBench

    return VmBench(station)


BENCHES: dict[str, Callable[[Station], OpenBench]] = {
    "sim": _sim,
    "prompted": _prompted,
    "jig": _jig,
    "vm": _vm,
}
