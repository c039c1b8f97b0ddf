"""Exact units: integer microcents inside, whole cents outside. Knows no account and no rule."""

from controller.errors import BadInput

MICROCENTS = 1_000_000
"""In one cent. A fee in cents times a rate in parts per million is exactly that many microcents."""

PERCENT_PPM = 10_000
WHOLE_PPM = 1_000_000


def from_cents(cents: int) -> int:
    return cents * MICROCENTS


def whole_cents(microcents: int) -> int:
    """What may be posted or paid: the fraction stays where it is. Rounds down, also below zero."""
    return microcents // MICROCENTS


def dollars(cents: int) -> str:
    """As a person reads it: $1,234.50, or -$6.00."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def exact_dollars(microcents: int) -> str:
    """To the last microcent: $0.15, or $1.05000333."""
    sign = "-" if microcents < 0 else ""
    cents, rest = divmod(abs(microcents), MICROCENTS)
    return f"{sign}{dollars(cents)}" + (f"{rest:06d}".rstrip("0") if rest else "")


def parse_dollars(text: str) -> int:
    """Cents from what a person types: 5, 5.5, $1,234.50. Never through a float."""
    whole, dot, fraction = text.strip().removeprefix("$").replace(",", "").partition(".")
    digits = (whole + fraction).isascii() and (whole + fraction).isdigit()
    if not digits or not whole or len(fraction) > 2 or (dot and not fraction):
        raise BadInput(f'want an amount in dollars such as 5 or 12.50, got "{text}"')
    return int(whole) * 100 + int(fraction.ljust(2, "0"))
