"""A service with the requests of Swap Planarity alone. Kernels are compiled before: that takes longer than a search."""

from collections.abc import Iterator

import pytest
from flask import Flask

from ludex.api import planarity
from ludex.app import create_app
from ludex.planarity.compiling import compile_kernels
from ludex.settings import Settings


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    compile_kernels()


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    made = create_app(settings, requests=(planarity,))
    yield made
    made.extensions["ludex"].catalogue.close()
