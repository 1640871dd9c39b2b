"""The complete collections of SWISH: the cards of the commercial board, boards up to 13 x 13, swishes of both decks."""

from ludex.catalogue.collections import Collection
from ludex.engine.budget import Budget
from ludex.games.swish.card import Symmetry
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.kinds.deck import DECK
from ludex.games.swish.study.boards import board_facts

SIDES = 13

SWISHES = {"swish-36": {2: 14, 3: 112, 4: 942, 5: 6_880}, "swish-60": {2: 22, 3: 112, 4: 1_121}}
"""The number of swishes of each size in the commercial decks. Configurations of the same stack count once."""

_TIMES = {("swish-36", 5): "1 min", ("swish-60", 4): "10 s"}


def _swishes(name: str, size: int, classes: int) -> Collection:
    deck = built_in_deck(name)
    assert deck is not None
    return Collection(
        name=f"swish-swishes-{name.removeprefix('swish-')}-{size}",
        title=f"Swishes of {size} cards of the deck {name}, up to flips",
        kind="swish-swish",
        filters={"deck": name, "size": size},
        size=classes,
        source="counted by two different methods, and stated by a claim about the deck",
        operation="swish-swishes",
        arguments={"deck": name, "size": size},
        time=_TIMES.get((name, size), "seconds"),
        subject=DECK.identify(deck, Budget()).named(DECK.name).label,
    )


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
        title=f"SWISH boards up to {SIDES} × {SIDES} with flips",
        kind="swish-board",
        filters={"symmetry": "rectangle", "height": f"..{SIDES}", "width": f"..{SIDES}"},
        size=SIDES * SIDES - 1,
        source="all pairs of a number of rows and a number of columns, except the board with one cell",
        operation="swish-boards",
        arguments={"sides": SIDES, "symmetry": str(Symmetry.RECTANGLE)},
        time="seconds",
    ),
    Collection(
        name=f"swish-square-boards-{SIDES}",
        title=f"Square SWISH boards up to {SIDES} × {SIDES} with flips and turns",
        kind="swish-board",
        filters={"symmetry": "square", "height": f"..{SIDES}"},
        size=SIDES - 1,
        source="all side lengths greater than 1",
        operation="swish-boards",
        arguments={"sides": SIDES, "symmetry": str(Symmetry.SQUARE)},
        time="seconds",
    ),
    *(_swishes(name, size, classes) for name, by_size in SWISHES.items() for size, classes in by_size.items()),
)
