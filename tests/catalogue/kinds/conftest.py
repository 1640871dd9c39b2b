"""The starting catalogue, for the tests of what it ships."""

from collections.abc import Iterator

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES


@pytest.fixture(scope="module")
def starting(starting_address: str) -> Iterator[Catalogue]:
    """Give a catalogue with the starting content."""
    catalogue = Catalogue(starting_address, GAMES)
    yield catalogue
    catalogue.close()
