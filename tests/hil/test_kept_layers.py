"""What the builder of the virtual machine keeps: a layer that another checkout runs on is not thrown away."""

from pathlib import Path

import pytest

from hil.vm import steps


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of what was made anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return []


def make(key: str, made: list[str]) -> Path:
    def build(folder: Path) -> None:
        made.append(key)
        (folder / "root").write_text(key)

    return steps.made("table", key, build)


def test_a_layer_of_the_same_key_is_made_once(made: list[str]) -> None:
    assert make("a", made) == make("a", made)
    assert made == ["a"]


def test_the_layers_last_used_are_kept_and_no_more(made: list[str], tmp_path: Path) -> None:
    for key in ("a", "b", "c", "a", "d"):
        make(key, made)
    kept = {folder.name for folder in (tmp_path / "pucklight-vm").glob("table-*")}
    assert kept == {"table-a", "table-c", "table-d"}, "b was not used for longest"


def test_what_could_not_be_made_is_not_kept(made: list[str]) -> None:
    def fails(_: Path) -> None:
        raise steps.BuildFailed("no space left")

    with pytest.raises(steps.BuildFailed):
        steps.made("table", "a", fails)
    assert make("a", made).joinpath("root").read_text() == "a"
