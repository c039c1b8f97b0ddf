"""Debouncing, pure: levels and times in, settled changes out. Knows no pin, no thread and no clock."""


class Debounce:
    """Believes a level once it has been seen for `settle_ns` without a break."""

    def __init__(self, level: bool, settle_ns: int) -> None:
        self.level = level
        """What is believed."""
        self._settle_ns = settle_ns
        self.bounce_ns = 0
        """How long the contact chattered before the last change was believed."""
        self._raw = level
        self._since_ns = self._restless_since_ns = 0

    def feed(self, raw: bool, now_ns: int) -> bool | None:
        """A level seen at this time. Returns the believed level if it has just changed."""
        if raw != self._raw:
            if now_ns - self._since_ns >= self._settle_ns:  # It stood still until now.
                self._restless_since_ns = now_ns
            self._raw = raw
            self._since_ns = now_ns
        if self._raw == self.level or now_ns - self._since_ns < self._settle_ns:
            return None
        self.level = self._raw
        self.bounce_ns = self._since_ns - self._restless_since_ns
        return self.level

    @property
    def due_ns(self) -> int | None:
        """When the level must be looked at again; None if nothing is open."""
        return None if self._raw == self.level else self._since_ns + self._settle_ns
