"""Images of cards within a position: against every subset, each compared by its canonical form."""

from itertools import combinations
from random import Random

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.containment import holds_image
from ludex.games.sets.identity.keys import canonical_position
from ludex.games.sets.position import Position


def by_subsets(position, pattern):
    form = canonical_position(pattern).form
    return any(
        canonical_position(Position(position.deck, some)).form == form
        for some in combinations(position.cards, len(pattern.cards))
    )


@pytest.mark.parametrize(("properties", "values"), [(2, 3), (3, 3), (4, 3), (3, 2), (2, 4), (3, 4), (2, 5)])
def test_images_are_found_where_a_subset_has_the_same_form(properties, values):
    deck, numbers = Deck(properties, values), Random(properties * values)
    answers = []
    for _ in range(40):
        size = min(deck.size, numbers.randint(5, 7))
        position = Position(deck, tuple(numbers.sample(range(deck.size), size)))
        pattern = Position(deck, tuple(numbers.sample(range(deck.size), numbers.randint(3, 5))))
        wanted = by_subsets(position, pattern)
        assert holds_image(position, [deck.digits(card) for card in pattern.cards]) is wanted
        answers.append(wanted)
    assert any(answers)
    assert values == 2 or properties * values == 6 or not all(answers)
