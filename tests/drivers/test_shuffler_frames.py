"""Frames are parsed without a port; no bytes whatever make the parser raise, grow or lose the next frame."""

import string
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from drivers.shuffler_frames import (
    LONGEST,
    Frame,
    Parser,
    crc16,
    encode,
    frame,
    is_well_formed,
)

keys = st.text(string.ascii_lowercase, min_size=1, max_size=12)
values = st.text(string.ascii_letters + string.digits + "._-", min_size=1, max_size=20)
frames = st.builds(
    lambda kind, fields: Frame(kind, tuple(fields.items())),
    st.text(string.ascii_uppercase, min_size=2, max_size=8),
    st.dictionaries(keys, values, max_size=5),
)
# Bytes that look like frames find more than bytes that look like nothing.
noise = st.binary(max_size=80) | st.text("$*= \r\nAan09", max_size=300).map(str.encode)
streams = st.lists(frames.map(encode) | noise, max_size=8).map(b"".join)


def fed(*chunks: bytes) -> tuple[list[Frame], Parser]:
    parser = Parser()
    return [found for chunk in chunks for found in parser.feed(chunk)], parser


@given(st.lists(frames, max_size=6))
def test_what_is_encoded_is_what_is_read(sent: list[Frame]) -> None:
    assert all(map(is_well_formed, sent))
    found, parser = fed(b"".join(map(encode, sent)))
    assert found == sent
    assert parser.tally.errors == parser.tally.stray_bytes == 0


@given(streams, st.lists(st.integers(0, 600), max_size=8))
@example(b"$" + b"A" * (LONGEST + 5) + b"\r\n", [100, LONGEST + 1, LONGEST + 2])
def test_any_split_of_the_stream_gives_the_same_frames(stream: bytes, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(stream)]
    chunks = [stream[a:b] for a, b in pairwise(edges)]
    whole, split = fed(stream), fed(*chunks)
    assert split[0] == whole[0]
    assert split[1].tally == whole[1].tally


@given(noise, frames)
def test_a_frame_after_any_noise_is_read(before: bytes, sent: Frame) -> None:
    found, _ = fed(before, encode(sent))
    assert found[-1:] == [sent]


@given(st.lists(noise, max_size=20))
@example([b"$" + b"A" * 100_000])
def test_nothing_makes_the_parser_hold_more_than_one_frame(chunks: list[bytes]) -> None:
    parser = Parser()
    for chunk in chunks:
        parser.feed(chunk)
        assert len(parser._begun) <= LONGEST + 1


@given(frames, st.data())
def test_a_turned_bit_never_gives_another_frame(sent: Frame, data: st.DataObject) -> None:
    """CRC-16 finds every single bit; what it does not cover is the start, the end and its own four digits."""
    spoilt = bytearray(encode(sent))
    at = data.draw(st.integers(0, len(spoilt) - 3))
    spoilt[at] ^= 1 << data.draw(st.integers(0, 7))
    assert fed(bytes(spoilt), b"\r\n")[0] in ([], [sent])


def test_the_crc_has_the_published_check_value() -> None:
    assert crc16(b"123456789") == 0x29B1


GOOD = frame("ACK", n=7)


@pytest.mark.parametrize(
    ("line", "counter"),
    [
        (b"hello", "stray_bytes"),
        (b"$ACK n=7", "half"),
        (b"$ACK n=7\r\n", "half"),
        (b"$ACK n=7*4F7", "half"),
        (b"$ACK n=7*4f7d\r\n", "half"),
        (b"$ACK\x00 n=7*4F7D\r\n", "half"),
        (b"$ACK n=7*4F7E\r\n", "wrong_crc"),
        (b"$" + b"A" * LONGEST + b"*0000\r\n", "oversize"),
        (encode(Frame("ack")), "malformed"),
        (encode(Frame("ACK", (("n", "7"), ("n", "8")))), "malformed"),
        (encode(Frame("ACK", (("n", ""),))), "malformed"),
        (encode(Frame("ACK", (("", "1"),))), "malformed"),
    ],
)
def test_what_is_no_frame_is_counted_and_the_next_one_read(line: bytes, counter: str) -> None:
    found, parser = fed(line, encode(GOOD))
    assert found == [GOOD]
    assert getattr(parser.tally, counter) >= 1
    assert parser.tally.frames == 1


def test_a_line_feed_alone_ends_a_frame() -> None:
    assert fed(b"$ACK n=7*4F7D\n")[0] == [GOOD]


def test_the_longest_frame_passes_and_one_byte_more_does_not() -> None:
    fits = Frame("AB", tuple((f"k{chr(97 + i)}", "v" * 20) for i in range(10)))
    room = LONGEST - len(encode(fits).rstrip())
    longest = Frame("AB", (*fits.fields, ("z", "v" * (room - 3))))
    assert fed(encode(longest))[0] == [longest]
    over = Frame("AB", (*fits.fields, ("z", "v" * (room - 2))))
    found, parser = fed(encode(over))
    assert (found, parser.tally.oversize) == ([], 1)


@pytest.mark.parametrize("value", ["007", "-1", "1e3", "9999999999", "x"])
def test_a_number_is_plain_decimal_or_none(value: str) -> None:
    assert Frame("ACK", (("n", value),)).number("n") is None
