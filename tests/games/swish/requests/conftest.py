"""Kernels are compiled before the requests: compiling takes longer than a search may."""

import pytest

from ludex.games.swish.compile_kernels import compile_kernels


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    compile_kernels()
