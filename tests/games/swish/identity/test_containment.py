"""Cards held in disguise: against every subset, each compared by the form of its hypergraph."""

from itertools import combinations
from random import Random

from ludex.games.swish.card import Symmetry, one_pair_cards
from ludex.games.swish.identity.card_matching import holds_cards, holds_image
from ludex.games.swish.identity.hypergraph import canonical_hypergraph
from ludex.games.swish.position import Position


def by_subsets(position, pattern):
    form = canonical_hypergraph(pattern).form
    return any(
        canonical_hypergraph(position.part(some)).form == form
        for some in combinations(range(len(position.cards)), len(pattern.cards))
    )


def test_images_are_found_where_a_subset_has_the_same_hypergraph():
    numbers, answers = Random(3), []
    for board, symmetry in (((3, 3), Symmetry.RECTANGLE), ((2, 3), Symmetry.RECTANGLE), ((2, 2), Symmetry.SQUARE)):
        cards = one_pair_cards(*board, symmetry)
        for _ in range(25):
            position = Position(tuple(numbers.choices(cards, k=6)), symmetry)
            pattern = Position(tuple(numbers.choices(cards, k=numbers.randint(2, 3))), symmetry)
            wanted = by_subsets(position, pattern)
            assert holds_image(position, pattern) is wanted
            answers.append(wanted)
            assert not holds_cards(position, pattern) or wanted
    assert {True, False} == set(answers)
