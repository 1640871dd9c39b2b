"""The complete collections of SWISH: the cards of the commercial board, and all boards up to 13 x 13."""

from ludex.catalogue.collections import Collection
from ludex.games.swish.card import Symmetry
from ludex.games.swish.study.boards import board_facts

SIDES = 13

COLLECTIONS = (
    Collection(
        name="swish-cards-4x3",
        title="SWISH cards of 4 × 3 with one point and one circle, up to flips",
        kind="swish-card",
        filters={"points": 1, "circles": 1, "height": 4, "width": 3, "symmetry": "rectangle"},
        size=board_facts(4, 3).cards,
        source="the closed formula for the board",
    ),
    Collection(
        name=f"swish-boards-{SIDES}",
        title=f"SWISH boards up to {SIDES} × {SIDES}, cards flipped",
        kind="swish-board",
        filters={"symmetry": "rectangle", "height": f"..{SIDES}", "width": f"..{SIDES}"},
        size=SIDES * SIDES - 1,
        source="all numbers of rows and columns, except one cell",
        operation="swish-boards",
        arguments={"sides": SIDES, "symmetry": str(Symmetry.RECTANGLE)},
        time="seconds",
    ),
    Collection(
        name=f"swish-square-boards-{SIDES}",
        title=f"Square SWISH boards up to {SIDES} × {SIDES}, cards flipped and turned",
        kind="swish-board",
        filters={"symmetry": "square", "height": f"..{SIDES}"},
        size=SIDES - 1,
        source="all numbers of rows, except one",
        operation="swish-boards",
        arguments={"sides": SIDES, "symmetry": str(Symmetry.SQUARE)},
        time="seconds",
    ),
)
