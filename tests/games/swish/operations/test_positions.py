""""""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.kinds.kind import identify_value, prepare
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.objects.reading import find, plain_value
from ludex.catalogue.objects.storing import store
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Card, Configuration, Symmetry
from ludex.games.swish.deck import Cards, built_in_deck
from ludex.games.swish.hypergraph import HypergraphError, construct_hypergraph
from ludex.games.swish.identity.card_matching import canonical_stack
from ludex.games.swish.identity.hypergraph import canonical_hypergraph
from ludex.games.swish.kinds import HYPERGRAPH, POSITION, SWISH_STACK
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.operations.positions import (
    Find,
    classify_positions,
    find_isomorphic_positions,
    store_hypergraph,
    store_position,
    store_swish_counts,
    swishes_in_position,
)
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import Largest, find_all, find_largest
from ludex.games.swish.swishes import Stack, is_swish
from ludex.pictures.svg import PictureTooLarge
from tests.games.swish.commercial import dealt
from tests.trials import examples

ANY_CARD = st.sampled_from(["*o.", "o*.", "*.o", ".*o", "*oo", "**o", "o..", "*.."])
TWO_COPIES = Position.from_codes(["*o", "o*", "*o"])
FOUR = Position.from_codes(["*o./.../...", ".*o/.../...", "*.o/.../...", "*.o/.../..."])


def put(catalogue, position, find=None, **options):
    return store_position(catalogue, position, Budget(), find, **options)


def document(catalogue, stored):
    with catalogue.reading() as reader:
        return json.loads(find(reader, stored.label, POSITION).text())


def shuffled(position, seed):
    """The same cards in another order, each in a random configuration."""
    source = Random(seed)
    cards = [card.configured(source.choice(position.symmetry.configurations)) for card in position.cards]
    source.shuffle(cards)
    return Position(tuple(cards), position.symmetry)


def arcs(position):
    graph = construct_hypergraph(position)
    counts: dict[tuple[int, int], int] = {}
    for u, v in graph.edges:
        pair = graph.nodes[u]["hypernode"], graph.nodes[v]["hypernode"]
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def test_the_same_cards_in_any_order_and_configuration_are_stored_once(catalogue):
    first = put(catalogue, dealt(1)).stored
    again = [put(catalogue, shuffled(dealt(1), seed)).stored for seed in (1, 2)]
    assert [(one.created, one.id) for one in again] == [(False, first.id)] * 2
    with catalogue.reading() as reader:
        assert count(reader, POSITION, {}).count == 1


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(codes=st.lists(ANY_CARD, min_size=1, max_size=6))
def test_whatever_the_symbols_a_position_comes_back(catalogue, codes):
    position = Position.from_codes(codes)
    stored = put(catalogue, position).stored
    shown = document(catalogue, stored)
    assert Position.from_codes(shown["cards"]) == position.canonical()
    # Only a position of one-point-one-circle cards has a hypergraph.
    assert (shown["hypergraph"] is None) == any(not card.is_one_pair for card in position.cards)


@pytest.mark.parametrize("seed", range(4))
def test_a_look_up_gives_a_matching_that_keeps_the_arcs_between_cards(catalogue, seed):
    stored = put(catalogue, dealt(seed, n=10)).stored
    put(catalogue, dealt(seed + 100, n=10))
    asked = shuffled(Position(tuple(c.configured(Configuration.FLIP_LEFT) for c in dealt(seed, n=10).cards)), 5)
    [found], [matching] = find_isomorphic_positions(catalogue, asked)
    assert found.label == stored.label
    assert sorted(matching) == list(range(10))
    mapped = {(matching[a], matching[b]): number for (a, b), number in arcs(asked).items()}
    assert mapped == arcs(plain_value(POSITION, found).position)


def test_nothing_is_isomorphic_to_what_is_not_stored(catalogue):
    put(catalogue, dealt(1))
    assert find_isomorphic_positions(catalogue, dealt(2)) == ([], [])


def test_a_card_without_a_hypergraph_is_named_as_it_was_given(catalogue):
    with pytest.raises(HypergraphError) as caught:
        find_isomorphic_positions(catalogue, Position.from_codes(["o*.", "*.."]))
    assert caught.value.card == 1


