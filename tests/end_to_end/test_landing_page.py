"""A person opens `/` in a browser: on a phone, in the dark, without scripts. Needs Debian's chromium."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from ludex.app import create_app
from ludex.settings import Settings

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed (apt-get install chromium)")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, "--disable-component-update"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("service") / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    app = create_app(Settings(database_url=f"sqlite:///{file}"))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()
    app.extensions["ludex"].catalogue.close()


# Every two of them together once.
@pytest.mark.parametrize(
    ("width", "scheme", "scripts"),
    [(360, "light", True), (360, "dark", False), (1280, "light", False), (1280, "dark", True)],
)
def test_the_page_shows_its_pictures_and_fits_the_screen(
    browser: Any, address: str, width: int, scheme: str, scripts: bool
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=scripts
    )
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + "/")
    assert page.title() == "Ludex, an index of game positions"
    pictures = page.locator("figure svg")
    assert pictures.count() == 8
    for number in range(pictures.count()):
        box = pictures.nth(number).bounding_box()
        assert box["width"] > 250
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    body = page.locator("body").bounding_box()
    assert body["width"] <= width
    # Nothing is refused by the policy of the page, and nothing comes from elsewhere.
    assert said == []
    assert asked
    assert all(url.startswith(address + "/") for url in asked)
    context.close()


def test_the_page_leads_to_the_documentation_and_to_the_lists(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.goto(address + "/")
    page.get_by_role("link", name="Read the documentation").click()
    assert page.url == f"{address}/api/v1/docs"
    page.go_back()
    page.get_by_role("link", name="Hypergraphs").click()
    assert page.url == f"{address}/api/v1/swish/hypergraphs"
    page.go_back()
    page.get_by_role("link", name="See the levels").click()
    assert page.url == f"{address}/api/v1/planarity/levels"
    page.close()


def test_the_page_is_used_with_the_keyboard_and_named_for_screen_readers(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.goto(address + "/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"
    assert page.get_by_role("img", name="A SWISH position of 16 cards").count() == 1
    assert page.get_by_role("img", name="A SET table of 12 cards").count() == 1
    assert page.get_by_role("img", name="A solution of 4 swaps").count() == 1
    assert page.get_by_role("navigation", name="Main").count() == 1
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_the_page(browser: Any, address: str, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)
    page.goto(address + "/")
    colours = page.evaluate(
        """() => ['body', 'a', 'figcaption', '.button', 'thead th'].map(selector => {
             const style = getComputedStyle(document.querySelector(selector));
             const ground = selector === '.button' ? style : getComputedStyle(document.body);
             return [selector, style.color, ground.backgroundColor];
           })"""
    )
    for selector, ink, ground in colours:
        # WCAG 2.2, level AA.
        assert contrast(ink, ground) >= 4.5, selector
    page.close()


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours of the form rgb(r, g, b)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    shares = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(", ")]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
