"""A service with the requests of Swap Planarity alone. Kernels are compiled before: that takes longer than a search."""

from collections.abc import Iterator

import pytest
from flask import Flask

from ludex.games.planarity.compile_kernels import compile_kernels
from ludex.games.planarity.requests import REQUESTS
from ludex.settings import Settings
from tests.applications import application


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    compile_kernels()


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with application(settings, requests=(REQUESTS,)) as made:
        yield made
