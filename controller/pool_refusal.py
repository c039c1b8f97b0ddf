"""The pool's no: a code for the lamps, MQTT and tests, and one line for the person."""

from controller.errors import PucklightError


class PoolRefusal(PucklightError):
    """Asked for something the rules or the books do not allow. Nothing has changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