def test_positions_fall_into_classes_and_the_stored_ones_are_named(catalogue):
    stored = put(catalogue, dealt(3, n=6)).stored
    given_positions = [dealt(3, n=6), dealt(4, n=6), shuffled(dealt(3, n=6), 1)]
    first, second = classify_positions(catalogue, given_positions)
    assert (first.members, second.members) == ((0, 2), (1,))
    assert (first.positions, second.positions) == ((stored.label,), ())
    mapped = {(first.matchings[1][a], first.matchings[1][b]): n for (a, b), n in arcs(given_positions[0]).items()}
    assert mapped == arcs(given_positions[2])
    assert [one.positions for one in classify_positions(None, given_positions)] == [(), ()]


def test_square_symmetry_is_another_position(catalogue):
    codes = ["*o./.../...", "*../o../..."]
    made = [put(catalogue, Position.from_codes(codes, symmetry)).stored for symmetry in Symmetry]
    assert [one.created for one in made] == [True, True]
    assert [one.document.distinct_cards for one in made] == [2, 1]


def test_a_hypergraph_is_stored_with_its_position(catalogue):
    made, one_matching = store_hypergraph(catalogue, dealt(1, n=8))
    again, other_matching = store_hypergraph(catalogue, shuffled(dealt(1, n=8), 1))
    assert (made.created, again.created) == (True, False)
    with catalogue.reading() as reader:
        graph = plain_value(HYPERGRAPH, find(reader, made.label)).graph
    # The matching takes the hypernodes of the cards to those of the canonical form, arcs kept.
    for position, matching in ((dealt(1, n=8), one_matching), (shuffled(dealt(1, n=8), 1), other_matching)):
        canonical: dict[tuple[int, int], int] = {}
        for u, v in graph.edges:
            pair = graph.nodes[u]["hypernode"], graph.nodes[v]["hypernode"]
            canonical[pair] = canonical.get(pair, 0) + 1
        assert {(matching[a], matching[b]): n for (a, b), n in arcs(position).items()} == canonical
    assert made.document.arcs == canonical_hypergraph(dealt(1, n=8)).arcs == graph.number_of_edges()
    with catalogue.reading() as reader:
        assert picture_of(reader, find(reader, made.label, HYPERGRAPH)).startswith("<svg")


def test_a_hypergraph_without_a_position_has_no_picture(catalogue):
    with catalogue.writing() as writer:
        stored = store(writer, prepare(HYPERGRAPH, canonical_hypergraph(dealt(1, n=4))))
    with catalogue.reading() as reader, pytest.raises(PictureTooLarge, match="no stored position"):
        picture_of(reader, find(reader, stored.label, HYPERGRAPH))


def test_the_placements_of_one_stack_are_one_swish(catalogue):
    made = put(catalogue, TWO_COPIES, Find.ALL)
    # Three pairs of copies, and two flips of each: one stack.
    assert (len(made.swishes), made.complete) == (6, True)
    found = swishes_in_position(catalogue, made.stored.label)
    [(_, swish)] = found.items
    assert [str(card) for card in swish.stack] == ["*o", "o*"]
    assert swish.indices == (0, 1)


def test_every_swish_of_a_deal_comes_back_as_a_swish_of_its_canonical_cards(catalogue):
    position = dealt(8, n=9)
    made = put(catalogue, position, Find.ALL)
    stacks = {canonical_stack(swish.stack, position.symmetry) for swish in made.swishes}
    assert len(stacks) > 0
    found = swishes_in_position(catalogue, made.stored.label, limit=1000)
    assert found.after is None
    assert found.position == position.canonical()
    assert {canonical_stack(swish.stack, position.symmetry) for _, swish in found.items} == stacks
    assert len(found.items) == len(stacks)
    for _, swish in found.items:
        assert is_swish(swish.stack)
        for placed in swish.cards:
            assert found.position.cards[placed.index].configured(placed.configuration) == placed.placed


def test_what_is_kept_of_all_swishes_is_bounded(catalogue):
    every = find_all(dealt(8, n=9)).items
    few = put(catalogue, dealt(8, n=9), Find.ALL, limit=1)
    assert (few.swishes, few.complete) == (every[:1], False)
    short = put(catalogue, dealt(8, n=9), Find.ALL, code_characters=1)
    assert (short.swishes, short.complete) == (every[:1], False)


