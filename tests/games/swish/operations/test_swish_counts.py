"""Counted swishes are claims: the published numbers of the deck, and what all swishes of a position come to."""

import pytest
from sqlalchemy import text

from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.deck import Cards, built_in_deck
from ludex.games.swish.operations.positions import Find, store_position, store_swish_counts
from ludex.games.swish.position import Position

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
    for find in (Find.ANY, Find.ALL, Find.ALL):
        stored = store_position(catalogue, position, Budget(), find).stored
    [claim] = counts_of(catalogue, stored.id)
    # Any two of the three cards match, in two placements each.
    assert claim.value == {"2": {"card_sets": 3, "placements": 6}}
    assert claim.parameters == {}
    store_position(catalogue, Position.from_codes(["*o.", "*o.", "*o."]), Budget(), Find.ALL, limit=1)
    assert verify(catalogue).sound


def test_counting_ends_with_its_budget(catalogue):
    deck = built_in_deck("swish-36")
    with pytest.raises(BudgetExhausted):
        store_swish_counts(catalogue, Cards(deck.position, deck), Budget(stop=lambda: True))
