"""The kinds, relations and statements of SET."""

from ludex.catalogue.kinds.registry import GameKinds
from ludex.games.sets.kinds.cap import CAP
from ludex.games.sets.kinds.card import CARD
from ludex.games.sets.kinds.cited import CITED
from ludex.games.sets.kinds.deck import DECK
from ludex.games.sets.kinds.found_set import FOUND_SET
from ludex.games.sets.kinds.game import PLAYED
from ludex.games.sets.kinds.position import POSITION
from ludex.games.sets.kinds.statements import RELATIONS, STATEMENTS
from ludex.games.sets.vocabulary import VOCABULARY

GAME = GameKinds(
    title="SET",
    kinds=(CARD, DECK, POSITION, FOUND_SET, CAP, PLAYED),
    relations=RELATIONS,
    statements=STATEMENTS,
    cited=CITED,
    vocabulary=VOCABULARY,
)

__all__ = ["CAP", "CARD", "DECK", "FOUND_SET", "GAME", "PLAYED", "POSITION"]
