"""Serves one page and its stream of events to browsers on this machine. Knows HTTP, no table.

Every event is the whole screen, sent on change and once a second, so it is the heartbeat too: a page that reconnects
is right at its first event. Nothing is queued for a slow page: it gets the newest when it can take it.
"""

import sys
import threading
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from typing import Any

import structlog

from controller.errors import ConfigError
from meter.screen import Screen

log = structlog.get_logger()

ADDRESS = "127.0.0.1"
BEAT_S = 1.0
LOOK_S = 0.2
"""Time alone changes a screen too: a heartbeat that does not come."""
WRITE_WAIT_S = 10
MOST_VIEWERS = 16

FILES = {
    "/": ("index.html", "text/html"),
    "/meter.css": ("meter.css", "text/css"),
    "/states.css": ("states.css", "text/css"),
    "/meter.js": ("meter.js", "text/javascript"),
    "/card.js": ("card.js", "text/javascript"),
    "/rolling.js": ("rolling.js", "text/javascript"),
    "/segments.js": ("segments.js", "text/javascript"),
}
"""Nothing else is served, so no path can lead anywhere."""


class MeterServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, screen: Screen, port: int) -> None:
        self.screen = screen
        self.closing = threading.Event()
        self.viewers = threading.Semaphore(MOST_VIEWERS)
        try:
            super().__init__((ADDRESS, port), _Request)
        except OSError as error:
            raise ConfigError(
                f"{ADDRESS}:{port} cannot be served: {error.strerror}; choose another --port"
            ) from error

    @property
    def address(self) -> str:
        return f"http://{ADDRESS}:{self.server_port}/"

    def start(self) -> None:
        threading.Thread(target=self.serve_forever, name="pages", daemon=True).start()

    def close(self) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, *_: Any) -> None:
        """Overrides a print of the whole stack: a browser that leaves is no error."""
        error = sys.exception()
        if not isinstance(error, ConnectionError | TimeoutError):
            log.error("page_not_served", error=repr(error))


class _Request(BaseHTTPRequestHandler):
    server: MeterServer
    timeout = WRITE_WAIT_S

    def do_GET(self) -> None:
        if self.path == "/events":
            self._events()
        elif self.path in FILES:
            self._file(*FILES[self.path])
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _file(self, name: str, kind: str) -> None:
        body = (resources.files("meter") / "static" / name).read_bytes()
        self._head(f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _events(self) -> None:
        if not self.server.viewers.acquire(blocking=False):
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "too many viewers")
            return
        try:
            self._head("text/event-stream")
            self.end_headers()
            self.wfile.write(b"retry: 1000\n\n")
            self.server.screen.watched()
            self._stream()
        except OSError:
            # The browser left, or took nothing for WRITE_WAIT_S: it comes back by itself.
            self.close_connection = True
        finally:
            self.server.viewers.release()

    def _stream(self) -> None:
        screen, seen, sent, sent_at = self.server.screen, -1, "", 0.0
        while not self.server.closing.is_set():
            shown = screen.snapshot()
            if shown != sent or time.monotonic() - sent_at >= BEAT_S:
                self.wfile.write(f"data: {shown}\n\n".encode())
                sent, sent_at = shown, time.monotonic()
            seen = screen.wait(seen, LOOK_S)

    def _head(self, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "default-src 'self'; img-src 'self' data:")
        self.send_header("X-Content-Type-Options", "nosniff")

    def log_message(self, *_: Any) -> None:
        """Overrides a line on stderr for every request."""
