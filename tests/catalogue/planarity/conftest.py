"""Levels for the tests of the catalogue of Swap Planarity."""

from random import Random

import pytest
from ludex.catalogue.planarity.levels import LEVELS
from ludex.catalogue.planarity.preparing import prepare_level
from ludex.catalogue.planarity.storing_levels import store_levels

from ludex.planarity.drawing import Drawing
from ludex.planarity.study.difficulty import graded
from tests.planarity.sample_drawings import sample_drawing


def _prepared(drawing, **provenance):
    return prepare_level(drawing, *graded(drawing), {"source": "submitted", **provenance})


@pytest.fixture
def prepared():
    """Give a function that solves a drawing and prepares it as a level."""
    return _prepared


@pytest.fixture
def store_drawings():
    """Give a function that solves drawings and stores them: `store_drawings(database, drawing, ...)`."""

    def storing(database, *drawings):
        levels = [_prepared(drawing) for drawing in drawings]
        with database.writing() as session:
            return store_levels(session, levels)

    return storing


@pytest.fixture
def mixed_drawings():
    """Give two dozen drawings of all sorts: trees, parts, plane ones, graphs that are not planar."""
    rng = Random(20)
    listed = [sample_drawing(rng, n) for n in (1, 2, 3, 3, *[4, 5, 6] * 7)]
    k5 = [(u, v) for u in range(5) for v in range(u + 1, 5)]
    return [*listed, Drawing(((0, 0), (9, 1), (7, 8), (1, 7), (4, 3)), tuple(k5))]


@pytest.fixture
def filled(database, store_drawings, mixed_drawings):
    """Give a catalogue of these drawings."""
    store_drawings(database, *mixed_drawings)
    return database


@pytest.fixture
def every_level():
    """Give a function that lists all stored levels, the oldest first."""

    def listing(database, **filters):
        with database.reading() as session:
            return LEVELS.page(session, filters, limit=1000).items

    return listing
