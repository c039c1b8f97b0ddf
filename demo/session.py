"""From the command to Ctrl-C: a folder that does not outlive the demo, everything in it, and one printed address."""

import errno
import signal
import tempfile
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from controller.errors import UsageError
from demo.acts import Acts
from demo.autoplay import Autoplay
from demo.hub import Hub
from demo.stage import Choices, Stage
from demo.web import DemoServer

PORT = 8787
LONGEST_FOLDER = 60
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Wish:
    choices: Choices
    port: int | None = None
    """None: the usual one, or another if that is taken."""
    autoplay: bool = False


def play(wish: Wish) -> int:
    over = threading.Event()
    before = {number: signal.signal(number, lambda *_: over.set()) for number in ENDS}
    try:
        with ExitStack() as open_things:
            _open(wish, open_things)
            over.wait()
            print("\nClearing the table.", flush=True)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return 0


def _open(wish: Wish, open_things: ExitStack) -> None:
    folder = open_things.enter_context(_folder())
    hub = Hub()
    stage = Stage(Path(folder), wish.choices, hub)
    open_things.callback(stage.close)
    acts = Acts(stage)
    server = _server(wish.port, hub, acts)
    open_things.callback(server.server_close)
    print("Setting the table ...", flush=True)
    stage.start()
    autoplay = Autoplay(acts, hub, wish.choices.speed)
    open_things.callback(autoplay.close)
    threading.Thread(target=server.serve_forever, name="web", daemon=True).start()
    open_things.callback(server.shutdown)
    open_things.callback(hub.close)
    if wish.autoplay:
        acts.do({"do": "autoplay", "on": True})
    if wish.port is None and server.server_port != PORT:
        print(f"Port {PORT} is taken; another was chosen.")
    _print_addresses(server, stage)


def _folder() -> "tempfile.TemporaryDirectory[str]":
    # A socket's path may have 107 characters, and some systems name their temporary folder at length.
    roomy = len(tempfile.gettempdir()) <= LONGEST_FOLDER
    return tempfile.TemporaryDirectory(prefix="pucklight-demo-", dir=None if roomy else "/tmp")


def _server(port: int | None, hub: Hub, acts: Acts) -> DemoServer:
    try:
        return DemoServer(PORT if port is None else port, hub, acts.do)
    except OSError as error:
        if port is not None:
            why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used ({error})"
            raise UsageError(f"--port {port} {why}; name another, or none") from error
        return DemoServer(0, hub, acts.do)


def _print_addresses(server: DemoServer, stage: Stage) -> None:
    broker = stage.broker
    print(f"\n  The table:   {server.address}")
    if page := stage.hub.get("display")["page"]:
        print(f"  Its meter:   {page}")
    print(f"  Its broker:  127.0.0.1:{broker.port} ({broker.kind})")
    print("\nA simulation: real program, simulated pins. Ctrl-C clears it away.", flush=True)
