from collections import Counter
from random import Random

import pytest

from ludex.catalogue.swish.cards import CARDS
from ludex.catalogue.swish.decks import deck_positions, store_deck
from ludex.catalogue.swish.no_swish_sets import NO_SWISH_SETS, maxima_of, store_maximum, store_no_swish_sets
from ludex.catalogue.swish.positions import POSITIONS, store_position
from ludex.catalogue.swish.swishes import SWISHES, store_largest, store_stacks, store_swishes, swishes_in_position
from ludex.swish.card import Card, Symmetry
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.found import Placed, Swish, is_swish
from ludex.swish.identity.keys import canonical_stack, card_label
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import NoSwishMaximum
from ludex.swish.solving.search import find_all, find_largest

TWO_COPIES = Position.from_codes(["*o", "o*", "*o"])


def laid(position, *choices):
    """A swish of these cards of a position, each (index, configuration)."""
    return Swish(
        tuple(Placed(index, way, position.cards[index].configured(way)) for index, way in choices),
    )


def store_all(database, position):
    found = find_all(position).items
    with database.writing() as session:
        row = store_position(session, position).row
        return row, store_swishes(session, row, position, found), found


def test_the_placements_of_one_stack_are_one_swish(database):
    row, stored, found = store_all(database, TWO_COPIES)
    # Three pairs of copies, and two flips of each: one stack.
    assert len(found) == 6
    assert Counter(one.created for one in stored) == {True: 1, False: 5}
    with database.reading() as session:
        [(swish, cards)] = swishes_in_position(session, row.id)
    assert swish.codes == ("*o", "o*")
    assert [placed.index for placed in cards] == [0, 1]


def test_every_swish_of_a_deal_comes_back_as_a_swish_of_its_canonical_cards(database, dealt):
    position = dealt(8, n=9)
    row, stored, found = store_all(database, position)
    stacks = {canonical_stack(swish.stack, position.symmetry) for swish in found}
    assert sum(one.created for one in stored) == len(stacks) > 0
    canonical = position.canonical()
    with database.reading() as session:
        kept = swishes_in_position(session, row.id, limit=1000)
    assert {swish.stack for swish, _ in kept} == stacks
    for swish, cards in kept:
        assert is_swish(swish.stack)
        assert swish.size == len(cards) == len({placed.index for placed in cards})
        for placed in cards:
            assert canonical.cards[placed.index].configured(placed.configuration) == placed.placed
        assert swish.placed(canonical) == cards


def test_swishes_are_queried_by_size_card_deck_and_position(database, dealt):
    position = dealt(8, n=9)
    row, _, _ = store_all(database, position)
    with database.writing() as session:
        store_deck(session, built_in_deck("swish-60"))
        # A deck with the cards of the position but one: it lacks the swishes that use it.
        fewer = Position(position.cards[1:])
        store_deck(session, Deck("fewer", "", "", fewer))
    with database.reading() as session:
        every = SWISHES.page(session, {}, limit=1000).items
        by_size = SWISHES.page(session, {"size": 2}).items
        assert by_size == [swish for swish in every if swish.size == 2]
        card = card_label(position.cards[0], position.symmetry)
        canonical = position.cards[0].canonical(position.symmetry)
        with_card = SWISHES.page(session, {"card": card}, limit=1000).items
        assert with_card == [s for s in every if canonical in [c.canonical(position.symmetry) for c in s.stack]]
        assert len(SWISHES.page(session, {"deck": "swish-60"}, limit=1000).items) == len(every)
        of_fewer = SWISHES.page(session, {"deck": "fewer"}, limit=1000).items
        assert of_fewer == [swish for swish in every if swish.placed(fewer) is not None]
        assert 0 < len(of_fewer) < len(every)
        assert (
            SWISHES.page(session, {"position": POSITIONS.page(session, {}).items[0].label}, limit=1000).items == every
        )
        for swish in every:
            assert [p.id for p in POSITIONS.page(session, {"swish": swish.label}).items] == [row.id]


def test_a_swish_that_needs_two_copies_is_of_no_deck_with_one(database):
    with database.writing() as session:
        store_stacks(session, [[Card.from_code("*o"), Card.from_code("o*")]], Symmetry.RECTANGLE)
        store_deck(session, Deck("one", "", "", Position.from_codes(["*o"])))
        store_deck(session, Deck("two", "", "", Position.from_codes(["*o", "*o"])))
    with database.reading() as session:
        counts = {name: SWISHES.count(session, {"deck": name}).count for name in ("one", "two", "unknown")}
    assert counts == {"one": 0, "two": 1, "unknown": 0}


def test_a_swish_is_asked_by_all_its_cards(database, dealt):
    store_all(database, dealt(8, n=9))
    with database.reading() as session:
        swish = SWISHES.page(session, {}, "size", descending=True).items[0]
        labels = [card_label(card, swish.symmetry) for card in swish.stack]
        assert swish in SWISHES.page(session, {"card": labels}, limit=1000).items
        absent = card_label(Card.from_code("*o"), swish.symmetry)
        assert SWISHES.page(session, {"card": [*labels, absent]}).items == []


@pytest.mark.parametrize("n", [6, 12])
def test_the_number_of_statements_does_not_grow_with_the_swishes(sqlite_database, dealt, count_statements, n):
    position = dealt(8, n=n)
    found = find_all(position, max_size=4).items
    with count_statements(sqlite_database) as storing, sqlite_database.writing() as session:
        row = store_position(session, position).row
        store_swishes(session, row, position, found)
    with count_statements(sqlite_database) as listing, sqlite_database.reading() as session:
        SWISHES.page(session, {"deck": "x"}, limit=1000)
        swishes_in_position(session, row.id, limit=1000)
    assert len(storing) <= 14
    assert len(listing) == 2


