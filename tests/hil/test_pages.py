"""docs/hil.md and docs/hil-jig.md keep their word: the file shown is one, and nothing that exists is left out."""

import re
from pathlib import Path

from controller.shipped import config_folder
from hil import bench, sim_faults, station
from hil.benches import BENCHES
from hil.run import NAMES

DOCS = Path(__file__).parents[2] / "docs"
PAGE, JIG = (DOCS / "hil.md").read_text(), (DOCS / "hil-jig.md").read_text()


def test_the_station_file_shown_is_one(tmp_path: Path) -> None:
    (shown,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    file = tmp_path / "station.toml"
    file.write_text(shown)
    loaded = station.load(file)
    assert loaded.station.live
    assert loaded.limits["puck.bounce_max"].marginal == 8


def test_the_station_file_that_is_shipped_is_one_and_harmless() -> None:
    loaded = station.load(config_folder() / "hil" / "station.toml")
    assert not list(loaded.problems())
    assert not loaded.station.live
    assert "config/hil/station.toml" in PAGE


def test_every_phase_bench_and_fault_is_explained() -> None:
    for name in (*NAMES, *BENCHES):
        assert f"`{name}`" in PAGE, name
    for fault in re.findall(r"^    (.*)$", sim_faults.__doc__ or "", re.MULTILINE):
        for one in re.split(r"\s{3,}", fault):
            assert f"`{one.removesuffix(' (ms)')}`" in PAGE, one


def test_every_order_stands_on_the_jig_page() -> None:
    listed = re.findall(r"^    (.*)$", bench.__doc__ or "", re.MULTILINE)
    verbs = {order.split()[0] for line in listed for order in re.split(r"\s{2,}", line)}
    assert len(verbs) >= 14
    for verb in verbs:
        assert re.search(rf"`{re.escape(verb)}\b|`{re.escape(verb)}", JIG), verb
