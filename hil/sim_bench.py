"""The simulated bench: the real daemon on simulated pins. Every commit runs on it; a laptop can practise on it."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from hil.net_relay import NetRelay
from hil.own_broker import OwnBroker
from hil.own_table import OwnTableBench, sections
from hil.sim_table import SimTable
from hil.station import Station


class SimBench(OwnTableBench):
    name = "sim"

    def __init__(self, station: Station) -> None:
        with ExitStack() as opened:
            folder = Path(opened.enter_context(TemporaryDirectory(prefix="pucklight-hil-")))
            broker = OwnBroker(folder)
            opened.callback(broker.close)
            relay = NetRelay(broker.port)
            opened.callback(relay.close)
            table = SimTable(folder, station.place, relay, sections(station))
            opened.callback(table.close)
            super().__init__(station, opened, table.obey, broker.port)
