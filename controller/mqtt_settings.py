"""How the table finds its broker: the `[mqtt]` part of the settings. Knows what fits together, opens nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Protocol(StrEnum):
    V5 = "5"
    V311 = "3.1.1"
    """For brokers that know no other. They cannot say that they refused a row, so prefer 5."""


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """`[mqtt]`: the broker, and how the table proves who it is."""

    host: str = "127.0.0.1"
    """Its name or address."""
    port: int | None = None
    """1883, or 8883 with TLS, when left out."""
    protocol: Protocol = Protocol.V5
    """Of MQTT. Version 3.1.1 only for brokers that know no other: they cannot say that they refused a row."""
    ca_file: str | None = None
    """Whose signature the broker's certificate must carry; setting it turns TLS on."""
    certificate_file: str | None = None
    """The table's own certificate; its common name is the table's id."""
    key_file: str | None = None
    """The certificate's private key."""
    user: str | None = None
    """The name to log in with, beside or instead of a certificate."""
    password_file: str | None = None
    """A path, or the bare name of a systemd credential."""
    allow_plain: bool = False
    """Unencrypted to another machine. For laboratories."""
    keepalive_s: int = 5
    """After one and a half times this without a sign of life, the broker declares the table gone."""
    in_flight: int = 20
    """Rows sent and not yet acknowledged, at most."""

    @property
    def tls(self) -> bool:
        return self.ca_file is not None

    @property
    def actual_port(self) -> int:
        if self.port is not None:
            return self.port
        return 8883 if self.tls else 1883

    @property
    def loopback(self) -> bool:
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    def problems(self) -> Iterator[tuple[str, str]]:
        if not self.host:
            yield "host", "want a name or an address"
        for key, number, low, high in (
            ("port", self.actual_port, 1, 65535),
            ("keepalive_s", self.keepalive_s, 2, 60),
            ("in_flight", self.in_flight, 1, 1000),
        ):
            if not low <= number <= high:
                yield key, f"want {low} to {high}, got {number}"
        yield from self._unsafe()

    def _unsafe(self) -> Iterator[tuple[str, str]]:
        if (self.certificate_file is None) != (self.key_file is None):
            missing = "key_file" if self.key_file is None else "certificate_file"
            yield missing, "want certificate_file and key_file together"
        if self.certificate_file and not self.tls:
            yield "ca_file", "is missing: a client certificate is only used with TLS"
        if self.password_file and not self.user:
            yield "user", "is missing: a password needs one"
        if not self.tls and not self.loopback and not self.allow_plain:
            yield "ca_file", f"is missing: {self.host} is another machine; or set allow_plain"
