"""Images of cards within a position: against every subset, each compared by its canonical form."""

from itertools import combinations
from random import Random

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.identity import containment
from ludex.games.sets.identity.containment import holds_image
from ludex.games.sets.identity.keys import canonical_position
from ludex.games.sets.position import Position
from ludex.graphs.embedding import EmbeddingTooHard


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


@pytest.mark.parametrize(
    ("values", "cards", "pattern", "held"),
    [
        (3, ["00", "01"], [(0, 0), (0, 1), (0, 2)], False),
        (2, ["00", "01"], [(0, 0), (1, 1)], True),
        (2, ["00", "01"], [(0, 0), (0, 2)], False),
        (3, ["00", "01"], [(0, 3)], False),
        (3, ["00", "01"], [(0, -1)], False),
        (2, ["00"], [(0, 0), (0, 1)], False),
    ],
)
def test_more_cards_or_other_values_are_in_no_position(values, cards, pattern, held):
    assert holds_image(Position.from_codes(Deck(2, values), cards), pattern) is held


@pytest.mark.parametrize(
    ("values", "cards", "pattern", "steps"),
    [
        (3, ["00", "01"], [(1, 1)], 1),
        # The first card is an image of the first card of the pattern, but not of the second one.
        (3, ["00", "01"], [(1, 1), (2, 0)], 3),
        (4, ["00", "01"], [(1, 1), (1, 0)], 3),
        # The image of the last card follows from the other two.
        (3, ["00", "01", "02"], [(1, 1), (2, 2), (0, 0)], 4),
    ],
)
def test_a_search_of_more_steps_than_the_limit_is_refused(values, cards, pattern, steps, monkeypatch):
    position = Position.from_codes(Deck(2, values), cards)
    monkeypatch.setattr(containment, "MAX_STEPS", steps)
    assert holds_image(position, pattern)
    monkeypatch.setattr(containment, "MAX_STEPS", steps - 1)
    with pytest.raises(EmbeddingTooHard, match="too low to decide"):
        holds_image(position, pattern)
