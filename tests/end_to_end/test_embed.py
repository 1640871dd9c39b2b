"""A page of another origin embeds levels, plays them and gets their results."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.levels import find_level
from ludex.operations.packs import labels_of_pack
from tests.end_to_end.inspection import Inspector

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "schema" / "examples" / "embed.html"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Write no log."""


@pytest.fixture(scope="module")
def level(starting_address: str) -> tuple[str, Level]:
    """Give the first level of a pack, with its label."""
    catalogue = Catalogue(starting_address, GAMES)
    label = labels_of_pack(catalogue, PACK, "easy")[0]
    found = find_level(catalogue, label)
    catalogue.close()
    return label, found


@pytest.fixture(scope="module")
def other_site(served: str, level: tuple[str, Level], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page of the documentation from another origin, and give its address."""
    folder = tmp_path_factory.mktemp("site")
    text = EXAMPLE.read_text("utf-8").replace("https://ludex.example", served).replace("LABEL", level[0])
    (folder / "index.html").write_text(text, "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}/index.html"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """Give a window in which nothing is animated."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_a_level_is_played_on_a_page_of_another_origin(
    window: Any, other_site: str, level: tuple[str, Level], served: str
) -> None:
    label, stored = level
    window.goto(other_site)
    board = window.locator("ludex-level").first.locator("iframe")
    expect(board).to_have_attribute("src", f"{served}/embed/{label}")
    frame = board.content_frame
    for swap in stored.solution.swaps:
        for vertex in swap:
            frame.locator(f"#board [data-vertex='{vertex}'] circle").click(force=True)
    minimum = stored.solution.min_swaps
    expect(frame.locator("#end")).to_contain_text("Perfect!")
    expect(frame.locator("[data-embed-stars]")).to_have_text("★★★")
    expect(window.locator("#result")).to_have_text(f"Solved in {minimum} of {minimum} swaps, 3 stars.")
    daily = window.locator("ludex-level").nth(1).locator("iframe").content_frame
    expect(daily.locator("#board [data-vertex='0']")).to_be_visible()


def test_no_other_page_is_shown_in_a_frame(window: Any, other_site: str, level: tuple[str, Level], served: str) -> None:
    window.goto(other_site)
    window.evaluate(
        """address => { const frame = document.createElement('iframe'); frame.id = 'other'; frame.src = address;
        document.body.append(frame); return new Promise(loaded => { frame.onload = loaded; }); }""",
        f"{served}/play/planarity/{level[0]}",
    )
    frame = next(frame for frame in window.frames if frame.parent_frame and frame.url.startswith("chrome-error"))
    assert "Ludex" not in frame.content()


@pytest.mark.parametrize("height", [320, 560, 900])
def test_the_board_fits_into_frames_of_many_sizes(
    window: Any, served: str, level: tuple[str, Level], height: int
) -> None:
    for width in (320, 480, 1280):
        window.set_viewport_size({"width": width, "height": height})
        window.goto(f"{served}/embed/{level[0]}")
        expect(window.locator("#board [data-vertex='0']")).to_be_visible()
        sizes = window.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert sizes[0] <= width
        assert sizes[1] <= max(height, 440)
        assert window.locator("#board").bounding_box()["height"] >= 144


def test_the_embedded_pages_are_whole_at_every_width_and_in_both_schemes(
    inspect: Inspector, level: tuple[str, Level]
) -> None:
    inspect(f"/embed/{level[0]}")
    inspect("/embed/daily/planarity")
    inspect("/embed/no-such-level")
