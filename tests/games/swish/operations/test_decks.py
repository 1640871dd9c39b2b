import json
from math import comb

import pytest
from sqlalchemy import func, select

from ludex.card_games.deals import DealStatistic
from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.kinds.kind import identify_value, prepare
from ludex.catalogue.kinds.label import NameTaken, Protected
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.objects.storing import name_object, store
from ludex.catalogue.storage import tables
from ludex.games.swish.card import Symmetry
from ludex.games.swish.deck import Deck, built_in_deck
from ludex.games.swish.kinds import CARD, DECK, POSITION
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.operations.decks import (
    Cards,
    cards_of_deck,
    cards_of_object,
    deal_cards,
    find_deck,
    store_deck,
    store_probabilities,
    stored_probabilities,
)
from ludex.games.swish.operations.no_swish_sets import store_maxima
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.no_swish import NoSwishMaximum
from ludex.games.swish.study.statistics import count_no_swish_deals
from ludex.operations.objects import delete
from tests.games.swish.commercial import dealt, deck

CODES = ["o*.", "*.o", "o.*"]


def put(catalogue, slug="mine", codes=CODES, **texts):
    return store_deck(catalogue, Position.from_codes(codes), slug, **texts)


def put_starting(catalogue, slug):
    with catalogue.writing() as writer:
        stored = store(writer, prepare(DECK, built_in_deck(slug)), built_in=True)
        name_object(writer, DECK, stored.id, [slug], built_in=True)
    return stored


def shown(catalogue, name):
    with catalogue.reading() as reader:
        return json.loads(find(reader, name, DECK).text())


def test_a_deck_keeps_its_listing_as_written(catalogue):
    stored = put(catalogue)
    found = find_deck(catalogue, "mine")
    assert [str(card) for card in found.position.cards] == CODES
    assert (found.slug, found.title) == ("mine", "Cards of the 1 x 3 board")
    document = shown(catalogue, "mine")
    assert (document["size"], document["distinct_cards"], document["starting"]) == (3, 2, False)
    assert document["label"] == stored.label == identify_value(DECK, found).label
    assert shown(catalogue, stored.label) == document


def test_the_same_cards_under_another_slug_are_the_same_deck(catalogue):
    first, second = put(catalogue), put(catalogue, "yours", ["o.*", ".*o", "*.o"])
    assert (first.created, second.created) == (True, False)
    assert second.document == first.document
    # Card i of the second listing is the first listing's card, whichever copy.
    assert sorted(second.matching) == [0, 1, 2]
    assert [CODES[card] for card in second.matching] in ([CODES[1], "o*.", "o.*"], ["o.*", "o*.", CODES[1]])
    assert shown(catalogue, "yours") == shown(catalogue, "mine")
    assert shown(catalogue, "mine")["slugs"] == ["mine", "yours"]
    assert find_deck(catalogue, "yours").position.cards[0].circles == ((1, 1),)  # the first listing stays


def test_a_deck_without_a_slug_is_called_by_its_hash(catalogue):
    stored = put(catalogue, None)
    assert shown(catalogue, stored.label)["slug"] == f"own-{stored.label[-16:]}"


def test_a_slug_names_one_deck(catalogue):
    put(catalogue)
    with pytest.raises(NameTaken, match="mine"):
        put(catalogue, "mine", ["*o."])
    with catalogue.reading() as reader:
        assert count(reader, DECK, {}).count == 1


@pytest.mark.parametrize("slug", ["swish-36", "swish-60", "swish-4x3", "swish-5x5", "swish-16x16", "swish-99x99"])
def test_built_in_slugs_are_kept(catalogue, slug):
    with pytest.raises(NameTaken, match="reserved for a built-in deck"):
        put(catalogue, slug)


def test_built_in_decks_answer_without_being_stored(catalogue):
    assert find_deck(catalogue, "swish-60").position == deck("swish-60")
    document = shown(catalogue, "swish-4x3")
    assert (document["size"], document["slug"], document["starting"]) == (36, "swish-4x3", False)
    with catalogue.reading() as reader:
        assert find(reader, "swish-4x3", DECK).id == 0
        assert count(reader, DECK, {}).count == 0
    with pytest.raises(UnknownObject):
        find_deck(catalogue, "swish-17x17")


def test_a_built_in_deck_that_is_stored_under_another_name_is_that_deck(catalogue):
    stored = store_deck(catalogue, deck("swish-2x2"), "four-cells")
    assert shown(catalogue, "swish-2x2")["slugs"] == ["four-cells"]
    with catalogue.reading() as reader:
        assert find(reader, "swish-2x2", DECK).id == stored.id


