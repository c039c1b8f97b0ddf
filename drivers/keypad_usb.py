"""A USB keypad: key codes to keys. What a press is, `key_scan` decides, as for the matrix."""

from collections.abc import Mapping

from controller.events import Event
from controller.ports import Put
from drivers.input_events import PRESSED, RELEASED
from drivers.input_reader import RETRY_S, InputReader
from drivers.key_scan import BIT, KeyScan
from drivers.wiring import KeypadWiring


class CodedKeys:
    """Fits `KeyListener`. Codes that stand for no key (Num Lock, say) are nothing."""

    def __init__(self, codes: Mapping[str, int], stuck_ns: int) -> None:
        self._bits = {codes[key]: bit for key, bit in BIT.items()}
        self._stuck_ns = stuck_ns
        self._scan = KeyScan(0, stuck_ns)
        self._frame = 0

    def opened(self, down: frozenset[int], now_ns: int) -> list[Event]:
        # What was held on a device that went is not held any more, and what is down on a new one was never pressed.
        freed = self._scan.feed(0, now_ns)
        self._scan = KeyScan(0, self._stuck_ns)
        self._frame = sum(bit for code, bit in self._bits.items() if code in down)
        return freed + self._scan.feed(self._frame, now_ns)

    def key(self, code: int, value: int, now_ns: int) -> list[Event]:
        bit = self._bits.get(code, 0)
        if value == PRESSED:
            self._frame |= bit
        elif value == RELEASED:
            self._frame &= ~bit
        return self._scan.feed(self._frame, now_ns)

    def passed(self, now_ns: int) -> list[Event]:
        return self._scan.feed(self._frame, now_ns)

    @property
    def due_ns(self) -> int | None:
        return self._scan.due_ns


def usb_keypad(keypad: KeypadWiring, put: Put, retry_s: float = RETRY_S) -> InputReader:
    keys = CodedKeys(keypad.codes, keypad.stuck_ms * 1_000_000)
    return InputReader("keypad", keypad.path, keypad.grab, keys, put, retry_s)
