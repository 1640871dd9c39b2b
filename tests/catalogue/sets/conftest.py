"""Positions for the tests of the catalogue of SET."""

from random import Random

import pytest

from ludex.catalogue.sets.positions import prepare_position, store_positions
from ludex.sets.deck import Deck
from ludex.sets.position import Position


@pytest.fixture
def drawn():
    """Give a function that draws a position: `drawn(seed, n=12, deck=Deck(4, 3))`."""

    def drawing(seed, n=12, deck=Deck(4, 3)):  # noqa: B008 - a deck never changes
        return Position(deck, tuple(Random(seed).sample(range(deck.size), n)))

    return drawing


@pytest.fixture
def moved():
    """Give a function that moves a position by a symmetry that keeps sets, and mixes its cards."""

    def moving(position, seed):
        rng = Random(seed)
        deck = position.deck
        columns = rng.sample(range(deck.properties), deck.properties)
        values = [rng.sample(range(deck.values), deck.values) for _ in columns]
        cards = [deck.card(tuple(values[k][deck.digits(card)[k]] for k in columns)) for card in position.cards]
        rng.shuffle(cards)
        return Position(deck, tuple(cards))

    return moving


@pytest.fixture
def put():
    """Give a function that stores positions: `put(database, position, ..., sets=None)`."""

    def storing(database, *positions, sets=None):
        prepared = [prepare_position(position, sets=sets) for position in positions]
        with database.writing() as session:
            return store_positions(session, prepared)

    return storing