def test_the_largest_swish_of_a_position_is_kept(database, dealt):
    position = dealt(4)
    largest = find_largest(position)
    with database.writing() as session:
        row = store_position(session, position).row
        swish = store_largest(session, row, position, largest.swish, largest.proved).row
    with database.reading() as session:
        [found] = POSITIONS.page(session, {"largest": largest.size, "largest_proved": True}).items
        assert (found.largest.size, found.largest.proved, found.largest.swish) == (largest.size, True, swish.label)
        assert SWISHES.by_label(session, swish.label).size == largest.size
        assert POSITIONS.page(session, {"max_largest": largest.size - 1}).items == []


def test_a_position_without_a_swish_says_so(database):
    with database.writing() as session:
        row = store_position(session, Position.from_codes(["*o"])).row
        assert store_largest(session, row, Position.from_codes(["*o"]), None, proved=True) is None
    with database.reading() as session:
        [found] = POSITIONS.page(session, {"largest": 0}).items
    assert (found.largest.size, found.largest.proved, found.largest.swish) == (0, True, None)


def test_what_is_proved_is_never_replaced_and_what_is_not_only_by_more(database):
    position = Position.from_codes(["*o./.../...", ".*o/.../...", "*.o/.../...", "*.o/.../..."])
    by_size = {swish.size: swish for swish in find_all(position, max_size=3).items}
    small, large = by_size[2], by_size[3]

    def state(*steps):
        with database.writing() as session:
            row = store_position(session, position).row
            for swish, proved in steps:
                store_largest(session, row, position, swish, proved)
        with database.reading() as session:
            largest = POSITIONS.page(session, {}).items[0].largest
        return largest.size, largest.proved

    assert state((small, False)) == (2, False)
    assert state((large, False)) == (3, False)
    assert state((small, False)) == (3, False)
    assert state((large, True)) == (3, True)
    assert state((small, False), (None, False), (small, True)) == (3, True)


def maximum(*indices, proved=True, certificate=()):
    return NoSwishMaximum(indices, proved, len(indices), certificate)


def test_a_maximum_of_a_position_counts_in_its_canonical_order(database):
    position = Position.from_codes(["..o/*../.../...", "*o./.../.../...", "..*/o../.../..."])
    assert position.canonical_order() == (1, 2, 0)
    with database.writing() as session:
        row = store_position(session, position).row
        stored = store_maximum(session, row, position, position.canonical(), maximum(0, 1, certificate=((0, 2),)))
    with database.reading() as session:
        [kept] = maxima_of(session, position_id=row.id)
        assert (kept.indices, kept.certificate, kept.proved, kept.upper_bound) == ((0, 2), ((1, 2),), True, 2)
        assert kept.no_swish_set == stored.row.label
        found = NO_SWISH_SETS.by_label(session, stored.row.label)
    assert found.position == Position((position.cards[0], position.cards[1])).canonical()


def test_a_maximum_of_a_deck_counts_in_its_listing(database):
    listing = Position.from_codes(["..o/*../.../...", "*o./.../.../...", "..*/o../.../..."])
    shuffled = list(range(3))
    Random(4).shuffle(shuffled)
    asked = Position(tuple(listing.cards[index] for index in shuffled))
    with database.writing() as session:
        row = store_deck(session, Deck("mine", "", "", listing)).row
        store_maximum(session, row, asked, deck_positions(session, [row.id])[row.id], maximum(0, 1))
    with database.reading() as session:
        [kept] = maxima_of(session, deck_id=row.id)
    assert kept.indices == tuple(sorted(shuffled[:2]))


def test_a_deck_has_several_largest_sets_and_only_the_largest_are_answered(database):
    deck = built_in_deck("swish-36").position
    with database.writing() as session:
        row = store_deck(session, built_in_deck("swish-36")).row
        for given in [
            maximum(0, 1, proved=False),
            maximum(0, 1, 2, proved=False),
            maximum(0, 1, 3, proved=False),
        ]:
            store_maximum(session, row, deck, deck, given)
    with database.reading() as session:
        assert [kept.indices for kept in maxima_of(session, deck_id=row.id)] == [(0, 1, 2), (0, 1, 3)]
        assert NO_SWISH_SETS.count(session, {"deck": "swish-36", "size": 3}).count == 2
    with database.writing() as session:
        store_maximum(session, row, deck, deck, maximum(0, 1, 2, certificate=((4, 5),)))
        store_maximum(session, row, deck, deck, maximum(0, 1, 2, proved=False))
    with database.reading() as session:
        [kept] = maxima_of(session, deck_id=row.id)
    assert (kept.proved, kept.certificate) == (True, ((4, 5),))


def test_no_swish_sets_are_stored_once_with_their_copies(database, count_statements):
    sets = [Position.from_codes(codes) for codes in (["*o."], ["*o.", "*.o"], ["*.o", "*o."], [".o.", ".o."])]
    with count_statements(database) as statements, database.writing() as session:
        stored = store_no_swish_sets(session, sets)
    assert [one.created for one in stored] == [True, True, False, True]
    assert len(statements) <= 6
    with database.reading() as session:
        kept = NO_SWISH_SETS.page(session, {"size": 2}, sort="size").items
        assert sorted(one.codes for one in kept) == [("*o.", "*.o"), (".o.", ".o.")]
        card = CARDS.page(session, {"points": 0}).items[0]
        assert NO_SWISH_SETS.count(session, {"card": card.label}).count == 1
