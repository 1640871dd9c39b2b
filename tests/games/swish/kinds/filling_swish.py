"""One of each kind of object of SWISH, with links between them and claims about them."""

from ludex.card_games.deals import DealStatistic
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import name_object, store
from ludex.engine.budget import Budget
from ludex.games.swish.card import Symmetry
from ludex.games.swish.kinds import NO_SWISH_SET
from ludex.games.swish.operations.decks import (
    Cards,
    deal_cards,
    find_deck,
    store_board,
    store_classes,
    store_deck,
    store_probabilities,
)
from ludex.games.swish.operations.no_swish_sets import largest_no_swish_set
from ludex.games.swish.operations.positions import Find, store_position
from ludex.games.swish.position import Position

MINE = Position.from_codes(["..*/o..", "oo./**.", "*../..o", "*../..o"])
SQUARE = Position.from_codes(["*o./.../...", "*../o../...", "..o/.*./..."], Symmetry.SQUARE)


def fill(catalogue):
    """Store a row in each table, and every relation and statement of SWISH."""
    store_board(catalogue, 2, 3)
    deck = find_deck(catalogue, "swish-36")
    dealt = deal_cards(catalogue, deck, 8, seed=12)
    for find in (Find.ALL, Find.LARGEST):
        store_position(catalogue, dealt.position, Budget(), find)
    for position in (SQUARE, MINE):
        store_position(catalogue, position, Budget())
    stored = store_deck(catalogue, MINE, "mine", "Mine — «ä»", "Copies, and cards of any kind.")
    mine = find_deck(catalogue, "mine")
    for cards in (Cards(deck.position, deck), Cards(mine.position, mine), Cards(dealt.position)):
        largest_no_swish_set(catalogue, cards, Budget())
    store_classes(catalogue, "swish-36", 2, Budget())
    store_probabilities(catalogue, deck, [DealStatistic.from_count(30, 0, 36)])
    sample = DealStatistic(2, 7, 10, False, 10, seed=2**63 - 1, low=0.3, high=0.9)
    store_probabilities(catalogue, mine, [sample])
    with catalogue.writing() as writer:
        name_object(writer, stored.kind, stored.id, ["also-mine"])
        store(writer, prepare(NO_SWISH_SET, Position.from_codes(["*o."])))
    return dealt.stored
