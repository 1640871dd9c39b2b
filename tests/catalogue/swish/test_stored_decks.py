import pytest

from ludex.catalogue.swish.cards import CARDS
from ludex.catalogue.swish.deals import DEALS, DealStatistic, statistics_of, store_deal, store_statistics
from ludex.catalogue.swish.decks import (
    DECKS,
    DeckError,
    DeckProtected,
    SlugTaken,
    UnknownDeck,
    deck_positions,
    delete_deck,
    find_deck,
    load_deck,
    store_deck,
)
from ludex.catalogue.swish.no_swish_sets import NO_SWISH_SETS, maxima_of, store_maximum
from ludex.catalogue.swish.positions import POSITIONS, store_position
from ludex.catalogue.tables import DeckRow
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.identity.keys import deck_label
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import NoSwishMaximum


def a_deck(slug="mine", codes=("o*.", "*.o", "o.*")):
    return Deck(slug, "My deck", "Three cards.", Position.from_codes(list(codes)))


def put(database, deck, **options):
    with database.writing() as session:
        return store_deck(session, deck, **options)


def get(database, name):
    with database.reading() as session:
        return find_deck(session, name)


def test_a_deck_keeps_its_listing_as_written(database):
    put(database, a_deck())
    with database.reading() as session:
        stored, deck = load_deck(session, "mine")
        assert [str(card) for card in deck.position.cards] == ["o*.", "*.o", "o.*"]
    assert (stored.cards, stored.distinct_cards, stored.starting) == (3, 2, False)
    assert stored.label == deck_label(deck.position)
    assert get(database, stored.label) == stored


def test_the_same_cards_under_another_slug_are_the_same_deck(database):
    first = put(database, a_deck())
    second = put(database, a_deck("yours", ("o.*", ".*o", "*.o")))
    assert (first.created, second.created) == (True, False)
    assert get(database, "mine") == get(database, "yours")
    assert get(database, "yours").slugs == ("mine", "yours")
    with database.reading() as session:
        # The first listing stays.
        assert str(deck_positions(session, [first.row.id])[first.row.id].cards[0]) == "o*."


def test_a_deck_has_aliases(database):
    put(database, built_in_deck("swish-36"), aliases=["swish-4x3"], starting=True)
    assert get(database, "swish-4x3") == get(database, "swish-36")
    assert get(database, "swish-36").cards == 36


def test_a_slug_names_one_deck(database):
    put(database, a_deck())
    with pytest.raises(SlugTaken, match="mine"):
        put(database, a_deck("mine", ("*o.",)))
    with database.reading() as session:
        assert DECKS.count(session, {}).count == 1


@pytest.mark.parametrize("slug", ["swish-36", "swish-60", "swish-4x3", "swish-5x5", "swish-16x16", "swish-99x99"])
def test_built_in_slugs_are_kept(database, slug):
    with pytest.raises(SlugTaken):
        put(database, a_deck(slug))


def test_a_built_in_deck_may_be_stored_by_anyone(database):
    assert put(database, built_in_deck("swish-2x3")).created


@pytest.mark.parametrize("slug", ["", "Mine", "a b", "-a", "a--b", "a/b", "x" * 65, "deck-1x3-3-nkmudhghzxw3gov4", "ä"])
def test_what_is_no_slug_is_refused(database, slug):
    with pytest.raises(DeckError):
        put(database, a_deck(slug))


@pytest.mark.parametrize("title", ["a\0b", "\ud800"])
def test_a_text_that_cannot_be_stored_is_refused(database, title):
    with pytest.raises(DeckError):
        put(database, Deck("mine", title, "", a_deck().position))
    assert get(database, title) is None


def test_deleting_a_users_deck_takes_what_is_its_own_and_nothing_else(database):
    put(database, built_in_deck("swish-36"), starting=True)
    deck = a_deck()
    with database.writing() as session:
        row = store_deck(session, deck, aliases=["also-mine"]).row
        position = store_position(session, deck.position).row
        store_deal(session, row, 3, 1, position)
        store_statistics(session, row, [DealStatistic(2, 1, 3, exact=True)])
        store_maximum(session, row, deck.position, deck.position, NoSwishMaximum((0, 1), False, 3, ()))
    with database.writing() as session:
        delete_deck(session, "also-mine")
    with database.reading() as session:
        assert [stored.slug for stored in DECKS.page(session, {}).items] == ["swish-36"]
        assert DEALS.count(session, {}).count == 0
        assert statistics_of(session, row.id) == []
        assert maxima_of(session, deck_id=row.id) == []
        assert POSITIONS.count(session, {}).count == 1
        assert NO_SWISH_SETS.count(session, {}).count == 1
        assert CARDS.count(session, {}).count == 38
    assert get(database, "mine") is None
    # The slug is free again.
    assert put(database, a_deck("mine", ("*o.",))).created


