"""Every error this product raises on purpose. The class says who must act, the text says what to do."""


class PucklightError(Exception):
    """The one base: anything else that escapes is our own mistake."""

    exit_code = 1


class BadInput(PucklightError):
    """A question that cannot be answered. Correct the line and ask again."""


class UsageError(PucklightError):
    """The command was called wrongly."""

    exit_code = 2


class ConfigError(PucklightError):
    """A file that a person must edit. systemd does not retry on this exit code."""

    exit_code = 78


class JournalError(PucklightError):
    """The money's memory cannot be trusted or written. The table goes out of service."""


class DeviceError(PucklightError):
    """A device does not answer as it should. Check the cable; play stops."""
