"""The jig bench: a second Pi or an RP2040 moves the table's contacts, over a serial line. See docs/hil-jig.md."""

from controller.errors import ConfigError, DeviceError
from drivers.jig_line import JigLine
from hil.bench import NotPossible, Seen
from hil.station import Station

CANNOT = "cannot"


class JigBench:
    """Fits `bench.Bench`."""

    name = "jig"
    timed = True
    real_time = True

    def __init__(self, station: Station) -> None:
        if not station.jig.port:
            raise ConfigError(
                "jig.port: is missing; name the jig's serial port, such as /dev/ttyACM0"
            )
        self._line = JigLine(station.jig.port)
        self.identity = self._line.ask("id?")
        self.reads_lamps = "lamps" in self.identity.split()
        self.mqtt = station.mqtt
        self._line.ask("rest")  # A run that was cut off may have left a story's table, or chips.

    def do(self, order: str, seen: Seen | None = None) -> str:  # noqa: ARG002
        try:
            return self._line.ask(order)
        except DeviceError as error:
            if f": {CANNOT}" in str(error):
                raise NotPossible(str(error)) from error
            raise

    def ask(self, question: str) -> bool:
        raise NotPossible(f"a jig has no eyes: {question}")

    def prompts(self) -> list[dict[str, object]]:
        return []

    def close(self) -> None:
        self._line.close()
