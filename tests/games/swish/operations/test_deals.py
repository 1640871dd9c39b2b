from math import comb

import pytest

from ludex.card_games.deal_statistics import DealStatistic
from ludex.catalogue.kinds.kind import named
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import find
from ludex.games.swish.dealing import MAX_SEED
from ludex.games.swish.deck import Deck, built_in_deck
from ludex.games.swish.kinds import DECK, POSITION
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.operations.deals import deal_cards, store_probabilities, stored_probabilities
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.study.statistics import count_no_swish_deals
from tests.games.swish.commercial import dealt

SIXTY = built_in_deck("swish-60")
MINE = Deck("mine", "Mine", "", Position.from_codes(["o*.", "*.o", "o.*"]))


def test_a_deal_is_stored_once_and_says_where_it_comes_from(catalogue):
    for created in (True, False):
        made = deal_cards(catalogue, SIXTY, 16, seed=3)
        assert made.stored.created is created
        assert made.position == dealt(3)
        assert [made.position.cards[i].canonical(made.position.symmetry) for i in range(16)] == [
            dealt(3).canonical().cards[j] for j in made.matching
        ]
    with catalogue.reading() as reader:
        [deck] = neighbours(reader, made.stored.id, "dealt-from")
        assert (deck.label, deck.place, deck.detail) == (named(DECK, SIXTY).label, 3, {"n": 16})
        assert [one.label for one in page(reader, POSITION, {"deck": "swish-60"}).items] == [made.stored.label]
        # The deck came with it, under its name.
        assert find(reader, "swish-60", DECK).id == deck.id


def test_a_deal_that_is_not_stored_is_shown_as_it_would_be():
    made = deal_cards(None, SIXTY, 8, seed=5)
    assert made.stored.id == 0
    assert made.stored.label == named(POSITION, KnownPosition(dealt(5, n=8))).label
    assert made.stored.document.hypergraph.startswith("swish-hypergraph-8-")


@pytest.mark.parametrize(
    ("n", "seed", "error"),
    [(4, 0, PositionError), (0, 0, PositionError), (2, MAX_SEED + 1, ValueError), (2, -1, ValueError)],
)
def test_what_is_no_deal_is_refused(catalogue, n, seed, error):
    with pytest.raises(error):
        deal_cards(catalogue, MINE, n, seed)


def test_very_large_counts_are_kept_exactly(catalogue):
    deck = built_in_deck("swish-7x8")
    statistic = DealStatistic(300, 10**80 + 1, comb(784, 300), exact=True)
    assert [store_probabilities(catalogue, deck, [statistic]) for _ in range(2)] == [1, 0]
    assert stored_probabilities(catalogue, deck) == [statistic]


def test_of_the_statistics_of_a_deck_the_exact_one_is_answered_first_then_the_largest_sample(catalogue):
    def answered():
        [one] = stored_probabilities(catalogue, MINE, 2)
        return one

    assert stored_probabilities(catalogue, MINE) == stored_probabilities(catalogue, MINE, 2) == []
    samples = [DealStatistic(2, 1, n, False, n, seed=5, low=0.0, high=1.0) for n in (10, 1000, 100)]
    assert store_probabilities(catalogue, MINE, samples) == 3
    assert answered().samples == 1000
    exact = count_no_swish_deals(MINE.position)
    assert [one.n for one in exact] == [1, 2, 3]
    assert store_probabilities(catalogue, MINE, exact) == 3
    assert answered() == exact[1]
    assert answered().exact
    assert stored_probabilities(catalogue, MINE) == exact


def test_a_sample_of_the_same_size_and_seed_that_is_stored_stays(catalogue):
    first, second = (DealStatistic(2, hits, 10, False, 10, seed=5, low=0.0, high=1.0) for hits in (1, 2))
    assert [store_probabilities(catalogue, MINE, [one]) for one in (first, second)] == [1, 0]
    assert stored_probabilities(catalogue, MINE) == [first]


def test_without_a_seed_one_is_chosen_and_told():
    chosen = {deal_cards(None, SIXTY, 8).deal for _ in range(4)}
    assert len({deal.seed for deal in chosen}) > 1
    assert all(deal_cards(None, SIXTY, 8, deal.seed).deal == deal for deal in chosen)
