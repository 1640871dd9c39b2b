import pytest

from ludex.card_games.deals import DealStatistic
from ludex.catalogue.kinds.label import NameTaken, Protected
from ludex.catalogue.objects.reading import UnknownObject, find, value_of
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds import DECK
from ludex.games.sets.known_results import cards_in
from ludex.games.sets.operations.decks import DeckSizeError, find_cards, store_cards, store_deck, store_statistics
from ludex.games.sets.position import Position
from ludex.operations.objects import delete
from tests.games.sets.operations.set_samples import PLANE, TABLE, every, fill, listed

WHOLE = Position.whole(PLANE)


def cards_of(catalogue, name):
    """The cards of whatever has this label or slug."""
    with catalogue.reading() as reader:
        return cards_in(value_of(reader, find(reader, name)))


def slugs(catalogue, name):
    with catalogue.reading() as reader:
        found = find(reader, name, catalogue.registry.kind["set-deck"])
    return found.text().partition('"slugs":')[2].partition("]")[0]


def test_a_deck_is_found_by_its_slugs_and_its_label(catalogue):
    stored = store_deck(catalogue, TABLE, "mine", "Mine", "Five cards.")
    assert not store_deck(catalogue, TABLE, "five").created
    for name in ("mine", "five", stored.label):
        assert find_cards(catalogue, name) == TABLE
    assert slugs(catalogue, "five") == '["mine","five"'
    assert (stored.document.title, stored.document.description, stored.document.size) == ("Mine", "Five cards.", 5)
    for other in ("other", "a\0b"):
        with pytest.raises(UnknownObject):
            find_cards(catalogue, other)


def test_a_deck_without_a_slug_gets_one_of_its_label(catalogue):
    stored = store_deck(catalogue, TABLE)
    assert find_cards(catalogue, f"own-{stored.label[-16:]}") == TABLE
    assert stored.document.title == "5 cards of 2 properties and 3 values"


@pytest.mark.parametrize("slug", ["set-3-4", "set-3-2", "set-36-1"])
def test_the_slugs_of_whole_decks_are_kept_for_them(catalogue, slug):
    with pytest.raises(NameTaken, match="built-in"):
        store_deck(catalogue, TABLE, slug)
    assert store_deck(catalogue, WHOLE, "set-3-2").created


def test_a_slug_that_names_no_whole_deck_is_free(catalogue):
    assert store_deck(catalogue, TABLE, "set-36-19").created


def test_large_decks_and_empty_ones_are_not_stored(catalogue):
    with pytest.raises(DeckSizeError, match="4,096"):
        store_deck(catalogue, Position.whole(Deck(13, 2)))
    with pytest.raises(DeckSizeError, match="at least one card"):
        store_deck(catalogue, Position(PLANE, ()))
    assert store_deck(catalogue, Position.whole(Deck(12, 2))).created


def test_all_cards_of_a_deck_are_the_whole_deck_in_whatever_order(catalogue):
    turned = Position(PLANE, WHOLE.cards[::-1])
    stored = store_deck(catalogue, turned, "nine", "Mine", "Mine.")
    assert (stored.document.cards, stored.document.title) == (
        list(WHOLE.codes),
        "All 9 cards of 2 properties with 3 values each",
    )
    assert find_cards(catalogue, "nine") == find_cards(catalogue, stored.label) == PLANE
    assert store_deck(catalogue, turned).matching == turned.cards
    assert slugs(catalogue, "nine") == '["set-3-2","nine"'
    assert every(catalogue, "set-card") == []


def test_whole_decks_answer_without_being_stored(catalogue):
    assert find_cards(catalogue, "set-10-6") == Deck(6, 10)
    with catalogue.reading() as reader:
        large, small = (find(reader, slug) for slug in ("set-10-6", "set-3-2"))
    assert (large.id, large.label) == (0, "set-deck-10-6-1000000-pmkxzvh52y44macj")
    assert (large.document().size, large.document().cards) == (1_000_000, None)
    assert small.document().cards == list(WHOLE.codes)
    assert every(catalogue, "set-deck") == []


def test_a_whole_deck_stays_with_what_is_known_of_it_and_loses_only_a_users_slug(catalogue):
    with pytest.raises(Protected):
        delete(catalogue, DECK, "set-3-2")
    store_statistics(catalogue, PLANE, [DealStatistic.from_count(1, 9, 9)])
    store_deck(catalogue, WHOLE, "nine")
    delete(catalogue, DECK, "nine")
    assert slugs(catalogue, "set-3-2") == '["set-3-2"'
    for name in ("set-3-2", every(catalogue, "set-deck")[0].label):
        with pytest.raises(Protected):
            delete(catalogue, DECK, name)


def test_decks_and_cards_are_listed_by_each_other(catalogue):
    store_deck(catalogue, TABLE, "mine")
    store_deck(catalogue, Position(PLANE, (0, 1)), "two")
    store_deck(catalogue, WHOLE)
    cards = {one.code: one.label for one in every(catalogue, "set-card")}
    assert {one.code for one in listed(catalogue, "set-card", {"deck": "mine"})} == set(TABLE.codes)
    assert {one.code for one in listed(catalogue, "set-card", {"deck": "set-3-2"})} == set(cards)
    assert listed(catalogue, "set-card", {"deck": "set-3-4"}) == []
    assert [one.size for one in listed(catalogue, "set-deck", {"card": cards["01"]})] == [2]
    assert [one.size for one in every(catalogue, "set-deck", None, "size", descending=True)] == [9, 5, 2]
    assert len(listed(catalogue, "set-deck", {"values": 3, "properties": 2, "max_size": 5})) == 2
    assert [one.size for one in listed(catalogue, "set-deck", {"slug": "mine"})] == [5]


def test_what_lies_within_a_deck_is_listed_by_it(catalogue):
    fill(catalogue)
    other = store_deck(catalogue, Position.from_codes(PLANE, ["21", "00", "11", "12"]), "four")
    for kind in ("set-position", "set-found-set", "set-cap"):
        stored = every(catalogue, kind)
        for name, cards in (("mine", TABLE.codes), ("four", other.document.cards), ("set-3-2", WHOLE.codes)):
            within = [one for one in stored if set(one.cards) <= set(cards)]
            assert listed(catalogue, kind, {"deck": name}) == within, (kind, name)
    store_deck(catalogue, WHOLE, "nine")
    assert listed(catalogue, "set-cap", {"deck": "nine"}) == every(catalogue, "set-cap")


def test_cards_are_stored_once_in_the_order_given(catalogue):
    first = store_cards(catalogue, Position(PLANE, (3, 1)))
    again = store_cards(catalogue, Position(PLANE, (0, 1)))
    assert [one.created for one in first + again] == [True, True, True, False]
    assert [one.document.code for one in first + again] == ["10", "01", "00", "01"]
    assert cards_of(catalogue, first[0].label) == Position(PLANE, (3,))


def test_cards_come_from_whatever_is_stored(catalogue):
    fill(catalogue)
    assert cards_of(catalogue, "mine") == TABLE
    for kind in ("set-position", "set-cap", "set-found-set"):
        for one in every(catalogue, kind):
            assert cards_of(catalogue, one.label) == one.position
    [game] = every(catalogue, "set-game")
    assert len(cards_of(catalogue, game.label).cards) == game.final_cards
