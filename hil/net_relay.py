"""The table's network cable, as far as a bench without hardware has one: a relay of bytes that can be cut."""

import contextlib
import select
import socket
import threading

_CHUNK = 65_536


class NetRelay:
    """Listens for the table, speaks to the broker. Cut, it drops what is open and refuses what comes."""

    def __init__(self, broker_port: int, port: int = 0) -> None:
        self._broker_port = broker_port
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._plugged = True
        self._server = socket.create_server(("127.0.0.1", port))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._accept, name="net-relay", daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            self._plugged = False
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        with self._lock:
            self._plugged = True

    def close(self) -> None:
        self.cut()
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return  # Closed.
            if self._plugged:
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()
            else:
                near.close()

    def _carry(self, near: socket.socket) -> None:
        with near, socket.create_connection(("127.0.0.1", self._broker_port)) as far:
            ends = {near: far, far: near}
            for end in ends:
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._open |= ends.keys()
            try:
                while self._plugged and self._pass_on(ends):
                    pass
            finally:
                with self._lock:
                    self._open -= ends.keys()

    def _pass_on(self, ends: dict[socket.socket, socket.socket]) -> bool:
        ready, _, _ = select.select(list(ends), [], [], 1.0)
        for end in ready:
            try:
                chunk = end.recv(_CHUNK)
                if not chunk:
                    return False
                ends[end].sendall(chunk)
            except OSError:
                return False
        return True
