"""Largest caps, of decks and within positions: proved where they say so, without a set in any case.

Caps that are unions of orbits under symmetries of the deck.
"""

from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, PositionError, is_set
from ludex.games.sets.solving import caps
from ludex.games.sets.solving.caps import (
    RECORDED,
    Cap,
    CardSymmetry,
    find_large_cap,
    is_cap,
    is_complete,
    largest_cap,
    largest_cap_within,
    orbits_of_cards,
    tabu_search_cap,
)
from ludex.games.sets.solving.lookup import Lookup
from tests.games.sets.keys import cap_key
from tests.oracles import cap_subsets as oracle
from tests.oracles.set_brute_force import all_sets
from tests.trials import examples

# Davis and Maclagan, "The card game SET" (2003) for v = 3; (v-1)^2 by König's theorem; 28 by the layers.
PROVED = {
    (1, 1): 0,
    (4, 1): 0,
    (1, 2): 1,
    (19, 2): 1,
    (1, 7): 6,
    (2, 3): 4,
    (3, 3): 9,
    (4, 3): 20,
    (2, 4): 9,
    (2, 5): 16,
    (3, 4): 28,
}


def codes(deck: Deck, cap: Cap) -> list[str]:
    return [deck.code(card) for card in cap.cards]


@pytest.mark.parametrize(("p", "v"), PROVED)
def test_largest_caps_are_proved(p: int, v: int) -> None:
    deck = Deck(p, v)
    cap = largest_cap(deck)
    assert (cap.size, cap.proved, cap.upper_bound) == (PROVED[p, v], True, PROVED[p, v])
    assert list(cap.cards) == sorted(cap.cards)
    assert not all_sets(codes(deck, cap), v)


@pytest.mark.slow
def test_forty_five_of_243_cards() -> None:
    deck = Deck(5, 3)
    cap = largest_cap(deck)
    assert (cap.size, cap.proved, cap.upper_bound) == (45, True, 45)
    assert not all_sets(codes(deck, cap), 3)


def test_one_hundred_and_twelve_of_729_cards() -> None:
    cap = largest_cap(Deck(6, 3))
    assert (cap.size, cap.proved) == (112, False)
    assert is_cap(Position(Deck(6, 3), cap.cards))


def test_four_properties_with_four_values_are_searched_from_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "_WORK_OF_DECK", 50_000_000)
    cap = largest_cap(Deck(4, 4))
    assert 3 * 28 <= cap.size < cap.upper_bound == 5 * 28 - 4 * 9
    assert is_cap(Position(Deck(4, 4), cap.cards))


@pytest.mark.parametrize(("p", "v", "size"), [(12, 3, 112**2), (9, 3, 9 * 112), (4, 31, 30**4), (3, 36, 35**3)])
def test_large_decks_have_products_of_caps(p: int, v: int, size: int) -> None:
    cap = largest_cap(Deck(p, v))
    assert size == cap.size < cap.upper_bound
    assert not cap.proved


def test_without_time_the_layers_prove_nothing() -> None:
    cap = largest_cap(Deck(3, 4), Budget(seconds=0.0))
    assert (cap.proved, cap.upper_bound) == (False, 36)
    assert cap.size >= 27
    assert largest_cap(Deck(4, 3), Budget(seconds=0.0)).upper_bound == 20


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_within_a_position_the_largest_cap_is_that_of_trying_every_subset(data: st.DataObject) -> None:
    deck = Deck(*data.draw(st.sampled_from([(4, 3), (2, 3), (3, 4), (2, 4), (2, 5), (3, 2), (3, 1)])))
    cards = data.draw(st.lists(st.integers(0, deck.size - 1), unique=True, max_size=14))
    position = Position(deck, tuple(cards))
    found = largest_cap_within(position)
    listed = [deck.code(card) for card in cards]
    assert found.proved
    assert found.size == found.upper_bound == oracle.largest(len(cards), oracle.masks_of_sets(listed, deck.values))
    assert set(found.cards) <= set(cards)
    assert is_cap(Position(deck, found.cards))


def test_where_the_time_ends_the_best_is_given_with_a_bound() -> None:
    deck = Deck(3, 5)
    cap = largest_cap_within(Position(deck, tuple(range(0, 120, 2))), Budget(seconds=0.3))
    assert cap.proved == (cap.size == cap.upper_bound)
    assert is_cap(Position(deck, cap.cards))


def test_too_many_sets_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "MAX_SETS_WITHIN", 1000)
    with pytest.raises(PositionError, match="more than 1,000 sets"):
        largest_cap_within(Position.whole(Deck(4, 3)))


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.integers(0, 80), unique=True, max_size=9))
def test_a_cap_has_no_set(cards: list[int]) -> None:
    deck = Deck(4, 3)
    assert is_cap(Position(deck, tuple(cards))) == (not all_sets([deck.code(card) for card in cards], 3))


def test_all_largest_caps_of_81_cards_have_one_key() -> None:
    # They are one class (Davis and Maclagan): searches with different seeds find different ones.
    deck = Deck(4, 3)
    sets = Lookup(deck, range(deck.size)).all(Budget()).cards
    found = {tabu_search_cap(sets, deck.size, Budget(), enough=20, seed=seed) for seed in range(6)}
    assert len(found) > 1
    assert len({cap_key(Position(deck, cap)) for cap in found}) == 1


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(3, 9), st.data())
def test_a_search_finds_a_subset_without_the_given_sets(cards: int, data: st.DataObject) -> None:
    triples = list(combinations(range(cards), 3))
    chosen = data.draw(st.lists(st.sampled_from(triples), unique=True, min_size=1, max_size=12))
    sets = np.array(chosen, np.int32)
    seed = data.draw(st.integers(0, 2**63))
    cap = tabu_search_cap(sets, cards, Budget(), work=2_000_000, seed=seed)
    masks = [sum(1 << card for card in one) for one in chosen]
    assert len(cap) == oracle.largest(cards, masks)
    assert not any(set(one) <= set(cap) for one in chosen)


