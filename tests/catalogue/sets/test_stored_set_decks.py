import pytest

from ludex.catalogue.decks import DeckError, DeckProtected, SlugTaken, UnknownDeck
from ludex.catalogue.sets.cards import CARDS
from ludex.catalogue.sets.decks import DECKS, delete_deck, find_deck, load_deck, store_deck
from ludex.catalogue.sets.positions import POSITIONS
from ludex.catalogue.swish.cards import CARDS as SWISH_CARDS
from ludex.catalogue.swish.decks import DECKS as SWISH_DECKS
from ludex.catalogue.swish.decks import find_deck as find_swish_deck
from ludex.catalogue.swish.positions import POSITIONS as SWISH_POSITIONS
from ludex.sets.deck import Deck
from ludex.sets.identity.keys import deck_label
from ludex.sets.named_decks import NamedDeck, whole_deck
from ludex.sets.position import Position
from tests.catalogue.filling import fill_with_sets, fill_with_swish

MINE = NamedDeck("mine", "Mine", "Five cards.", Position.from_codes(Deck(2, 3), ["21", "00", "11", "12", "22"]))


def keep(database, deck, **options):
    with database.writing() as session:
        return store_deck(session, deck, **options)


def test_a_deck_is_found_by_its_slugs_and_its_label(database):
    assert keep(database, MINE, aliases=["five"]).created
    with database.reading() as session:
        stored, deck = load_deck(session, "mine")
        assert deck == MINE
        assert find_deck(session, "five") == find_deck(session, deck_label(MINE.position)) == stored
        assert (stored.slugs, stored.cards, stored.properties, stored.values) == (("mine", "five"), 5, 2, 3)
        assert find_deck(session, "other") is None
        assert find_deck(session, "a\0b") is None


def test_the_same_cards_in_another_order_are_the_same_deck(database):
    keep(database, MINE)
    turned = NamedDeck("turned", "Turned", "", Position(Deck(2, 3), MINE.position.cards[::-1]))
    assert not keep(database, turned).created
    with database.reading() as session:
        stored, deck = load_deck(session, "turned")
        assert deck == MINE
        assert stored.slugs == ("mine", "turned")


def test_a_slug_names_one_deck(database):
    keep(database, MINE)
    with pytest.raises(SlugTaken, match="mine"):
        keep(database, NamedDeck("mine", "", "", Position(Deck(2, 3), (0,))))


@pytest.mark.parametrize("slug", ["set-3-4", "set-3-2", "set-36-1"])
def test_the_slugs_of_whole_decks_are_kept_for_them(database, slug):
    with pytest.raises(SlugTaken, match="built-in"):
        keep(database, NamedDeck(slug, "", "", MINE.position))
    assert keep(database, whole_deck(Deck(2, 3))).created


def test_a_slug_that_names_no_whole_deck_is_free(database):
    assert keep(database, NamedDeck("set-36-19", "", "", MINE.position)).created


@pytest.mark.parametrize("slug", ["", "Mine", "-", "a b", "x" * 65, deck_label(MINE.position)])
def test_other_texts_are_no_slugs(database, slug):
    with pytest.raises(DeckError, match="slug"):
        keep(database, NamedDeck(slug, "", "", MINE.position))


def test_large_decks_and_empty_ones_are_not_stored(database):
    with pytest.raises(DeckError, match="4,096"):
        keep(database, whole_deck(Deck(13, 2)))
    with pytest.raises(DeckError, match="at least one card"):
        keep(database, NamedDeck("none", "", "", Position(Deck(2, 3), ())))
    assert keep(database, whole_deck(Deck(12, 2))).created


def test_a_deleted_deck_leaves_its_cards(database):
    keep(database, MINE)
    with database.writing() as session:
        delete_deck(session, "mine")
    with database.reading() as session:
        assert DECKS.count(session, {}).count == 0
        assert CARDS.count(session, {}).count == 5
    with pytest.raises(UnknownDeck), database.writing() as session:
        delete_deck(session, "mine")


def test_a_starting_deck_stays_and_loses_only_a_users_slug(database):
    keep(database, whole_deck(Deck(2, 3)), starting=True)
    keep(database, NamedDeck("nine", "", "", Position.whole(Deck(2, 3))))
    with database.writing() as session:
        delete_deck(session, "nine")
    with pytest.raises(DeckProtected), database.writing() as session:
        delete_deck(session, "set-3-2")


def test_decks_and_cards_are_listed_by_each_other(database):
    keep(database, MINE)
    keep(database, whole_deck(Deck(2, 3)))
    with database.reading() as session:
        in_mine = CARDS.page(session, {"deck": "mine"}).items
        assert {card.code for card in in_mine} == set(MINE.position.codes)
        [zero] = [card for card in CARDS.page(session, {}).items if card.code == "01"]
        assert [deck.slug for deck in DECKS.page(session, {"card": zero.label}).items] == ["set-3-2"]
        assert [deck.slug for deck in DECKS.page(session, {}, "cards", descending=True).items] == ["set-3-2", "mine"]
        assert DECKS.count(session, {"values": 3, "properties": 2, "max_cards": 5}).count == 1
        assert [deck.slug for deck in DECKS.page(session, {"slug": "mine"}).items] == ["mine"]


def lists(database, collections):
    with database.reading() as session:
        return [
            (
                [item.label for item in collection.stream(session, {}, sort)],
                collection.count(session, {}),
                collection.facets(session, {}),
            )
            for collection in collections
            for sort in collection.sort_names
        ]


SWISH_LISTS = (SWISH_CARDS, SWISH_DECKS, SWISH_POSITIONS)
SET_LISTS = (CARDS, DECKS, POSITIONS)


def test_each_game_sees_its_own_cards_decks_and_positions_only(database, dealt):
    fill_with_swish(database, dealt)
    swish = lists(database, SWISH_LISTS)
    assert lists(database, SET_LISTS) == [([], *rest) for _, *rest in lists(database, SET_LISTS)]
    fill_with_sets(database)
    assert lists(database, SWISH_LISTS) == swish
    of_sets = lists(database, SET_LISTS)
    assert all(label.startswith("set") for labels, *_ in of_sets for label in labels)
    with database.reading() as session:
        # Both games have a deck of this name.
        assert find_deck(session, "mine").properties == 2
        assert find_swish_deck(session, "mine").height == 2
        assert find_swish_deck(session, find_deck(session, "mine").label) is None
        assert SWISH_POSITIONS.by_label(session, of_sets[-1][0][0]) is None
        assert SWISH_CARDS.page(session, {"deck": "set-3-2"}).items == []


def test_deleting_a_deck_of_one_game_leaves_the_other_game_alone(database, dealt):
    fill_with_swish(database, dealt)
    fill_with_sets(database)
    swish = lists(database, SWISH_LISTS)
    with database.writing() as session:
        delete_deck(session, "mine")
    assert lists(database, SWISH_LISTS) == swish
    with database.reading() as session:
        assert find_deck(session, "mine") is None
        assert find_swish_deck(session, "mine") is not None