def test_a_swish_that_needs_two_copies_is_of_no_deck_with_one(catalogue):
    from ludex.games.swish.operations.decks import store_deck

    with catalogue.writing() as writer:
        store(writer, prepare(SWISH_STACK, Stack((Card.from_code("*o"), Card.from_code("o*")))))
    store_deck(catalogue, Position.from_codes(["*o"]), "one")
    store_deck(catalogue, Position.from_codes(["*o", "*o"]), "two")
    with catalogue.reading() as reader:
        counts = {name: count(reader, SWISH_STACK, {"deck": name}).count for name in ("one", "two", "unknown")}
    assert counts == {"one": 0, "two": 1, "unknown": 0}


@pytest.mark.parametrize("n", [6, 12])
def test_the_number_of_statements_does_not_grow_with_the_swishes(catalogue, count_statements, n):
    put(catalogue, dealt(1, n=4))
    with count_statements(catalogue.database) as storing:
        label = put(catalogue, dealt(2, n=n), Find.ALL).stored.label
    with count_statements(catalogue.database) as again:
        put(catalogue, dealt(2, n=n), Find.ALL)
    with count_statements(catalogue.database) as listing:
        swishes_in_position(catalogue, label, limit=1000)
    assert len(storing) <= 40
    assert len(again) <= 40
    assert len(listing) <= 4


def test_the_largest_swish_of_a_position_is_kept(catalogue):
    position = dealt(4)
    largest = find_largest(position)
    made = put(catalogue, position, Find.LARGEST)
    assert (made.swishes, made.complete) == ((largest.swish,), True)
    shown = document(catalogue, made.stored)["largest_swish"]
    assert (shown["size"], shown["proved"]) == (largest.size, True)
    with catalogue.reading() as reader:
        exact = {"largest_size": largest.size, "largest_proved": True}
        assert [one.label for one in page(reader, POSITION, exact).items] == [made.stored.label]
        assert page(reader, POSITION, {"max_largest_size": largest.size - 1}).items == []
        assert json.loads(find(reader, shown["swish"]).text())["size"] == largest.size
        witnesses = neighbours(reader, made.stored.id, "witnessed-by")
        assert [one.label for one in witnesses] == [shown["swish"]]


def test_a_position_without_a_swish_says_so(catalogue):
    made = put(catalogue, Position.from_codes(["*o"]), Find.LARGEST)
    assert (made.swishes, made.complete) == ((), True)
    largest = {"size": 0, "proved": True, "evidence": "certificate", "swish": None}
    assert document(catalogue, made.stored)["largest_swish"] == largest


def test_where_time_ends_before_anything_is_known_nothing_is_stored(catalogue):
    with pytest.raises(BudgetExhausted):
        store_position(catalogue, dealt(4), Budget(seconds=0.0), Find.LARGEST)
    with catalogue.reading() as reader:
        assert count(reader, POSITION, {}).count == 0


def test_what_is_proved_is_never_replaced_and_what_is_not_only_by_more(catalogue):
    by_size = {swish.size: swish for swish in find_all(FOUR, max_size=3).items}
    small, large = by_size[2], by_size[3]

    def state(*steps):
        for swish, proved in steps:
            with catalogue.writing() as writer:
                stored = store(writer, prepare(POSITION, KnownPosition(FOUR, Largest(swish, proved))))
        largest = document(catalogue, stored)["largest_swish"]
        return largest["size"], largest["proved"]

    assert state((small, False)) == (2, False)
    assert state((large, False)) == (3, False)
    assert state((small, False)) == (3, False)
    assert state((large, True)) == (3, True)
    assert state((small, False), (None, False), (small, True)) == (3, True)