def test_a_search_starts_from_a_cap_and_ends_where_it_has_enough() -> None:
    sets = np.array([[0, 1, 2], [2, 3, 4]], np.int32)
    assert tabu_search_cap(sets, 5, Budget(), enough=2, start=[0, 1]) == (0, 1)
    assert tabu_search_cap(sets, 5, Budget(seconds=0.0), start=[0, 1]) >= (0, 1)


def looks_complete(cap):
    """Try every other card with every v - 1 of the cap."""
    deck = cap.deck
    return all(
        any(is_set(deck, (card, *rest)) for rest in combinations(cap.cards, deck.values - 1))
        for card in set(range(deck.size)) - set(cap.cards)
    )


@pytest.mark.parametrize(
    "deck",
    [Deck(2, 3), Deck(3, 3), Deck(2, 4), Deck(3, 2), Deck(1, 1), pytest.param(Deck(2, 5), marks=pytest.mark.slow)],
    ids=str,
)
def test_it_agrees_with_looking_at_every_card(deck):
    rng = Random(deck.size)
    answers = set()
    for _ in range(40):
        cards = ()
        for card in rng.sample(range(deck.size), rng.randint(1, deck.size)):
            if is_cap(Position(deck, (*cards, card))):
                cards = (*cards, card)
        cap = Position(deck, cards)
        assert is_complete(cap) == looks_complete(cap)
        answers.add(is_complete(cap))
    # Of two values a cap has one card, of one value none.
    assert answers == ({True} if deck.values <= 2 else {True, False})


@pytest.mark.parametrize("deck", [Deck(4, 3), Deck(3, 4), Deck(2, 6)], ids=str)
def test_a_largest_cap_is_complete(deck):
    cards = largest_cap(deck).cards
    assert is_complete(Position(deck, cards))
    assert not is_complete(Position(deck, cards[1:]))


def test_the_search_ends_with_its_budget():
    with pytest.raises(BudgetExhausted):
        is_complete(Position(Deck(3, 4), largest_cap(Deck(3, 4)).cards), Budget(seconds=0.0))


def test_a_bound_of_one_solver_alone_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.games.sets.solving import cp_sat_programs

    class Liar:
        best_objective_bound = 2.0

        def boolean_value(self, variable: object) -> bool:
            return str(variable) in ("card 0", "card 1")

    monkeypatch.setattr(cp_sat_programs, "solve", lambda *_, **__: (Liar(), "optimal"))
    sets = np.array([[0, 1, 2], [0, 3, 4]], np.int32)
    kept, bound = cp_sat_programs.largest_subset_without(sets, 5, (0, 1), 5, Budget())
    assert (kept, bound) == ((0, 1), 4)


# It maps (x, y, z) to (y, -x, z), and so the nine cards with z = x^2 + y^2, a cap, to themselves.
ROTATION = CardSymmetry((1, 0, 2), ((0, 1, 2), (0, 2, 1), (0, 1, 2)))


@pytest.mark.parametrize(("p", "v", "size"), [(4, 4, 90), (3, 5, 66), (3, 6, 127), (5, 4, 281)])
def test_the_recorded_caps_contain_no_set(p: int, v: int, size: int) -> None:
    deck = Deck(p, v)
    cards = tuple(find_large_cap(deck, Budget()).tolist())
    assert cards == tuple(RECORDED[p, v].cards(deck).tolist())
    assert len(cards) == size > (v - 1) ** p
    assert is_cap(Position(deck, cards))


@pytest.mark.parametrize(("p", "v"), [(4, 4), pytest.param(5, 4, marks=pytest.mark.slow)])
def test_no_three_cards_of_a_recorded_cap_of_four_values_lack_a_fourth(p: int, v: int) -> None:
    digits = np.array(list(product(range(v), repeat=p)))[find_large_cap(Deck(p, v), Budget())]
    numbers = {int(number) for number in digits @ v ** np.arange(p)}
    assert len(numbers) == len(digits)
    for i, j in combinations(range(len(digits)), 2):
        a, b, c = digits[i], digits[j], digits[j + 1 :]
        same = (a == b) & (b == c)
        different = (a != b) & (b != c) & (a != c)
        fits = (same | different).all(axis=1)
        # The values 0 to 3 add up to 6.
        fourth = np.where(same, a, 6 - a - b - c)[fits] @ v ** np.arange(p)
        assert numbers.isdisjoint(fourth.tolist())


def test_symmetries_map_sets_to_sets() -> None:
    deck = Deck(4, 4)
    images = RECORDED[4, 4].symmetry.images(deck)
    assert sorted(images.tolist()) == list(range(256))
    for row in ((0, 1, 2, 3), (0, 85, 170, 255)):
        assert not is_cap(Position(deck, tuple(int(images[card]) for card in row)))


def test_orbits_have_the_order_of_the_group() -> None:
    orbits = orbits_of_cards(Deck(3, 3), [ROTATION]).tolist()
    # Cards with x = y = 0 are fixed; the other 24 lie in orbits of four.
    assert len(set(orbits)) == 3 + 24 // 4
