"""What every page must be: whole at every width, in both schemes, silent, of one origin, and fit for screen readers."""

import re
from typing import Any
from zlib import crc32

WIDTHS = (2560, 1280, 360)
SCHEMES = ("light", "dark")

# What sticks out on the right, and is not inside something that scrolls by itself.
_STICKS_OUT = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const scrolls = one => { for (let at = one.parentElement; at; at = at.parentElement) {
    if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(at).overflowX)) return true; } return false; };
  return [...document.querySelectorAll('body *')]
    .filter(one => one.getBoundingClientRect().right > width + 1 && !scrolls(one))
    .slice(0, 5).map(one => `${one.tagName}.${one.getAttribute('class')} ${one.textContent.slice(0, 40)}`);
}"""

_ARRIVED = "() => Promise.allSettled(document.getAnimations().map(animation => animation.finished)).then(() => {})"


def beginning(text: str) -> re.Pattern[str]:
    """Return what finds a text by how it begins."""
    return re.compile("^" + re.escape(text))


def run_axe(page: Any, what: str, scheme: str) -> None:
    """Fail if axe finds a fault in a page in one of the schemes. Colours count once what moves has arrived."""
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=scheme)
    page.evaluate(_ARRIVED)
    # Style sheets need no loading again: the one rule that reads them is of pages that force an orientation.
    options = {"resultTypes": ["violations"], "preload": False}
    found = Axe().run(page, options=options).response["violations"]
    faults = [f"{one['id']}: {one['nodes'][0]['html'][:200]} ({len(one['nodes'])})" for one in found]
    assert faults == [], f"{what}, {scheme}: {faults}"


class Inspector:
    """Looks at pages of one service in one window, which it resizes: loading each page once is cheap.

    `page` is the window, for what a test does beyond that; `weight` the bytes that the last page took, as sent.
    """

    def __init__(self, browser: Any, address: str) -> None:
        self.address = address
        self.context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.page = self.context.new_page()
        self.weight = 0
        self._said: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self._said.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    def __call__(self, path: str, *, axe: bool = True, most_bytes: int = 300_000) -> Any:
        """Open a page and look at it; return the window, in which it is open, 1280 pixels wide and light."""
        self.open(path)
        self.look(path, axe=axe)
        assert self.weight <= most_bytes, f"{path} weighs {self.weight} bytes"
        return self.page

    def open(self, path: str) -> Any:
        """Open a page, and return the window."""
        self._said.clear()
        self.weight = 0
        # An empty page lies between: else an address that differs in its fragment only is not loaded.
        self.page.goto("about:blank")
        self.page.goto(self.address + path)
        return self.page

    def look(self, what: str, *, axe: bool = True) -> None:
        """Look at the page as it is now, at every width, and in both schemes; axe runs in one of them.

        Colours depend on the scheme, nothing else does, and pages share them: half of the pages are read in each.
        """
        first = crc32(what.encode()) % len(SCHEMES)
        for number, width in enumerate(WIDTHS):
            scheme = SCHEMES[(first + number) % len(SCHEMES)]
            self.page.set_viewport_size({"width": width, "height": 800})
            self.page.emulate_media(color_scheme=scheme)
            out = self.page.evaluate(_STICKS_OUT)
            assert out == [], f"{what}: {width} pixels wide, {scheme}, these stick out: {out}"
        if axe:
            run_axe(self.page, what, SCHEMES[first])
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.silent(what)

    def silent(self, what: str) -> None:
        """Fail if the console said anything since the page was opened, or a request failed or left the origin."""
        assert self._said == [], f"{what}: {self._said}"

    def close(self) -> None:
        """Close the window."""
        self.context.close()

    def _heard(self, message: Any) -> None:
        # Of answers that are mistakes we know more than the console says.
        if not message.text.startswith("Failed to load resource"):
            self._said.append(f"{message.type}: {message.text}")

    def _answered(self, response: Any) -> None:
        self.weight += int(response.headers.get("content-length", 0))
        if not response.url.startswith((self.address + "/", "about:", "data:", "blob:")):
            self._said.append(f"outside: {response.url}")
        # A page that is an answer to a mistake is opened on purpose; what it needs must be there.
        if response.status >= 400 and response.request.resource_type != "document":
            self._said.append(f"{response.status}: {response.url}")

    def _failed(self, request: Any) -> None:
        if not request.url.startswith(("data:", "blob:")) and request.failure != "net::ERR_ABORTED":
            self._said.append(f"{request.failure}: {request.url}")
