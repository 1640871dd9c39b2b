"""A person reads the documentation of the API in a browser, and tries requests there. Needs Debian's chromium."""

from typing import Any

import pytest

_WAIT = 60_000


def opened(page: Any, address: str, tag: str, request: str) -> Any:
    """Open a request of the page, once all is there, and return its block."""
    page.goto("about:blank")
    page.goto(f"{address}/api/v1/docs#/{tag.replace(' ', '%20')}/{request}")
    page.wait_for_selector(".opblock.is-open .execute", timeout=_WAIT)
    return page.locator(".opblock.is-open")


def tried(block: Any) -> str:
    """Send the request as the page has filled it in, and return the status of the answer."""
    block.locator(".execute").click()
    block.locator(".live-responses-table .response .response-col_status").wait_for(timeout=_WAIT)
    return str(block.locator(".live-responses-table .response .response-col_status").inner_text()).split()[0]


@pytest.mark.parametrize("width", [390, 1280])
def test_requests_can_be_tried_on_a_page_that_fits_the_screen(browser: Any, address: str, width: int) -> None:
    page = browser.new_context(viewport={"width": width, "height": 800}).new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: asked.append(request.url))

    block = opened(page, address, "SWISH boards", "getSwishBoard")
    assert block.locator("tr[data-param-name=height] input").input_value() != ""
    assert tried(block) == "200"
    assert "largest_no_swish_set" in block.locator(".live-responses-table").inner_text()
    if width > 1000:
        _try_lines(page, address)

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert said == []
    assert all(url.startswith((address, "about:", "data:", "blob:")) for url in asked)
    page.context.close()


def _try_lines(page: Any, address: str) -> None:
    """Try a request that takes lines, and one that answers with lines."""
    block = opened(page, address, "Swap Planarity levels", "postPlanarityLevelsImport")
    lines = block.locator("textarea").input_value().splitlines()
    assert lines and all(line.startswith('{"points":') for line in lines)
    assert tried(block) == "201"

    block = opened(page, address, "Swap Planarity levels", "getPlanarityLevels")
    for name in ("vertices", "min_swaps"):
        block.locator(f"tr[data-param-name={name}] input").fill("")
    block.locator("tr[data-param-name=format] select").select_option("ndjson")
    assert tried(block) == "200"
    assert '{"label":"planarity-level-' in block.locator(".live-responses-table").inner_text()
