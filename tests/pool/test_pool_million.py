"""A million rounds at random, every invariant and every figure checked at every row."""

import random

import pytest

from tests.pool.pool_pair import HANDS, Pair, play_at_random


@pytest.mark.parametrize("profile", ["ca-003", "wa-paytable-1", "wa-paytable-2"])
def test_random_rounds_agree_with_the_reference_at_every_row(profile: str) -> None:
    play_at_random(Pair(profile), 2_000, random.Random(profile))


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["ca-003", "wa-paytable-1"])
def test_half_a_million_random_rounds_agree_with_the_reference_at_every_row(profile: str) -> None:
    pair = Pair(profile)
    play_at_random(pair, 500_000, random.Random(f"long/{profile}"), hit_every=60)
    state = pair.pool.state
    assert all(state.hits[hand] > 100 for hand in HANDS), "a run without hits proves nothing"
    assert state.voided_cents > 0
    assert profile != "ca-003" or (state.house_advance_cents and state.seed_repaid_cents == 100_000)
