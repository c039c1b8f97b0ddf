"""Every example on the page that vendors read is true of the code."""

import re
from pathlib import Path

import pytest

from drivers.shuffler_facts import OWN_FAULTS
from drivers.shuffler_frames import LONGEST, Parser, crc16, encode, frame
from drivers.shuffler_session import Timing
from drivers.sim import shuffler_direct
from drivers.sim.shuffler_direct import DirectShuffler
from drivers.sim.shuffler_machine import Machine, Model, Pace

PAGE = (Path(__file__).parents[2] / "docs/shuffler-protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"\$[A-Z]+[^$`\n*]*\*[0-9A-F]{4}", PAGE)
SPOILT = "$FAULT n=8 code=jam*1FDC"


def test_every_frame_on_the_page_is_one_but_the_spoilt_one() -> None:
    assert len(EXAMPLES) >= 18
    for example in EXAMPLES:
        assert len(Parser().feed(example.encode() + b"\r\n")) == (example != SPOILT), example


def test_the_worked_example_of_the_crc_is_right() -> None:
    for text, crc in (("123456789", "29B1"), ("STACK n=17 number=1 cards=3", "F772")):
        assert f"`{text}` give `{crc}`" in PAGE.replace("characters ", "")
        assert f"{crc16(text.encode()):04X}" == crc
    assert f"the {len('STACK n=17 number=1 cards=3')} characters" in PAGE


def test_the_bytes_of_the_worked_example_are_right() -> None:
    sent = encode(frame("STACK", n=17, number=1, cards=3))
    assert sent.hex(" ").upper() in PAGE
    assert f"these {len(sent)} bytes" in PAGE


def test_the_c_function_computes_what_ours_does() -> None:
    """Transcribed line by line: the page's loop, not our library call."""

    def crc(text: bytes) -> int:
        value = 0xFFFF
        for byte in text:
            value ^= byte << 8
            for _ in range(8):
                value = (value << 1) ^ 0x1021 if value & 0x8000 else value << 1
                value &= 0xFFFF
        return value

    assert all(crc(text.encode()) == crc16(text.encode()) for text in EXAMPLES)


def test_the_round_on_the_page_is_what_host_and_machine_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[str] = []

    class Overheard(Machine):
        def take_output(self) -> bytes:
            said = super().take_output()
            heard.extend(f"M> {line}" for line in said.decode("ascii").splitlines())
            return said

        def receive(self, chunk: bytes, now: float) -> None:
            heard.extend(f"H> {line}" for line in chunk.decode("ascii").splitlines())
            super().receive(chunk, now)

    monkeypatch.setattr(shuffler_direct, "Machine", Overheard)
    table = DirectShuffler(lambda _: None, Model("TCP-00417", "9b1f04ce", True, True))
    table.do("deal 2, 2=AsKsQs")
    table.permit(True)
    table.permit(False)
    table.do("wrong-crc")
    table.do("jam")
    table.advance(0.5)
    assert heard == re.findall(r"^[HM]> .*$", PAGE, re.MULTILINE)


def test_the_times_and_limits_on_the_page_are_those_of_the_code() -> None:
    timing, pace = Timing(), Pace()
    for sentence in (
        f"at most {LONGEST} bytes",
        f"| host | {timing.silence_s} s |",
        f"| machine | {pace.host_silence_s:g} s |",
        f"when {pace.resend_s} s have passed",
        f"takes {timing.facts_at_once:g} facts at once and {timing.facts_per_s:g} a second",
        "after 0.25, 0.5, 1, then every 2 s",
    ):
        assert sentence in PAGE, sentence
    assert timing.back_off_s == (0.25, 0.5, 1.0, 2.0)
    assert all(f"`{code}`" in PAGE for code in OWN_FAULTS)
