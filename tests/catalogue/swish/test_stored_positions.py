from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.catalogue.swish.hypergraphs import HYPERGRAPHS, hypergraph_of
from ludex.catalogue.swish.positions import POSITIONS, isomorphic_positions, store_position, store_positions
from ludex.catalogue.tables import PositionRow
from ludex.swish.card import Card, Configuration, Symmetry
from ludex.swish.hypergraph import construct_hypergraph
from ludex.swish.identity.keys import position_key, position_label
from ludex.swish.position import Position

ANY_CARD = st.sampled_from(["*o.", "o*.", "*.o", ".*o", "*oo", "**o", "o..", "*.."])


def store(database, *positions):
    items = [(position, hypergraph_of(position)) for position in positions]
    with database.writing() as session:
        return store_positions(session, items)


def load(database, label):
    with database.reading() as session:
        return POSITIONS.by_label(session, label)


def shuffled(position, seed):
    """The same cards in another order, each in a random configuration."""
    source = Random(seed)
    cards = [card.configured(source.choice(position.symmetry.configurations)) for card in position.cards]
    source.shuffle(cards)
    return Position(tuple(cards), position.symmetry)


def test_a_position_comes_back_as_its_canonical_cards(database, dealt):
    position = dealt(1)
    [stored] = store(database, position)
    found = load(database, position_label(position))
    assert stored.created
    assert found.position == position.canonical()
    assert (found.height, found.width, found.symmetry) == (4, 3, Symmetry.RECTANGLE)
    assert found.distinct_cards == len(set(position.canonical().cards))
    assert found.largest is None


def test_the_same_cards_in_any_order_and_configuration_are_stored_once(database, dealt):
    [first] = store(database, dealt(1))
    again = store(database, shuffled(dealt(1), 1), shuffled(dealt(1), 2))
    assert [stored.created for stored in again] == [False, False]
    assert {stored.row.id for stored in again} == {first.row.id}
    with database.reading() as session:
        assert POSITIONS.count(session, {}).count == 1


def test_of_equal_positions_in_one_batch_one_is_created(database, dealt):
    batch = store(database, dealt(1), dealt(2), shuffled(dealt(1), 1))
    assert [stored.created for stored in batch] == [True, True, False]
    assert batch[0].row.id == batch[2].row.id != batch[1].row.id


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(codes=st.lists(ANY_CARD, min_size=1, max_size=6))
def test_whatever_the_symbols_a_position_comes_back(sqlite_database, codes):
    position = Position.from_codes(codes)
    store(sqlite_database, position)
    found = load(sqlite_database, position_label(position))
    assert position_key(found.position) == position_key(position)
    assert len(found.codes) == len(codes)
    # Only a position of one-point-one-circle cards has a hypergraph.
    assert (found.hypergraph is None) == any(not card.is_one_pair for card in position.cards)


def test_isomorphic_positions_share_a_hypergraph(database):
    one, other = Position.from_codes(["*o.", "*.o"]), Position.from_codes(["*.../o...", "*.../..o."])
    # On a board of three columns the second is another position with cells of the same orbits.
    same = Position.from_codes(["*.../o.../....", "*.../..../o..."])
    store(database, one, other, same)
    with database.reading() as session:
        labels = {POSITIONS.by_label(session, position_label(p)).hypergraph for p in (one, other, same)}
        found = isomorphic_positions(session, hypergraph_of(one))
        assert HYPERGRAPHS.count(session, {}).count == len(labels)
    assert position_label(one) in {stored.label for stored, _ in found}


def test_a_look_up_gives_a_matching_that_keeps_the_arcs_between_cards(database, dealt):
    stored_position = dealt(7, n=10)
    store(database, stored_position, dealt(8, n=10))
    asked = shuffled(Position(tuple(c.configured(Configuration.FLIP_LEFT) for c in stored_position.cards)), 5)
    with database.reading() as session:
        [(found, matching)] = isomorphic_positions(session, hypergraph_of(asked))
    assert found.label == position_label(stored_position)
    assert sorted(matching) == list(range(10))

    def arcs(position):
        graph = construct_hypergraph(position)
        counts: dict[tuple[int, int], int] = {}
        for u, v in graph.edges:
            pair = graph.nodes[u]["hypernode"], graph.nodes[v]["hypernode"]
            counts[pair] = counts.get(pair, 0) + 1
        return counts

    mapped = {(matching[a], matching[b]): count for (a, b), count in arcs(asked).items()}
    assert mapped == arcs(found.position)


def test_nothing_is_isomorphic_to_what_is_not_stored(database, dealt):
    store(database, dealt(1))
    with database.reading() as session:
        assert isomorphic_positions(session, hypergraph_of(dealt(2))) == []


def test_a_position_that_was_stored_without_its_hypergraph_gets_it_later(database, dealt):
    with database.writing() as session:
        store_position(session, dealt(1))
    assert load(database, position_label(dealt(1))).hypergraph is None
    [stored] = store(database, shuffled(dealt(1), 3))
    assert not stored.created
    assert load(database, position_label(dealt(1))).hypergraph == hypergraph_of(dealt(1)).label
    with database.writing() as session:
        store_position(session, dealt(1))
    assert load(database, position_label(dealt(1))).hypergraph is not None


def test_a_thousand_copies_are_one_card(database):
    position = Position((Card.from_code("*o"),) * 1000)
    with database.writing() as session:
        store_position(session, position)
    found = load(database, position_label(position))
    assert found.codes == ("*o",) * 1000
    assert found.distinct_cards == 1


def test_square_symmetry_is_another_position(database):
    codes = ["*o./.../...", "*../o../..."]
    rectangle, square = Position.from_codes(codes), Position.from_codes(codes, Symmetry.SQUARE)
    stored = store(database, rectangle, square)
    assert [one.created for one in stored] == [True, True]
    assert load(database, position_label(square)).distinct_cards == 1
    assert load(database, position_label(rectangle)).distinct_cards == 2


@pytest.mark.parametrize("many", [3, 30])
def test_the_number_of_statements_does_not_grow_with_the_positions(sqlite_database, dealt, count_statements, many):
    positions = [dealt(seed, n=4) for seed in range(many)]
    items = [(position, hypergraph_of(position)) for position in positions]
    with count_statements(sqlite_database) as storing, sqlite_database.writing() as session:
        store_positions(session, items)
    with count_statements(sqlite_database) as listing, sqlite_database.reading() as session:
        page = POSITIONS.page(session, {}, limit=1000)
    assert len(page.items) == many
    assert len(storing) <= 12
    assert len(listing) <= 4


def test_the_hypergraph_lists_its_positions(database, dealt):
    store(database, dealt(1), dealt(2))
    with database.reading() as session:
        graph = HYPERGRAPHS.by_label(session, hypergraph_of(dealt(1)).label)
        assert (graph.positions, graph.first_position) == (1, position_label(dealt(1)))
        assert [p.label for p in POSITIONS.page(session, {"hypergraph": graph.label}).items] == [
            position_label(dealt(1))
        ]


def test_a_stored_row_is_typed(database, dealt):
    [stored] = store(database, dealt(1))
    assert isinstance(stored.row, PositionRow)
    assert stored.row.key == position_key(dealt(1))
