"""The shuffler's line as bytes: frames in, frames out, the CRC checked; docs/shuffler-protocol.md in code.

Knows how a frame is written. Knows no port, no clock, and not what a frame means.
"""

import binascii
import re
from dataclasses import dataclass

LONGEST = 256
"""Bytes from `$` to `*CRC`, the line end not counted. What is longer is no frame."""

_KIND = re.compile(r"[A-Z]{2,8}")
_KEY = re.compile(r"[a-z]{1,12}")
_VALUE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_WHOLE = re.compile(rb"\$([^$*]*)\*([0-9A-F]{4})")


def crc16(text: bytes) -> int:
    """CRC-16/IBM-3740, also called CCITT-FALSE: polynomial 0x1021, start 0xFFFF, nothing reflected or inverted."""
    return binascii.crc_hqx(text, 0xFFFF)


@dataclass(frozen=True, slots=True)
class Frame:
    kind: str
    fields: tuple[tuple[str, str], ...] = ()

    def text(self, key: str) -> str:
        """The value, or nothing: a value on the line is never empty."""
        return dict(self.fields).get(key, "")

    def number(self, key: str) -> int | None:
        value = self.text(key)
        return int(value) if _NUMBER.fullmatch(value) else None


def frame(kind: str, **fields: str | int) -> Frame:
    return Frame(kind, tuple((key, str(value)) for key, value in fields.items()))


def encode(sent: Frame) -> bytes:
    words = [sent.kind, *(f"{key}={value}" for key, value in sent.fields)]
    body = " ".join(words).encode("ascii")
    return b"$%b*%04X\r\n" % (body, crc16(body))


def is_well_formed(checked: Frame) -> bool:
    keys = [key for key, _ in checked.fields]
    return (
        bool(_KIND.fullmatch(checked.kind))
        and len(keys) == len(set(keys))
        and all(_KEY.fullmatch(key) and _VALUE.fullmatch(value) for key, value in checked.fields)
    )


@dataclass(slots=True)
class Tally:
    """What came over the line since it was opened."""

    frames: int = 0
    stray_bytes: int = 0
    """Outside any frame."""
    half: int = 0
    """Broken off by the start of another frame, a line end or a byte that no frame holds."""
    wrong_crc: int = 0
    oversize: int = 0
    malformed: int = 0
    """The CRC is right, the text is no frame: the machine's own mistake."""

    @property
    def errors(self) -> int:
        return self.half + self.wrong_crc + self.oversize + self.malformed


class Parser:
    """Any split of the stream gives the same frames. Never raises; holds at most one frame."""

    def __init__(self) -> None:
        self.tally = Tally()
        self._begun = bytearray()
        """From `$` on; empty while no frame has begun."""

    def feed(self, chunk: bytes) -> list[Frame]:
        return [ended for byte in chunk if (ended := self._take(byte)) is not None]

    def _take(self, byte: int) -> Frame | None:
        if byte == 0x24:  # `$` begins a frame wherever it stands: one lost byte costs one frame.
            self.tally.half += bool(self._begun)
            self._begun[:] = b"$"
        elif not self._begun:
            self.tally.stray_bytes += byte not in b"\r\n"
        elif byte == 0x0A:
            return self._end()
        elif byte == 0x0D or 0x20 <= byte <= 0x7E:
            self._grow(byte)
        else:
            self.tally.half += 1
            self._begun.clear()
        return None

    def _grow(self, byte: int) -> None:
        self._begun.append(byte)
        if len(self._begun) > LONGEST + 1:  # One more for the carriage return.
            self.tally.oversize += 1
            self._begun.clear()

    def _end(self) -> Frame | None:
        line = bytes(self._begun).removesuffix(b"\r")
        self._begun.clear()
        whole = _WHOLE.fullmatch(line)
        if len(line) > LONGEST:
            self.tally.oversize += 1
        elif whole is None:
            self.tally.half += 1
        elif crc16(whole[1]) != int(whole[2], 16):
            self.tally.wrong_crc += 1
        else:
            return self._read(whole[1].decode("ascii"))
        return None

    def _read(self, body: str) -> Frame | None:
        kind, *words = body.split(" ")
        pairs = (word.partition("=") for word in words)
        read = Frame(kind, tuple((key, value) for key, _, value in pairs))
        if "\r" in body or not is_well_formed(read):
            self.tally.malformed += 1
            return None
        self.tally.frames += 1
        return read
