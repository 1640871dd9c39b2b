"""Generalized SET in the plain ways that ours is measured against; they share no code with it but the data classes."""

from itertools import combinations, product

import numpy as np

from ludex.games.sets.position import Position
from ludex.graphs.canonical import ColouredGraph, canonical_form


def triples(tables: np.ndarray) -> list[bool]:
    """Tell which tables of cards of four properties and three values have three whose values sum to 0 modulo 3."""
    digits = tables[:, :, np.newaxis] // 3 ** np.arange(4) % 3
    a, b, c = np.array(list(combinations(range(tables.shape[1]), 3))).T
    sums = digits[:, a] + digits[:, b] + digits[:, c]
    return (sums % 3 == 0).all(axis=2).any(axis=1).tolist()


def sets_by_pairs(position: Position) -> tuple[int, int]:
    """Return how many sets a whole deck of four values has, and the sum of their cards, by arrays of all pairs.

    In each property in which two cards differ the other two cards share out the other two values, in two ways.
    """
    deck = position.deck
    digits = np.array([deck.digits(card) for card in position.cards])
    a, b = np.triu_indices(len(digits), 1)
    first, second = digits[a], digits[b]
    same = first == second
    rest = [np.setdiff1d(range(4), pair) for pair in product(range(4), repeat=2)]
    low, high = (np.array([values[place] for values in rest]) for place in (0, 1))
    pair = 4 * first + second
    low, high = np.where(same, first, low[pair]), np.where(same, first, high[pair])
    weights = 4 ** np.arange(deck.properties)[::-1]
    found: list[np.ndarray] = []
    for ways in product((False, True), repeat=deck.properties):
        turned = np.array(ways)
        once = ~(turned & same).any(axis=1)
        c = np.where(turned, high, low)[once] @ weights
        d = np.where(turned, low, high)[once] @ weights
        rising = (b[once] < c) & (c < d)
        found.append(np.stack([a[once][rising], b[once][rising], c[rising], d[rising]], axis=1))
    listed = np.concatenate(found)
    return len(listed), int(listed.sum())


def affine_form(position: Position) -> bytes:
    """Return the canonical form, by BLISS, of a position of three values: its cards and the hyperplanes through them.

    A permutation of the cards that keeps which of them a hyperplane holds is an affine map of them.
    """
    deck = position.deck
    digits = np.array([deck.digits(card) for card in position.cards])
    functionals = [f for f in product(range(3), repeat=deck.properties) if next((x for x in f if x), 0) == 1]
    cards = len(digits)
    edges = [
        (card, cards + 3 * number + int(value))
        for number, functional in enumerate(functionals)
        for card, value in enumerate(digits @ np.array(functional) % 3)
    ]
    planes = 3 * len(functionals)
    classes = [(cards + plane, cards + planes + plane // 3) for plane in range(planes)]
    colours = (0,) * cards + (1,) * planes + (2,) * len(functionals)
    return canonical_form(ColouredGraph(colours, (*edges, *classes))).form


def value_form(position: Position) -> bytes:
    """Return the canonical form, by BLISS, of a position of four values or more: its cards, values and properties."""
    deck = position.deck
    cards, values = len(position.cards), deck.values * deck.properties
    edges = [
        (number, cards + deck.values * place + value)
        for number, card in enumerate(position.cards)
        for place, value in enumerate(deck.digits(card))
    ]
    owners = [(cards + value, cards + values + value // deck.values) for value in range(values)]
    colours = (0,) * cards + (1,) * values + (2,) * deck.properties
    return canonical_form(ColouredGraph(colours, (*edges, *owners))).form
