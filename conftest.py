"""The names that examples in docstrings may use: `catalogue`, which is new and empty, and the games."""

from collections.abc import Iterator
from typing import Any

import pytest

import ludex

collect_ignore = ["service/ludex_data"]
"""Its files are made when distributions are built."""


@pytest.fixture(autouse=True)
def names_of_examples(request: pytest.FixtureRequest, doctest_namespace: dict[str, Any]) -> Iterator[None]:
    """Define the names for an example that uses them."""
    node = request.node
    if not isinstance(node, pytest.DoctestItem) or not any("catalogue." in line.source for line in node.dtest.examples):
        yield
        return
    games = {name: getattr(ludex, name) for name in ("planarity", "sets", "swish")}
    with ludex.Catalogue(str(request.getfixturevalue("tmp_path") / "catalogue.sqlite"), make=True) as catalogue:
        doctest_namespace.update(games, catalogue=catalogue)
        yield
        doctest_namespace.clear()