def test_a_deck_of_the_starting_catalogue_stays(database):
    put(database, built_in_deck("swish-60"), starting=True)
    for name in ("swish-60", get(database, "swish-60").label):
        with pytest.raises(DeckProtected), database.writing() as session:
            delete_deck(session, name)
    assert get(database, "swish-60").cards == 60


def test_a_users_name_of_a_starting_deck_is_deleted_alone(database):
    deck = built_in_deck("swish-36")
    put(database, deck, starting=True)
    put(database, Deck("mine", "Mine", "", deck.position))
    with database.writing() as session:
        delete_deck(session, "mine")
    assert get(database, "mine") is None
    assert get(database, "swish-36").slugs == ("swish-36",)


def test_a_users_deck_that_the_starting_catalogue_brings_becomes_protected(database):
    deck = built_in_deck("swish-36")
    put(database, deck)
    assert not get(database, "swish-36").starting
    assert not put(database, deck, starting=True).created
    assert get(database, "swish-36").starting
    with pytest.raises(DeckProtected), database.writing() as session:
        delete_deck(session, "swish-36")


def test_an_unknown_deck_cannot_be_deleted(database):
    with pytest.raises(UnknownDeck), database.writing() as session:
        delete_deck(session, "nobody's")


def test_decks_are_found_by_their_cards_and_sizes(database):
    put(database, a_deck())
    put(database, built_in_deck("swish-36"))
    with database.reading() as session:
        [card] = CARDS.page(session, {"height": 1, "points": 1}, limit=1).items
        assert [d.slug for d in DECKS.page(session, {"card": card.label}).items] == ["mine"]
        assert [d.slug for d in DECKS.page(session, {"min_cards": 4}).items] == ["swish-36"]
        assert [d.slug for d in DECKS.page(session, {"slug": "mine"}).items] == ["mine"]
        assert CARDS.count(session, {"deck": "swish-36"}).count == 36
        assert CARDS.count(session, {"deck": "unknown"}).count == 0


def test_very_large_counts_are_kept_exactly(database):
    from math import comb

    deck = built_in_deck("swish-7x8")
    with database.writing() as session:
        row = store_deck(session, deck).row
        new = store_statistics(session, row, [DealStatistic(300, 10**80 + 1, comb(784, 300), exact=True)])
        again = store_statistics(session, row, [DealStatistic(300, 10**80 + 1, comb(784, 300), exact=True)])
    assert (new, again) == (1, 0)
    with database.reading() as session:
        [kept] = statistics_of(session, row.id, 300)
    assert (kept.numerator, kept.denominator) == (10**80 + 1, comb(784, 300))


def test_of_the_statistics_of_a_deck_the_exact_one_is_answered_first_then_the_largest_sample(database):
    put(database, a_deck())
    samples = [DealStatistic(2, 1, n, False, n, seed=5, low=0.0, high=1.0) for n in (10, 1000, 100)]
    with database.writing() as session:
        row = session.get_one(DeckRow, get(database, "mine").id)
        store_statistics(session, row, samples)
    with database.reading() as session:
        assert statistics_of(session, row.id, 2)[0].samples == 1000
    with database.writing() as session:
        store_statistics(session, session.get_one(DeckRow, row.id), [DealStatistic(2, 1, 3, exact=True)])
    with database.reading() as session:
        [best] = statistics_of(session, row.id)
    assert best.exact
    assert best.probability.as_integer_ratio() == (1, 3)


def test_a_deal_is_stored_once(database, dealt):
    put(database, built_in_deck("swish-60"))
    for created in (True, False):
        with database.writing() as session:
            row = session.get_one(DeckRow, 1)
            position = store_position(session, dealt(3)).row
            assert store_deal(session, row, 16, 3, position).created is created
    with database.reading() as session:
        [deal] = DEALS.page(session, {"deck": "swish-60", "n": 16}).items
        assert (deal.deck, deal.n, deal.seed, deal.position) == ("swish-60", 16, 3, position.label)
        assert [p.label for p in POSITIONS.page(session, {"deck": "swish-60"}).items] == [position.label]


def test_a_seed_beyond_what_both_databases_hold_is_refused(database, dealt):
    put(database, built_in_deck("swish-60"))
    with pytest.raises(ValueError, match="seed"), database.writing() as session:
        store_deal(session, session.get_one(DeckRow, 1), 16, 2**63, store_position(session, dealt(3)).row)


def test_the_number_of_statements_does_not_grow_with_the_decks(sqlite_database, count_statements):
    for number in range(12):
        put(sqlite_database, a_deck(f"deck-{number}", ("*o.",) * (number + 1)))
    with count_statements(sqlite_database) as statements, sqlite_database.reading() as session:
        assert len(DECKS.page(session, {}).items) == 12
        deck_positions(session, range(1, 13))
    assert len(statements) == 4


def test_storing_a_large_deck_takes_few_statements(sqlite_database, count_statements):
    with count_statements(sqlite_database) as statements:
        put(sqlite_database, built_in_deck("swish-7x8"))
    assert len(statements) <= 12
