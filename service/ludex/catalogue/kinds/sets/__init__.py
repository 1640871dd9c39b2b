"""The kinds of SET, how their objects are linked, and what is stated of them."""

from ludex.catalogue.kinds.sets.cap import CAP
from ludex.catalogue.kinds.sets.card import CARD
from ludex.catalogue.kinds.sets.deck import DECK
from ludex.catalogue.kinds.sets.found_set import FOUND_SET
from ludex.catalogue.kinds.sets.game import PLAYED
from ludex.catalogue.kinds.sets.position import POSITION
from ludex.catalogue.kinds.sets.relations import RELATIONS
from ludex.catalogue.kinds.sets.statements import STATEMENTS
from ludex.catalogue.registry import Game

GAME = Game(
    name="set",
    title="SET",
    kinds=(CARD, DECK, POSITION, FOUND_SET, CAP, PLAYED),
    relations=RELATIONS,
    statements=STATEMENTS,
)

__all__ = ["CAP", "CARD", "DECK", "FOUND_SET", "GAME", "PLAYED", "POSITION"]
