from itertools import combinations

import pytest

from ludex.catalogue.sets.found_sets import FOUND_SETS, sets_in_position, store_sets, through_matching
from ludex.catalogue.sets.lookup import dedup, equivalent_positions
from ludex.catalogue.sets.positions import MAX_STORED_CARDS, POSITIONS, prepare_position, store_position
from ludex.sets.deck import Deck
from ludex.sets.identity.equivalence import compare
from ludex.sets.identity.keys import position_key, position_label
from ludex.sets.position import Position, PositionError, is_set
from ludex.sets.solving.search import find_all

DECKS = [Deck(4, 3), Deck(3, 4), Deck(2, 5), Deck(5, 2), Deck(1, 1)]


def shown(database, label):
    with database.reading() as session:
        return POSITIONS.by_label(session, label)


def as_sets(position):
    return {tuple(sorted(cards)) for cards in find_all(position)}


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_a_class_is_stored_once_and_shows_its_first_cards(database, drawn, moved, put, deck):
    first = drawn(1, min(9, deck.size), deck)
    other = moved(first, 2)
    [stored] = put(database, first)
    [again] = put(database, other)
    assert (stored.created, again.created, again.row.id) == (True, False, stored.row.id)
    assert stored.matching == tuple(range(len(first.cards)))
    assert shown(database, stored.row.label).position == first
    # The matching takes the sets of what was sent to the sets of what is shown.
    assert set(through_matching(as_sets(other), other, first, again.matching)) == as_sets(first)
    assert (stored.row.key, stored.row.label) == (position_key(other), position_label(other))


def test_positions_that_differ_are_stored_apart(database, drawn, put):
    positions = [drawn(seed, 12) for seed in range(20)]
    stored = put(database, *positions)
    classes = {row.row.id for row in stored}
    assert len(classes) == len({row.row.label for row in stored})
    for (i, a), (j, b) in combinations(enumerate(positions), 2):
        assert (stored[i].row.id == stored[j].row.id) == compare(a, b).equivalent


def test_of_equivalent_positions_in_a_batch_the_first_is_created(database, drawn, moved, put):
    first = drawn(3)
    batch = [first, moved(first, 1), drawn(4), moved(first, 2)]
    assert [row.created for row in put(database, *batch)] == [True, False, True, False]
    with database.reading() as session:
        assert [position.position for position in POSITIONS.page(session, {}).items] == [first, batch[2]]


def test_what_becomes_known_of_the_sets_is_filled_in_and_stays(database, drawn, put):
    position = drawn(5)
    [stored] = put(database, position)
    assert (shown(database, stored.row.label).sets, shown(database, stored.row.label).has_set) == (None, None)
    count = len(as_sets(position))
    put(database, position, sets=count)
    put(database, position)
    put(database, position, sets=count + 1)
    assert (shown(database, stored.row.label).sets, shown(database, stored.row.label).has_set) == (count, count > 0)


def test_an_empty_table_is_a_position(database, put):
    [stored] = put(database, Position(Deck(4, 3), ()), sets=0)
    found = shown(database, stored.row.label)
    assert (found.codes, found.sets, found.has_set) == ((), 0, False)


def test_a_stored_equivalent_is_found_with_its_matching(database, drawn, moved, put):
    first, other = drawn(6), drawn(7)
    put(database, drawn(8), first)
    sought = prepare_position(moved(first, 3))
    with database.reading() as session:
        [(found, matching)] = equivalent_positions(session, sought)
        assert equivalent_positions(session, prepare_position(other)) == []
    assert found.position == first
    moved_sets = through_matching(as_sets(sought.position), sought.position, first, matching)
    assert set(moved_sets) == as_sets(first)


def test_many_positions_are_sorted_into_classes_with_those_stored(database, drawn, moved, put):
    a, b = drawn(1, 10), drawn(2, 10, Deck(3, 4))
    [stored] = put(database, moved(a, 9))
    found = dedup(database, [a, b, moved(a, 1), moved(b, 2), moved(a, 3)])
    assert [(one.members, one.positions) for one in found] == [((0, 2, 4), (stored.row.label,)), ((1, 3), ())]
    batch = [a, b, moved(a, 1), moved(b, 2), moved(a, 3)]
    for one in found:
        first = batch[one.members[0]]
        for member, matching in zip(one.members, one.matchings, strict=True):
            assert set(through_matching(as_sets(first), first, batch[member], matching)) == as_sets(batch[member])


def test_a_position_of_too_many_cards_is_refused():
    with pytest.raises(PositionError, match="at most 4,096"):
        prepare_position(Position(Deck(13, 2), tuple(range(MAX_STORED_CARDS + 1))))


