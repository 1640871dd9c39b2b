"""One browser for the modules of this folder, and a served starting catalogue for each. Needs Debian's chromium."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from ludex.settings import Settings
from tests.applications import serving
from tests.end_to_end.inspection import Inspector

# The shell is the same browser without a window and its frame, for which the other works as well.
_CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]


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
        yield chromium
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
