"""How much of something may pass in a while: a burst at once, then a steady rate. The clock is the caller's."""


class Allowance:
    def __init__(self, rate_per_s: float, burst: float, now: float) -> None:
        self._rate_per_s = rate_per_s
        self._burst = burst
        self._left = burst
        self._asked_at = now

    def take(self, amount: float, now: float) -> bool:
        """Whether this much may pass now; what is refused costs nothing."""
        gained = (now - self._asked_at) * self._rate_per_s
        self._left = min(self._burst, self._left + gained)
        self._asked_at = now
        if amount > self._left:
            return False
        self._left -= amount
        return True
