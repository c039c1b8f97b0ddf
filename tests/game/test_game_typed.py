"""The card game's commands as a floor person types them."""

import json
import re

import pytest

from controller.__main__ import main
from controller.cli import demo_rounds


def said(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    assert main(["game", *args]) == code
    return re.sub(r" +", " ", capsys.readouterr().out)


SETTLE = ("settle", "--player", "As Ks Qs", "--dealer", "Qd 7c 4h", "--profile")
ROTATION = ("rotation", "--profile", "livermore", "--player-dealer", "3", "--rounds", "2")
WAGERS = ("--ante", "5", "--play", "$5.00", "--pair-plus", "1", "--six-card", "1")


def test_settle_shows_hands_qualification_and_every_wager(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = said(capsys, *SETTLE, "livermore", *WAGERS)
    assert "Player As Ks Qs mini royal flush (A-K-Q of spades)" in text
    assert "Dealer Qd 7c 4h queen high (Q-7-4): qualifies (needs queen high)" in text
    assert "Ante $5.00 win +$5.00 higher than the dealer's hand" in text
    assert "Pair Plus $1.00 win +$200.00 mini royal pays 200 to 1" in text
    assert "6 Card Bonus $1.00 lose -$1.00 one pair is not in the paytable" in text
    assert "Total +$209.00" in text


def test_settle_says_why_a_play_wager_comes_back(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(
        *(capsys, "settle", "--profile", "wa", "--player", "as 10d 4c", "--dealer", "jd7c4h"),
        *("--ante", "5", "--play", "5"),
    )
    assert "Dealer Jd 7c 4h jack high (J-7-4): does not qualify (needs queen high)" in text
    assert "Play $5.00 push $0.00 dealer does not qualify: no action, returned" in text


def test_settle_explains_a_refusal_and_answers_no(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, *SETTLE, "livermore", "--pair-plus", "1", code=1)
    assert text == (
        "Not settled: this game asks for an Ante before any other wager (ante_required)\n"
    )


def test_settle_warns_of_wagers_outside_the_limits(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, *SETTLE, "exhibit-a", "--ante", "5", "--fold")
    assert "Ante $5.00 forfeit -$5.00 folded: forfeited" in text
    assert "Outside the limits: ante: want $2.00 to $4.00, got $5.00" in text


def test_the_same_answer_is_there_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, *SETTLE, "livermore", *WAGERS, "--json"))
    assert found["total_net"] == 20_900


def test_cover_shows_what_was_not_covered(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(
        *(capsys, "cover", "--profile", "livermore", "--bank", "20", "--dealer", "Qd 7c 4h"),
        *("--face-up", "7c", "--seat", "1 As Ks Qs play ante=5 pair-plus=1"),
        *("--seat", "3: 2d 5s 9h fold ante=5", "--backline", "1 ante=5"),
    )
    assert "Action button seat 1 7c counts 7" in text
    assert "Pair Plus $1.00 win +$200.00 +$5.00 $195.00" in text
    assert "1 backline mini royal flush (A-K-Q of spades) Ante $5.00 win +$5.00 +$5.00" in text
    assert "3 9 high (9-5-2) Ante $5.00 forfeit -$5.00 -$5.00" in text
    assert text.endswith("Player-dealer -$20.00\n")


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        (("compare", "--a", "Qs 7d 2c", "--b", "2s 2d 3c"), "b is higher"),
        (("compare", "--a", "Qs 7d 2c", "--b", "Qd 7c 2s"), "tie"),
        (("six", "--cards", "Ks Kd Kh 2c 2d 7h"), "full house"),
        (("collection", "--option", "1", "--action", "175"), "Player-dealer $7.00, each player $1"),
        (
            (*ROTATION, "--seats", "1,3,5", "--played", "1 3"),
            "Seat 1 banks the next round",
        ),
    ],
)
def test_the_other_questions_are_answered_in_words(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], wanted: str
) -> None:
    assert wanted in said(capsys, *args)


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        ((*SETTLE, "livermore", "--ante", "x"), 1, '--ante: want an amount in dollars .*, got "x"'),
        ((*SETTLE, "nevada", "--ante", "5"), 1, "want a profile"),
        (SETTLE[:-1], 2, "--profile is missing"),
        (("compare", "--a", "As Ks Qs"), 2, "--b is missing too"),
        (("cover", "--seat", "1 As Ks Qs play ante=5"), 2, "--bank, --dealer and --face-up"),
        (("compare", "--a", "As Ks", "--b", "2c 3c 4c"), 1, "a: want 3 cards, got 2"),
        (("compare", "--a", "As Ks Zs", "--b", "2c 3c 4c"), 1, '--a: want cards .*read "Zs"'),
        (("collection", "--option", "x", "--action", "5"), 1, "--option: want a whole number"),
        (
            ("settle", "--player", "As Ks Qs", "--dealer", "2c 3c 4c", "--profile", "x.toml"),
            78,
            "x",
        ),
    ],
)
def test_what_was_typed_wrongly_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], code: int, message: str
) -> None:
    assert main(["game", *args]) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(rf"pucklight: .*{message}.*\n", told.err)


@pytest.mark.parametrize("kind", ["compare", "six", "settle", "cover", "collection", "rotation"])
def test_every_question_s_help_has_an_example(
    capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    with pytest.raises(SystemExit):
        main(["game", kind, "--help"])
    assert f"example:\n  pucklight game {kind} --" in capsys.readouterr().out


def test_the_demo_s_rounds_come_back_with_their_seed(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for seed in (7, 7, 8):
        demo_rounds.play(seed)
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != texts[2]
    assert "pucklight demo --text --seed 7" in texts[0]
    assert texts[0].count("Total") == demo_rounds.HOUSE_ROUNDS * len(demo_rounds.SEATS)
