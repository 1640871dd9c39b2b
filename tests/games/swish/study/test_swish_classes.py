"""Swishes up to configurations of the whole stack, counted in three ways."""

from itertools import combinations, product

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.study.swish_classes import count_classes, stacks_of_size, swish_classes


def position(name):
    return built_in_deck(name).position


def flips(code):
    """The card in the four flips, as texts."""
    rows = code.split("/")
    return {"/".join(row[::step] for row in rows[::order]) for step, order in product((1, -1), repeat=2)}


def cells(code):
    """The points and the circles of a card."""
    flat = code.replace("/", "")
    return ({place for place, mark in enumerate(flat) if mark == symbol} for symbol in "*o")


def is_swish(stack):
    points, circles = (sorted(cell for card in stack for cell in list(cells(card))[part]) for part in (0, 1))
    return points == circles and len(set(points)) == len(points)


def classes_by_brute_force(codes, size):
    """Lay every choice of cards in all ways, and group the swishes by the least flip of the stack."""
    found = set()
    for chosen in combinations(codes, size):
        for stack in product(*map(flips, chosen)):
            if is_swish(stack):
                rows = [card.split("/") for card in stack]
                turned = (
                    tuple(sorted("/".join(row[::step] for row in card[::order]) for card in rows))
                    for step, order in product((1, -1), repeat=2)
                )
                found.add(min(turned))
    return len(found)


@pytest.mark.parametrize(("name", "size"), [("swish-36", 2), ("swish-60", 2), ("swish-2x3", 2), ("swish-2x3", 3)])
def test_the_numbers_are_those_of_an_enumeration(name, size):
    cards = position(name)
    expected = classes_by_brute_force(list(map(str, cards.cards)), size)
    assert len(swish_classes(cards, size)) == count_classes(cards, size) == expected > 0


def test_every_class_has_its_stacks():
    stacks = stacks_of_size(position("swish-36"), 3)
    assert set(swish_classes(position("swish-36"), 3)) <= stacks


def test_counting_ends_with_its_budget():
    with pytest.raises(BudgetExhausted):
        count_classes(position("swish-36"), 3, Budget(stop=lambda: True))