def test_a_larger_swish_is_the_witness_in_place_of_a_smaller_one(catalogue):
    small = next(iter(find_all(FOUR, max_size=2).items))
    with catalogue.writing() as writer:
        stored = store(writer, prepare(POSITION, KnownPosition(FOUR, Largest(small, proved=False))))
        from ludex.catalogue.kinds.kind import NewLink
        from ludex.catalogue.objects.storing import add_links

        witness = store(writer, prepare(SWISH_STACK, Stack(small.stack)))
        add_links(writer, witness.id, [NewLink("witnesses", stored.label)])
    put(catalogue, FOUR, Find.LARGEST)
    with catalogue.reading() as reader:
        [one] = neighbours(reader, stored.id, "witnessed-by")
    assert one.label == document(catalogue, stored)["largest_swish"]["swish"] != witness.label


def test_swishes_are_queried_by_size_card_deck_and_position(catalogue):
    from ludex.games.swish.card import CardClass
    from ludex.games.swish.identity.card_matching import place
    from ludex.games.swish.kinds import CARD
    from ludex.games.swish.operations.decks import store_deck
    from tests.games.swish.commercial import deck

    position = dealt(9, n=9)
    label = put(catalogue, position, Find.ALL).stored.label
    store_deck(catalogue, deck("swish-60"), "swish-60")
    # A deck with the cards of the position but one: it lacks the swishes that use it.
    fewer = Position(position.cards[1:])
    store_deck(catalogue, fewer, "fewer")
    with catalogue.reading() as reader:

        def found(**filters):
            return [plain_value(SWISH_STACK, one) for one in page(reader, SWISH_STACK, filters, limit=1000).items]

        every = found()
        assert found(size=2) == [stack for stack in every if len(stack.cards) == 2]
        card = position.cards[0].canonical(position.symmetry)
        own = [one for one in every if card in [each.canonical(position.symmetry) for each in one.cards]]
        assert found(card=identify_value(CARD, CardClass(position.cards[0])).label) == own
        assert found(deck="swish-60") == found(position=label) == every
        assert found(deck="fewer") == [one for one in every if place(one.cards, fewer) is not None]
        assert 0 < len(found(deck="fewer")) < len(every)
        cards = [identify_value(CARD, CardClass(one)).label for one in every[-1].cards]
        assert every[-1] in found(card=cards)
        for one in page(reader, SWISH_STACK, {}).items:
            assert [each.label for each in page(reader, POSITION, {"swish": one.label}).items] == [label]


STATEMENT = "swish.swish-counts"
# Of the 36-card deck: 14 card sets and 52 placements of two cards, 110 and 440 of three.
PUBLISHED = {"2": {"card_sets": 14, "placements": 52}, "3": {"card_sets": 110, "placements": 440}}


def counts_of(catalogue, node):
    with catalogue.reading() as reader:
        return claims_of(reader, node, STATEMENT)


def test_the_published_numbers_of_the_deck_are_stored_and_found_wrong_where_they_are_changed(catalogue):
    deck = built_in_deck("swish-36")
    stored = store_swish_counts(catalogue, Cards(deck.position, deck), Budget(), 3)
    store_swish_counts(catalogue, Cards(deck.position, deck), Budget(), 2)
    assert [(one.value, one.parameters, one.proved) for one in counts_of(catalogue, stored.id)] == [
        (PUBLISHED, {"max_size": 3}, True),
        ({"2": PUBLISHED["2"]}, {"max_size": 2}, True),
    ]
    assert verify(catalogue).sound
    with catalogue.writing() as writer:
        writer.connection.execute(
            text("UPDATE claim SET value = replace(value, '110', '111') WHERE value LIKE '%110%'")
        )
    # The claims differ from what is counted, and the document from the claims that it shows in short.
    assert any("must be {'2': {'card_sets': 14" in one.problem for one in verify(catalogue).findings)


def test_all_swishes_of_a_position_are_counted_as_they_are_stored(catalogue):
    position = Position.from_codes(["*o", "*o", "o*"])
    for searched in (Find.ANY, Find.ALL, Find.ALL):
        stored = store_position(catalogue, position, Budget(), searched).stored
    [claim] = counts_of(catalogue, stored.id)
    # Any two of the three cards match, in two placements each.
    assert claim.value == {"2": {"card_sets": 3, "placements": 6}}
    assert claim.parameters == {}
    store_position(catalogue, Position.from_codes(["*o.", "*o.", "*o."]), Budget(), Find.ALL, limit=1)
    assert verify(catalogue).sound
