"""Equivalence of SET positions: the witness is a symmetry of the deck that does what the matching says."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings

from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.canonical_search import reduced
from ludex.games.sets.identity.equivalence import AffineMap, CardMap, PropertyMap, compare, symmetry_between
from ludex.games.sets.position import Position, is_set
from ludex.games.sets.study.closed_forms import sets_in_deck
from tests.games.sets.sample_positions import moved, positions
from tests.trials import examples


def position(deck: Deck, codes: str) -> Position:
    return Position.from_codes(deck, codes.split())


@settings(max_examples=examples(200), deadline=None)
@given(positions())
def test_a_moved_position_is_matched_by_a_symmetry(a: Position) -> None:
    b = moved(a, Random(len(a.cards)))
    found = compare(a, b)
    assert found.equivalent
    assert found.matching is not None
    assert found.symmetry is not None
    assert [found.symmetry(card) for card in a.cards] == [b.cards[index] for index in found.matching]


@pytest.mark.parametrize(
    "deck",
    [Deck(2, 3), Deck(3, 3), Deck(2, 4), pytest.param(Deck(2, 5), marks=pytest.mark.slow), Deck(3, 2), Deck(2, 1)],
    ids=str,
)
def test_a_witness_permutes_the_whole_deck_and_keeps_its_sets(deck: Deck) -> None:
    rng = Random(deck.size)
    sets = [chosen for chosen in combinations(range(deck.size), deck.values) if is_set(deck, chosen)]
    assert len(sets) == sets_in_deck(deck)
    for size in range(0, min(6, deck.size) + 1):
        a = Position(deck, tuple(rng.sample(range(deck.size), size)))
        symmetry = compare(a, moved(a, rng)).symmetry
        assert symmetry is not None
        images = [symmetry(card) for card in range(deck.size)]
        assert sorted(images) == list(range(deck.size))
        assert all(is_set(deck, [images[card] for card in chosen]) for chosen in sets)


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        (position(Deck(2, 3), "00"), position(Deck(2, 4), "00"), "values: 3 in a, 4 in b"),
        (position(Deck(2, 3), "00"), position(Deck(3, 3), "000"), "properties: 2 in a, 3 in b"),
        (position(Deck(2, 3), "00"), position(Deck(2, 3), "00 01"), "cards: 1 in a, 2 in b"),
        (position(Deck(2, 3), "00 01 02"), position(Deck(2, 3), "00 01 10"), "sets: 1 in a, 0 in b"),
        (
            position(Deck(3, 3), "000 010 020 100 200 111"),
            position(Deck(3, 3), "000 010 020 100 110 120"),
            "cards that are in 0 sets: 1 in a, 0 in b",
        ),
        (
            position(Deck(2, 4), "00 01"),
            position(Deck(2, 4), "00 11"),
            "the cards are in equally many sets; canonical forms (position) from byte 7 on: 3031 in a, 3131 in b",
        ),
    ],
)
def test_a_difference_is_named(a: Position, b: Position, reason: str) -> None:
    found = compare(a, b)
    assert (found.equivalent, found.matching, found.symmetry) == (False, None, None)
    assert found.reason == reason


def test_with_three_values_all_frames_of_a_space_are_equivalent() -> None:
    """Three cards that are no set span a plane, and there any three are like any other three."""
    deck = Deck(4, 3)
    first = Position(deck, (0, 1, 3))
    same = [card for card in range(2, 81) if compare(first, Position(deck, (0, 1, card))).equivalent]
    assert same == list(range(3, 81))


def test_a_map_that_is_none_is_refused() -> None:
    for deck in (Deck(2, 3), Deck(2, 4)):
        with pytest.raises(ValueError, match="no symmetry"):
            symmetry_between(deck, [0, 1, 2], [0, 1, deck.values])


def test_documents_of_the_three_kinds() -> None:
    assert AffineMap(Deck(1, 3), ((2,),), (1,)).as_document() == {"kind": "affine", "matrix": [[2]], "shift": [1]}
    assert PropertyMap(Deck(1, 4), (0,), ((1, 0, 2, 3),)).as_document() == {
        "kind": "properties-and-values",
        "properties": [0],
        "values": [[1, 0, 2, 3]],
    }
    assert CardMap(Deck(2, 2), (0,), (3,)).as_document() == {"kind": "cards", "cards": [["00", "11"]]}


def test_elimination_over_three_elements() -> None:
    import numpy as np

    rng = np.random.default_rng(4)
    for _ in range(100):
        matrix = rng.integers(0, 3, rng.integers(1, 7, 2))
        rows, pivots = reduced(matrix)
        assert np.array_equal(rows[:, pivots], np.eye(len(pivots)))
        span = {tuple(c @ rows % 3) for c in np.ndindex(*[3] * len(rows))} if len(rows) else {(0,) * matrix.shape[1]}
        assert all(tuple(row.tolist()) in {tuple(map(int, each)) for each in span} for row in matrix % 3)
