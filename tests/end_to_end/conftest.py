"""One browser for the modules of this folder, and a served starting catalogue for each. Needs Debian's chromium."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from ludex.api.middleware.authorization import COOKIE
from ludex.catalogue.machine_key import read_key
from ludex.settings import Settings, data_folder
from tests.applications import serving
from tests.end_to_end.inspection import Inspector

# The shell is the same browser without a window and its frame, for which the other works as well.
_CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]


class _Browser:
    """A browser whose contexts have the key of this machine, as after a visit of the link that the service prints."""

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium

    def new_context(self, **settings: Any) -> Any:
        context = self._chromium.new_context(**settings)
        if (secret := read_key(data_folder())) is not None:
            cookie = {"name": COOKIE, "value": secret, "domain": "127.0.0.1", "path": "/"}
            context.add_cookies([cookie | {"httpOnly": True, "sameSite": "Strict"}])
        return context

    def new_page(self, **settings: Any) -> Any:
        return self.new_context(**settings).new_page()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chromium, name)


@contextmanager
def browsing() -> Iterator[Any]:
    """Run a browser while the block runs; without Chromium the tests that need it are skipped.

    Playwright keeps an event loop in its thread meanwhile, where no other test may run one.
    """
    if _CHROMIUM is None:
        pytest.skip("chromium is not installed (apt-get install chromium-headless-shell)")
    # What a click leads to is waited for, on a machine that has other work as well.
    expect.set_options(timeout=30_000)
    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=_CHROMIUM, args=[*_QUIET, "--disable-component-update"])
        yield _Browser(chromium)
        chromium.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Give the browser of the modules of this folder that run one after another."""
    with browsing() as started:
        yield started


@pytest.fixture(scope="module")
def address(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve an empty catalogue that the tests of a module share."""
    file = tmp_path_factory.mktemp("service") / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    with serving(Settings(database_url=f"sqlite:///{file}")) as served:
        yield served


@pytest.fixture(scope="module")
def served(starting_address: str) -> Iterator[str]:
    """Serve a starting catalogue that the tests of a module share: what one stores the next finds."""
    with serving(Settings(database_url=starting_address)) as address:
        yield address


@pytest.fixture(scope="module")
def inspect(browser: Any, served: str) -> Iterator[Inspector]:
    """Give what looks at pages of the starting catalogue: `inspect("/swish")` fails at the first fault."""
    inspector = Inspector(browser, served)
    yield inspector
    inspector.close()
