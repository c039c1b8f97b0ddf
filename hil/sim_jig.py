"""A simulated jig on a pty, wired to a simulated table: speaks docs/hil-jig.md byte for byte.

`python -m hil.sim_jig --station FILE --link PATH` runs one; it prints the broker's port, then serves until its standard
input ends.
"""

import argparse
import os
import select
import sys
import threading
import tty
from pathlib import Path

from controller.errors import BadInput, PucklightError
from hil import station as station_file
from hil.sim_bench import SimBench


class SimJig:
    def __init__(self, bench: SimBench, link: Path) -> None:
        self._bench = bench
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(self._slave))
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="sim-jig", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        os.close(self._slave)
        os.close(self._master)

    def _serve(self) -> None:
        waiting = b""
        while not self._closing.is_set():
            if not select.select([self._master], [], [], 0.05)[0]:
                continue
            *lines, waiting = (waiting + os.read(self._master, 4096)).split(b"\n")
            for line in lines:
                os.write(self._master, self._answer(line.decode(errors="replace")).encode())

    def _answer(self, line: str) -> str:
        number, _, order = line.strip().partition(" ")
        try:
            said = "pucklight-jig 1 lamps SIM-JIG-1" if order == "id?" else self._bench.do(order)
        except BadInput as error:
            said = f"error: {error}"
        except PucklightError as error:
            said = f"error: {'cannot: ' if 'no such order' in str(error) else ''}{error}"
        return f"{number} {' '.join(said.split())}\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m hil.sim_jig", description=__doc__)
    parser.add_argument("--station", type=Path, required=True)
    parser.add_argument("--link", type=Path, required=True)
    args = parser.parse_args()
    bench = SimBench(station_file.load(args.station))
    jig = SimJig(bench, args.link)
    try:
        print(f"ready {bench.mqtt.actual_port}", flush=True)
        sys.stdin.read()
    finally:
        jig.close()
        bench.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