def test_the_cards_of_a_deck_under_another_symmetry(catalogue):
    assert cards_of_deck(catalogue, "swish-3x3", Symmetry.SQUARE).deck == built_in_deck("swish-3x3-square")
    put(catalogue, "mine", ["*o/..", "o*/.."])
    own = cards_of_deck(catalogue, "mine", Symmetry.SQUARE)
    assert (own.deck, own.position.symmetry) == (None, Symmetry.SQUARE)
    assert cards_of_deck(catalogue, "mine").deck.slug == "mine"
    with pytest.raises(PositionError, match="square"):
        cards_of_deck(catalogue, "swish-36", Symmetry.SQUARE)


def test_the_cards_of_an_object_are_those_of_its_value_or_of_a_position_with_its_hypergraph(catalogue):
    made = deal_cards(catalogue, SIXTY, 8, seed=5)
    [kept] = store_maxima(catalogue, Cards(MINE.position, MINE), [NoSwishMaximum((0, 1), False, 3, ())])
    assert cards_of_object(catalogue, kept.label).position.canonical() == Position(MINE.position.cards[:2]).canonical()
    for name in (made.stored.label, made.stored.document.hypergraph):
        assert cards_of_object(catalogue, name).position.canonical() == dealt(5, n=8).canonical()


def rows(catalogue, table):
    with catalogue.reading() as reader:
        return reader.connection.scalar(select(func.count()).select_from(table))


def test_deleting_a_users_deck_takes_what_is_its_own_and_nothing_else(catalogue):
    put_starting(catalogue, "swish-36")
    own = put(catalogue)
    put(catalogue, "also-mine")
    mine = find_deck(catalogue, "mine")
    position = deal_cards(catalogue, mine, 3, seed=1).stored
    store_probabilities(catalogue, mine, [DealStatistic.from_count(2, 1, 3)])
    [kept] = store_maxima(catalogue, Cards(mine.position, mine), [NoSwishMaximum((0, 1), False, 3, ())])
    with catalogue.reading() as reader:
        assert len(claims_of(reader, own.id)) == 2
        assert [one.id for one in neighbours(reader, own.id, "deals")] == [position.id]
        assert [one.id for one in neighbours(reader, own.id, "witnessed-by")] == [kept.id]
    nodes = rows(catalogue, tables.node)
    delete(catalogue, DECK, "also-mine")
    assert rows(catalogue, tables.node) == nodes - 1
    assert rows(catalogue, tables.claim) == 0
    assert rows(catalogue, tables.alias) == 1
    with catalogue.reading() as reader:
        assert neighbours(reader, position.id, "dealt-from") == []
        assert count(reader, CARD, {}).count == 38
    with pytest.raises(UnknownObject):
        find_deck(catalogue, "mine")
    # The slug is free again.
    assert put(catalogue, "mine", ["*o."]).created


def test_a_deck_of_the_starting_catalogue_stays(catalogue):
    stored = put_starting(catalogue, "swish-60")
    for name in ("swish-60", stored.label):
        with pytest.raises(Protected):
            delete(catalogue, DECK, name)
    assert shown(catalogue, "swish-60")["size"] == 60


def test_a_users_name_of_a_starting_deck_is_deleted_alone(catalogue):
    put_starting(catalogue, "swish-36")
    store_deck(catalogue, deck("swish-36"), "mine")
    delete(catalogue, DECK, "mine")
    assert shown(catalogue, "swish-36")["slugs"] == ["swish-36"]


def test_a_users_deck_that_the_starting_catalogue_brings_becomes_protected(catalogue):
    store_deck(catalogue, deck("swish-36"), "swish-36")
    assert not shown(catalogue, "swish-36")["starting"]
    assert not put_starting(catalogue, "swish-36").created
    assert shown(catalogue, "swish-36")["starting"]
    with pytest.raises(Protected):
        delete(catalogue, DECK, "swish-36")


def test_storing_a_large_deck_takes_few_statements(catalogue, count_statements):
    with count_statements(catalogue.database) as statements:
        store_deck(catalogue, deck("swish-7x8"), "swish-7x8")
    assert len(statements) <= 20


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
        assert (deck.label, deck.place, deck.detail) == (identify_value(DECK, SIXTY).label, 3, {"n": 16})
        assert [one.label for one in page(reader, POSITION, {"deck": "swish-60"}).items] == [made.stored.label]
        # The deck came with it, under its name.
        assert find(reader, "swish-60", DECK).id == deck.id


def test_a_deal_that_is_not_stored_is_shown_as_it_would_be():
    made = deal_cards(None, SIXTY, 8, seed=5)
    assert made.stored.id == 0
    assert made.stored.label == identify_value(POSITION, KnownPosition(dealt(5, n=8))).label
    assert made.stored.document.hypergraph.startswith("swish-hypergraph-8-")


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
