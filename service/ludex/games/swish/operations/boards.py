"""Boards stored as objects, with their closed forms as claims."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store
from ludex.games.swish.card import Symmetry
from ludex.games.swish.kinds import BOARD
from ludex.games.swish.study.boards import board_facts


def store_board(catalogue: Catalogue, height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Stored:
    """Store a board, or find the stored one. Raises BoardError."""
    entry = prepare(BOARD, board_facts(height, width, symmetry))
    with catalogue.writing() as writer:
        return as_shown(writer, store(writer, entry))
