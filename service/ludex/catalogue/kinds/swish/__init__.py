"""What is stored of SWISH: its kinds, how they are linked, what is stated of them."""

from ludex.catalogue.kinds.swish.card import CARD
from ludex.catalogue.kinds.swish.deck import DECK
from ludex.catalogue.kinds.swish.hypergraph import HYPERGRAPH
from ludex.catalogue.kinds.swish.no_swish_set import NO_SWISH_SET
from ludex.catalogue.kinds.swish.position import POSITION
from ludex.catalogue.kinds.swish.relations import RELATIONS
from ludex.catalogue.kinds.swish.statements import STATEMENTS
from ludex.catalogue.kinds.swish.swish import SWISH_STACK
from ludex.catalogue.kinds.swish.whole_board import BOARD
from ludex.catalogue.registry import Game

__all__ = ["BOARD", "CARD", "DECK", "HYPERGRAPH", "NO_SWISH_SET", "POSITION", "SWISH", "SWISH_STACK"]

SWISH = Game(
    "swish",
    "SWISH",
    (CARD, DECK, HYPERGRAPH, POSITION, SWISH_STACK, NO_SWISH_SET, BOARD),
    RELATIONS,
    STATEMENTS,
)