def test_sets_found_in_an_equivalent_position_are_those_of_the_stored_one(database, drawn, moved, put):
    first = drawn(1, 15)
    other = moved(first, 4)
    put(database, first)
    with database.writing() as session:
        answer = store_position(session, prepare_position(other))
        stored = store_sets(
            session, first.deck, through_matching(as_sets(other), other, first, answer.matching), answer.row
        )
    assert all(one.created for one in stored)
    with database.reading() as session:
        listed = sets_in_position(session, answer.row.id, limit=1000)
        assert {one.cards for one in listed} == as_sets(first)
        assert all(is_set(one.deck, one.cards) for one in listed)
        by_position = FOUND_SETS.page(session, {"position": answer.row.label}, limit=1000).items
        assert by_position == listed
        assert POSITIONS.page(session, {"set": listed[0].label}).items[0].has_set
        pages = sets_in_position(session, answer.row.id, limit=1)
        assert pages + sets_in_position(session, answer.row.id, after=pages[0].id, limit=1000) == listed


def test_cards_of_other_positions_and_cards_that_are_no_set_are_refused(database, put):
    deck = Deck(2, 3)
    [stored] = put(database, Position(deck, (0, 1, 3)))
    with pytest.raises(ValueError, match="does not show"), database.writing() as session:
        store_sets(session, deck, [(0, 1, 2)], stored.row)
    with pytest.raises(ValueError, match="00, 01, 10 are no set"), database.writing() as session:
        store_sets(session, deck, [(0, 1, 3)])
    with database.reading() as session:
        assert FOUND_SETS.count(session, {}).count == 0


def test_a_set_is_stored_once(database):
    deck = Deck(4, 3)
    with database.writing() as session:
        stored = store_sets(session, deck, [(0, 16, 23), (23, 0, 16), (0, 1, 2)])
        assert [one.created for one in stored] == [True, False, True]
        assert not store_sets(session, deck, [(16, 0, 23)])[0].created
    with database.reading() as session:
        assert [(one.differing, one.codes) for one in FOUND_SETS.page(session, {}).items] == [
            (3, ("0000", "0121", "0212")),
            (1, ("0000", "0001", "0002")),
        ]


def test_the_filters_agree_with_looking_at_every_position(database, drawn, put):
    decks = [Deck(4, 3), Deck(3, 4), Deck(3, 3)]
    positions = [drawn(seed, 3 + seed % 5, decks[seed % 3]) for seed in range(30)]
    for position in positions[:20]:
        put(database, position, sets=len(as_sets(position)))
    put(database, *positions[20:])
    with database.reading() as session:
        every = POSITIONS.page(session, {}, limit=1000).items
        for filters, fits in [
            ({"values": 3}, lambda p: p.values == 3),
            ({"properties": 3, "values": 4, "cards": 5}, lambda p: (p.properties, p.values, p.cards) == (3, 4, 5)),
            ({"sets": 0}, lambda p: p.sets == 0),
            ({"sets": None}, lambda p: p.sets is None),
            ({"has_set": True}, lambda p: p.has_set is True),
            ({"has_set": None}, lambda p: p.has_set is None),
            ({"min_cards": 5, "max_cards": 6}, lambda p: 5 <= p.cards <= 6),
            ({"min_sets": 1}, lambda p: (p.sets or 0) >= 1),
            ({"deck": "set-3-4"}, lambda p: (p.values, p.properties) == (3, 4)),
            ({"deck": "set-5-4"}, lambda p: False),
            ({"deck": "unknown"}, lambda p: False),
        ]:
            expected = [position for position in every if fits(position)]
            assert POSITIONS.page(session, filters, limit=1000).items == expected, filters
            assert POSITIONS.count(session, filters).count == len(expected)
        for sort in POSITIONS.sort_names:
            assert len(list(POSITIONS.stream(session, {}, sort, chunk=7))) == len(every)
        assert {v.value: v.count for v in POSITIONS.facets(session, {})["values"]} == {
            v: sum(p.values == v for p in every) for v in {p.values for p in every}
        }


def test_a_page_costs_the_same_statements_however_long_it_is(database, drawn, put, count_statements):
    put(database, *[drawn(seed) for seed in range(12)])
    with database.reading() as session, count_statements(database) as one:
        POSITIONS.page(session, {}, limit=1)
    with database.reading() as session, count_statements(database) as all_of_them:
        POSITIONS.page(session, {}, limit=100)
    assert len(one) == len(all_of_them)
