"""Complete caps, against looking at every card and every set with it."""

from itertools import combinations
from random import Random

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, is_set
from ludex.games.sets.solving.caps import is_cap, largest_cap
from ludex.games.sets.solving.complete_caps import is_complete


def looks_complete(cap):
    """Try every other card with every v - 1 of the cap."""
    deck = cap.deck
    return all(
        any(is_set(deck, (card, *rest)) for rest in combinations(cap.cards, deck.values - 1))
        for card in set(range(deck.size)) - set(cap.cards)
    )


@pytest.mark.parametrize("deck", [Deck(2, 3), Deck(3, 3), Deck(2, 4), Deck(3, 2), Deck(1, 1), Deck(2, 5)], ids=str)
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
