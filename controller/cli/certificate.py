"""Reads from an X.509 certificate whom it names and until when it holds. Proves nothing: that is TLS's part."""

import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from controller.errors import ConfigError

_COMMON_NAME = bytes.fromhex("0603550403")
_GENERAL_TIME, _VERSION_TAG = 0x18, 0xA0


@dataclass(frozen=True)
class Certificate:
    name: str
    """The subject's common name."""
    ends: datetime


def read(path: Path) -> Certificate:
    """The first certificate in a PEM file."""
    try:
        text = path.read_text(encoding="ascii")
        start = text.index("-----BEGIN CERTIFICATE-----")
        end = text.index("-----END CERTIFICATE-----", start) + len("-----END CERTIFICATE-----")
        return parsed(ssl.PEM_cert_to_DER_cert(text[start:end]))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, IndexError) as error:
        raise ConfigError(
            f"{path}: want a certificate in PEM, got none that can be read"
        ) from error


def parsed(der: bytes) -> Certificate:
    """RFC 5280: version (from v2 on), serial, algorithm, issuer, validity, subject, in this order."""
    signed = next(_elements(der))[1]
    parts = list(_elements(next(_elements(signed))[1]))
    if parts[0][0] == _VERSION_TAG:
        parts = parts[1:]
    validity, subject = parts[3][1], parts[4][1]
    _, (tag, ends) = _elements(validity)
    return Certificate(_common_name(subject), _time(tag, ends.decode("ascii")))


def _elements(der: bytes) -> Iterator[tuple[int, bytes]]:
    """Tag and content of each element that stands here, one after the other."""
    at = 0
    while at < len(der):
        tag, length, at = der[at], der[at + 1], at + 2
        if length & 0x80:
            size = length & 0x7F
            length, at = int.from_bytes(der[at : at + size]), at + size
        yield tag, der[at : at + length]
        at += length


def _common_name(subject: bytes) -> str:
    for _, names in _elements(subject):
        for _, pair in _elements(names):
            if pair.startswith(_COMMON_NAME):
                _, (_, text) = _elements(pair)
                return text.decode("utf-8")
    return ""


def _time(tag: int, text: str) -> datetime:
    if tag == _GENERAL_TIME:
        return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)
    # Two digits of the year: 50 and above are of the last century.
    century = "19" if int(text[:2]) >= 50 else "20"
    return datetime.strptime(century + text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)
