"""The largest caps of decks up to symmetry."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.keys import canonical_position
from ludex.games.sets.position import Position, is_set
from ludex.games.sets.solving.caps import tabu_search_cap
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.search import find_any
from ludex.games.sets.study.cap_counts import count_caps
from ludex.games.sets.study.largest_caps import LargestCaps, largest_caps

LARGE = Deck(3, 4)


@pytest.fixture(scope="module")
def classes() -> LargestCaps:
    return largest_caps(LARGE)


@pytest.mark.parametrize(("properties", "values"), [(1, 4), (2, 3), (2, 4), (4, 2), (3, 1)])
def test_small_decks_have_as_many_largest_caps_as_all_choices_show(properties: int, values: int) -> None:
    deck = Deck(properties, values)
    found = largest_caps(deck)
    sets = [chosen for chosen in combinations(range(deck.size), values) if is_set(deck, chosen)]

    def caps_of(size: int) -> list[tuple[int, ...]]:
        choices = combinations(range(deck.size), size)
        return [cards for cards in choices if not any(set(chosen) <= set(cards) for chosen in sets)]

    caps = caps_of(found.size)
    assert len(caps) == found.caps
    assert caps_of(found.size + 1) == []
    assert len({canonical_position(Position(deck, cards)).form for cards in caps if cards}) == len(
        [cards for cards, _ in found.classes if cards]
    )


def test_known_counts_are_used_where_they_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = Deck(2, 4)
    counts, expected = count_caps(deck), largest_caps(deck)
    for part in (counts.cut(3), replace(counts, representatives=None), replace(counts, complete=False)):
        assert largest_caps(deck, counts=part) == expected
    monkeypatch.setattr("ludex.games.sets.study.largest_caps.count_caps", None)
    assert largest_caps(deck, counts=counts) == expected
    with pytest.raises(TypeError):
        largest_caps(deck, counts=counts.cut(3))


@pytest.mark.parametrize(("deck", "cards"), [(Deck(3, 1), ()), (Deck(3, 2), (0,))])
def test_of_one_value_no_card_is_a_cap_and_of_two_values_each(deck: Deck, cards: tuple[int, ...]) -> None:
    assert largest_caps(deck) == LargestCaps(deck, len(cards), ((cards, deck.size),))


def test_the_largest_caps_of_27_cards_are_one_class() -> None:
    assert [caps for _, caps in largest_caps(Deck(3, 3)).classes] == [2106]


@pytest.mark.slow
def test_each_class_of_28_caps_is_a_class_of_its_own(classes: LargestCaps) -> None:
    assert (classes.size, classes.caps, len(classes.classes)) == (28, 388_800, 13)
    positions = [Position(LARGE, cards) for cards, _ in classes.classes]
    assert all(len(position.cards) == 28 and find_any(position) is None for position in positions)
    assert len({canonical_position(position).form for position in positions}) == 13
    # 4!^3 permutations of values times 3! of properties: each class is an orbit.
    assert all(82_944 % caps == 0 for _, caps in classes.classes)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 13))
def test_a_28_cap_that_is_found_by_chance_is_in_a_class(classes: LargestCaps, seed: int) -> None:
    listed = Lookup(LARGE, range(LARGE.size)).all(Budget()).cards
    sets = listed[np.lexsort(listed.T[::-1])]
    cards = tabu_search_cap(sets, LARGE.size, Budget(), 28, seed=seed)
    assert len(cards) == 28
    forms = {canonical_position(Position(LARGE, found)).form for found, _ in classes.classes}
    assert canonical_position(Position(LARGE, cards)).form in forms


def test_the_search_ends_with_its_budget() -> None:
    with pytest.raises(BudgetExhausted):
        largest_caps(LARGE, Budget(seconds=0.01))
