"""Catalogues for the tests of what users ask for about Swap Planarity."""

import pytest

from tests.games.planarity.sample_levels import mixed_drawings, store_drawings


@pytest.fixture
def filled(catalogue):
    """Give a catalogue of two dozen levels of all sorts."""
    store_drawings(catalogue, *mixed_drawings())
    return catalogue
