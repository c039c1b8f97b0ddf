"""The kiosk as shipped, seen with our own eyes: cage's picture is the page, whole and without a browser around it."""

from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.broker import Mosquitto
from tests.meter.kiosk import SIZE, difference, keep, kiosk
from tests.meter.rig import MeterProcess, View, coin_in, meter_process
from tests.real_table import real_table

pytestmark = pytest.mark.slow
Open = Callable[..., View]
GOLD = (255, 198, 61)
SAME = 0.001
"""Here not one pixel differs; one other digit, a bubble or a scroll bar is more than this."""


def test_the_shipped_command_shows_the_whole_page_and_again_after_the_browser_was_killed(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    with (
        real_table(tmp_path, broker) as table,
        meter_process(broker.port, tmp_path / "kept") as meter,
        kiosk(meter.port) as screen,
    ):
        coin_in(table, 1, 2, 3)
        wanted = _reference(view, meter.address, "$1,000.45")
        screen.start()
        screen.wait("kiosk", lambda seen: difference(seen, wanted) < SAME, 20)
        assert screen.sandboxes() == {"2"}
        assert screen.kill_browser() == 0, "cage ends, and systemd starts it again"
        screen.start()
        screen.wait("kiosk-again", lambda seen: difference(seen, wanted) < SAME, 20)


def test_the_screen_is_dark_until_the_meter_is_there_and_then_shows_it(
    tmp_path: Path, broker: Mosquitto, view: Open
) -> None:
    meter = MeterProcess(broker.port, tmp_path / "kept", whose="--table t7")
    with real_table(tmp_path, broker), closing(meter), kiosk(meter.port) as screen:
        screen.start()
        screen.wait("kiosk-dark", _dark, 10)
        # An error page of the browser's own came after two seconds.
        assert all(map(_dark, screen.pictures(5)))
        meter.start()
        wanted = _reference(view, meter.address, "$1,000.00")
        screen.wait("kiosk-late", lambda seen: difference(seen, wanted) < SAME, 15)


def _reference(view: Open, address: str, amount: str) -> Image.Image:
    """The same page at the same size in the same browser, without cage and without a window."""
    screen = view("about:blank")
    screen.page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
    screen.open(address)
    screen.wait("live")
    screen.wait_amount(amount)
    picture = Image.open(BytesIO(screen.page.screenshot())).convert("RGB")
    keep(picture, "kiosk-wanted")
    box = screen.page.locator(".segments").bounding_box()
    assert box
    left, top = int(box["x"]), int(box["y"])
    digits = picture.crop((left, top, left + int(box["width"]), top + int(box["height"])))
    colours = digits.getcolors(digits.width * digits.height) or []
    assert sum(count for count, colour in colours if colour == GOLD) > 10_000, "lit digits"
    return picture


def _dark(picture: Image.Image) -> bool:
    return picture.getextrema() == ((0, 0), (0, 0), (0, 0))
