"""The serial line to a loop-back jig: one order out, one answer back, each with its number. See docs/hil-jig.md."""

import serial

from controller.errors import DeviceError

ANSWER_S = 60.0
BAUD = 115_200


class JigLine:
    def __init__(self, path: str) -> None:
        self._path = path
        self._number = 0
        try:
            self._port = serial.Serial(path, BAUD, timeout=ANSWER_S)
        except (serial.SerialException, OSError) as error:
            raise DeviceError(
                f"jig.port: {path} cannot be opened: {error}; plug the jig in"
            ) from error

    def ask(self, order: str) -> str:
        """What the jig answered. An answer to an earlier order is dropped: its asker has given up."""
        self._number += 1
        try:
            self._port.write(f"{self._number} {order}\n".encode())
            while True:
                line = self._port.readline().decode(errors="replace").strip()
                number, _, answer = line.partition(" ")
                if not line or number == str(self._number):
                    break
        except (serial.SerialException, OSError) as error:
            raise DeviceError(
                f"jig: {self._path} is gone: {error}; plug it in and --resume"
            ) from error
        if not line:
            raise DeviceError(f"jig: {order}: no answer within {ANSWER_S:.0f} s; reset the jig")
        if answer.startswith("error: "):
            raise DeviceError(f"jig: {order}: {answer.removeprefix('error: ')}")
        return answer

    def close(self) -> None:
        self._port.close()
