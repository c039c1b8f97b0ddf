"""The page, its events and its orders over HTTP on this machine alone. Knows no table: facts out, orders in."""

import json
import queue
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from controller.errors import BadInput, PucklightError
from demo.broker import HOST
from demo.hub import Hub

STATIC = Path(__file__).with_name("static")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
QUIET_S = 5.0
ORDER_MOST = 4096
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-src http://127.0.0.1:*; "
    "frame-ancestors 'none'"
)


class DemoServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int, hub: Hub, do: Callable[[Mapping[str, Any]], None]) -> None:
        self.hub, self.do = hub, do
        self.files = {f"/{path.name}": path for path in STATIC.iterdir()}
        self.files["/"] = STATIC / "index.html"
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: DemoServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """The terminal belongs to whoever started the demo."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if not self._from_here():
            self._answer(HTTPStatus.FORBIDDEN, b"only from this machine", "text/plain")
        elif path == "/events":
            self._events()
        elif file := self.server.files.get(path):
            self._answer(HTTPStatus.OK, file.read_bytes(), TYPES[file.suffix])
        else:
            self._answer(HTTPStatus.NOT_FOUND, b"no such page", "text/plain")

    def do_POST(self) -> None:
        size = self.headers.get("Content-Length", "")
        body = self.rfile.read(min(int(size), ORDER_MOST)) if size.isdecimal() else b""
        # A page from elsewhere cannot send this type without being asked, and is not answered when it asks.
        ours = self.headers.get("Content-Type") == "application/json"
        if not self._from_here() or not ours or self.path != "/act":
            self._answer(HTTPStatus.FORBIDDEN, b"{}", "application/json")
            return
        try:
            self.server.do(_order(body))
        except (PucklightError, OSError) as error:
            said = json.dumps({"ok": False, "error": str(error)}).encode()
            self._answer(HTTPStatus.CONFLICT, said, "application/json")
        else:
            self._answer(HTTPStatus.OK, b'{"ok": true}', "application/json")

    def _from_here(self) -> bool:
        port = self.server.server_port
        return self.headers.get("Host") in (f"{HOST}:{port}", f"localhost:{port}")

    def _events(self) -> None:
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        try:
            with self.server.hub.listening() as ear:
                self._pass_on(ear)
        except OSError:
            return  # The browser has gone.

    def _pass_on(self, ear: "queue.Queue[tuple[str, Any] | None]") -> None:
        while True:
            try:
                news = ear.get(timeout=QUIET_S)
            except queue.Empty:
                self.wfile.write(b": still here\n\n")
                continue
            if news is None:
                return
            name, value = news
            self.wfile.write(f"data: {json.dumps({'name': name, 'value': value})}\n\n".encode())

    def _answer(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)


def _order(body: bytes) -> Mapping[str, Any]:
    try:
        order = json.loads(body)
    except ValueError as error:
        raise BadInput(f"want a JSON object, got {body[:80]!r}") from error
    if not isinstance(order, dict):
        raise BadInput(f"want a JSON object, got {body[:80]!r}")
    return order
