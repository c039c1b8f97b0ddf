"""One figure, exact, as a person or a machine reads it, beside what a document prints. Knows no game."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from controller.errors import BadInput


class Unit(StrEnum):
    PERCENT = "percent"
    DOLLARS = "dollars"


@dataclass(frozen=True, slots=True)
class Figure:
    measure: str
    value: Fraction
    """The share itself, not times a hundred; or dollars."""
    unit: Unit = Unit.PERCENT
    bet: str = ""
    """The wager it is a figure of; one of several paytables stands behind a colon: `six_card:6B1`."""
    printed: tuple[str, ...] = ()
    """What the document says, as it says it: 10.23%, $4,000."""
    note: str = ""
    """What the figure takes for granted."""
    places: int = 6

    @property
    def exact(self) -> str:
        return f"{self.value.numerator}/{self.value.denominator}"

    @property
    def shown(self) -> str:
        """The number alone: in percent, or in dollars."""
        return decimal(self._counted(), self.places)

    def agrees(self, printed: str) -> bool:
        """Whether ours, rounded as far as the printed figure is, is that figure."""
        digits = printed.strip("$%").replace(",", "")
        whole, _, after_point = digits.partition(".")
        if not (whole + after_point).isdecimal():
            raise BadInput(f'want a printed figure such as 6.74% or $4,000, got "{printed}"')
        # A round sum of dollars is taken to be rounded: $4,000 stands for whole thousands.
        places = len(after_point) or len(whole.rstrip("0")) - len(whole)
        return rounded(self._counted(), places) == rounded(Fraction(digits), places)

    def _counted(self) -> Fraction:
        return self.value * 100 if self.unit is Unit.PERCENT else self.value


def rounded(value: Fraction, places: int) -> int:
    """In units of the last place, half away from zero; places below 0 are tens, hundreds, thousands."""
    units = abs(value) * Fraction(10) ** places
    nearest = (2 * units.numerator + units.denominator) // (2 * units.denominator)
    return -nearest if value < 0 else nearest


def decimal(value: Fraction, places: int) -> str:
    """To so many places, 1 or more, without a float in between."""
    units = rounded(value, places)
    whole, part = divmod(abs(units), 10**places)
    return f"{'-' if units < 0 else ''}{whole:,}.{part:0{places}d}"
