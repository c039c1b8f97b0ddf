"""Whether a progressive's values make sense together. Each rule names the key to edit.

The parts are judged here with the whole, so that one mistake does not hide another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from controller.money import PERCENT_PPM, WHOLE_PPM, dollars
from controller.tomlfile import did_you_mean

if TYPE_CHECKING:
    from controller.progressive import Prize, Progressive, Split

Mistake = tuple[str, str]
"""A key and what is wrong with its value."""

PRINTED = ("hit_frequency", "hold", "mean_jackpot")
"""The measures that a document may print."""


def problems(found: Progressive) -> Iterator[Mistake]:
    yield from _figures(found)
    yield from _split(found.split_ppm)
    for index, prize in enumerate(found.prizes):
        for key, message in _prize(prize):
            yield f"prizes.{index}.{key}", message
    yield from _prizes(found)
    yield from _limit(found)
    yield from _reserve(found)
    for measure in found.printed.keys() - PRINTED:
        yield f"printed.{measure}", f"no such figure{did_you_mean(measure, PRINTED)}"


def _figures(found: Progressive) -> Iterator[Mistake]:
    for name in ("fee_cents", "units"):
        if (value := getattr(found, name)) < 1:
            yield name, f"want 1 or more, got {value}"
    if found.seed_cents < 0:
        yield "seed_cents", f"want 0 or more, got {found.seed_cents}"
    if found.reseed_from == "tray":
        yield "reseed_from", "want reserve or house: the dealer's tray does not fund a meter"
    if found.fixed_from == "house":
        yield (
            "fixed_from",
            "want reserve or tray: a fixed prize is paid at the table or from the fund",
        )
    if found.unreasonable_contribution_cents <= found.fee_cents:
        yield (
            "unreasonable_contribution_cents",
            f"want more than one fee of {dollars(found.fee_cents)}, or no play is ever accepted",
        )


def _split(split: Split) -> Iterator[Mistake]:
    shares = {"meter": split.meter, "reserve": split.reserve, "house": split.house}
    for name, share in shares.items():
        if share < 0:
            yield f"split_ppm.{name}", f"want 0 or more parts per million, got {share}"
    if split.meter == 0:
        yield "split_ppm.meter", "want more than 0: a meter must rise with each fee"
    if (total := sum(shares.values())) != WHOLE_PPM:
        yield "split_ppm", f"the shares are {_percent(total)} % of the fee together, want 100 %"


def _percent(ppm: int) -> str:
    whole, rest = divmod(ppm, PERCENT_PPM)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".")


def _prize(prize: Prize) -> Iterator[Mistake]:
    kinds = {"cents": prize.cents, "for_1": prize.for_1, "meter_percent": prize.meter_percent}
    given = {name: value for name, value in kinds.items() if value is not None}
    if len(given) != 1:
        found = " and ".join(given) or "none"
        yield "hand", f"{prize.hand}: want one of cents, for_1 or meter_percent, got {found}"
    for name, value in given.items():
        if value <= 0:
            yield name, f"want more than 0, got {value}"
    if prize.meter_percent is not None and prize.meter_percent > 100:
        yield (
            "meter_percent",
            f"want at most 100: the meter holds no more, got {prize.meter_percent}",
        )
    if prize.envy_cents < 0:
        yield "envy_cents", f"want 0 or more, got {prize.envy_cents}"


def _prizes(found: Progressive) -> Iterator[Mistake]:
    if not any(prize.meter_percent for prize in found.prizes):
        yield "prizes", "no hand is paid from the meter: want one with meter_percent"
    first: dict[str, int] = {}
    for index, prize in enumerate(found.prizes):
        if prize.hand in first:
            yield (
                f"prizes.{index}.hand",
                f"{prize.hand} has a prize already (number {first[prize.hand] + 1})",
            )
        first.setdefault(prize.hand, index)


def _limit(found: Progressive) -> Iterator[Mistake]:
    if found.limit_cents is not None and found.limit_cents < found.seed_cents:
        yield (
            "limit_cents",
            f"{dollars(found.limit_cents)} is below the seed of {dollars(found.seed_cents)}",
        )


def _reserve(found: Progressive) -> Iterator[Mistake]:
    """What the reserve must pay for although no share of the fee goes there."""
    if found.reimburse_at_cents is not None and found.reimburse_at_cents < found.seed_cents:
        yield (
            "reimburse_at_cents",
            f"{dollars(found.reimburse_at_cents)} is below the seed of {dollars(found.seed_cents)}",
        )
    if found.split_ppm.reserve > 0:
        return
    none_there = "but no share of the fee goes to the reserve (split_ppm.reserve)"
    if found.reimburse_at_cents is not None:
        yield "reimburse_at_cents", f"the seed is repaid from the reserve, {none_there}"
    if found.reseed_from == "reserve":
        yield "reseed_from", f"the reserve reseeds, {none_there}"
    if found.several_winners == "all_posted_reserve":
        yield "several_winners", f"the reserve pays the other winners, {none_there}"
    pays_fixed = any(not prize.meter_percent or prize.envy_cents for prize in found.prizes)
    if found.fixed_from == "reserve" and pays_fixed:
        yield "fixed_from", f"the reserve pays fixed prizes and envy, {none_there}"
