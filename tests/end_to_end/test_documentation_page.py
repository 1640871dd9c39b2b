"""A person reads the documentation of the API in a browser, and tries requests there. Needs Debian's chromium."""

from typing import Any

import pytest

from ludex.catalogue.machine_key import read_key
from ludex.settings import data_folder
from tests.end_to_end.inspection import run_axe

pytestmark = pytest.mark.slow

_WAIT = 60_000


def opened(page: Any, tag: str, request: str) -> Any:
    """Open a request of the page, and return its block."""
    block = page.locator(f"[id='operations-{tag.replace(' ', '_')}-{request}']")
    if not block.is_visible():
        page.locator(f"h3[data-tag='{tag}']").click()
    if not block.locator(".execute").is_visible():
        block.locator(".opblock-summary-control").click()
    block.locator(".execute").wait_for(timeout=_WAIT)
    return block


def tried(block: Any) -> str:
    """Send the request as the page has filled it in, and return the status of the answer."""
    block.locator(".execute").click()
    block.locator(".live-responses-table .response .response-col_status").wait_for(timeout=_WAIT)
    return str(block.locator(".live-responses-table .response .response-col_status").inner_text()).split()[0]


def test_requests_can_be_tried_on_a_page_that_fits_the_screen(browser: Any, address: str) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: asked.append(request.url))

    # An address within the page opens the request that it names.
    page.goto(f"{address}/api/v1/docs#/SWISH%20boards/getSwishBoard")
    page.wait_for_selector(".opblock.is-open .execute", timeout=_WAIT)
    block = opened(page, "SWISH boards", "getSwishBoard")
    assert block.locator("tr[data-param-name=height] input").input_value() != ""
    assert tried(block) == "200"
    assert "largest_no_swish_set" in block.locator(".live-responses-table").inner_text()
    _give_key(page)
    _try_lines(page)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    assert said == []
    assert all(url.startswith((address, "about:", "data:", "blob:")) for url in asked)
    page.context.close()


def test_axe_finds_no_fault_in_the_documentation(browser: Any, address: str) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{address}/api/v1/docs")
    page.wait_for_selector(".opblock-tag", timeout=_WAIT)
    run_axe(page, "/api/v1/docs", "light")
    page.context.close()


def _give_key(page: Any) -> None:
    """Give the page the key of this machine, because requests of the API ignore the cookie of the web pages."""
    page.locator(".scheme-container .authorize, .btn.authorize").first.click()
    dialog = page.locator(".dialog-ux .modal-ux")
    dialog.locator("input").first.fill(read_key(data_folder()))
    dialog.locator("button[type=submit]").first.click()
    dialog.locator(".btn-done").click()
    dialog.wait_for(state="detached", timeout=_WAIT)


def _try_lines(page: Any) -> None:
    """Try a request that takes lines, and one that answers with lines."""
    block = opened(page, "Planarity levels", "importPlanarityLevels")
    lines = block.locator("textarea").input_value().splitlines()
    assert lines and all(line.startswith('{"points":') for line in lines)
    assert tried(block) == "201"

    block = opened(page, "Planarity levels", "listPlanarityLevels")
    for name in ("vertices", "min_swaps"):
        block.locator(f"tr[data-param-name={name}] input").fill("")
    block.locator("tr[data-param-name=format] select").select_option("ndjson")
    assert tried(block) == "200"
    assert '{"label":"planarity-level-' in block.locator(".live-responses-table").inner_text()
