"""The kinds, relations and statements of SWISH."""

from ludex.catalogue.kinds.registry import GameKinds
from ludex.games.swish.kinds.card import CARD
from ludex.games.swish.kinds.deck import DECK
from ludex.games.swish.kinds.hypergraph import HYPERGRAPH
from ludex.games.swish.kinds.no_swish_set import NO_SWISH_SET
from ludex.games.swish.kinds.position import POSITION
from ludex.games.swish.kinds.statements import RELATIONS, STATEMENTS
from ludex.games.swish.kinds.swish import SWISH_STACK
from ludex.games.swish.kinds.whole_board import BOARD
from ludex.games.swish.vocabulary import VOCABULARY

__all__ = ["BOARD", "CARD", "DECK", "HYPERGRAPH", "NO_SWISH_SET", "POSITION", "SWISH", "SWISH_STACK"]

SWISH = GameKinds(
    "SWISH",
    (CARD, DECK, HYPERGRAPH, POSITION, SWISH_STACK, NO_SWISH_SET, BOARD),
    RELATIONS,
    STATEMENTS,
    vocabulary=VOCABULARY,
)
