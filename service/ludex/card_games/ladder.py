"""The ladder of a card game: graded tables of all sizes, in packs from the easiest to the hardest."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.store_result import Stored
from ludex.engine.difficulty import difficulty_word
from ludex.operations.packs import PackOrder, create_pack

PACKS = (
    ("first", "First tables", "To begin with: a few cards.", ("gentle",)),
    ("easy", "Easy tables", "Some more cards; look at each of them.", ("easy",)),
    ("classic", "Classic tables", "Nearly as many cards as in the game.", ("moderate",)),
    ("hard", "Hard tables", "Many cards, and few ways to be perfect.", ("hard", "expert", "fiendish")),
)
"""The packs of the ladder: slug, title, description, and the words for the difficulties of their tables."""
TABLES = 240
"""The least number of tables of a ladder."""
_SEEDS = 200
"""The number of seeds after which no further class of tables with a number of cards is expected."""


@dataclass(frozen=True, slots=True)
class LadderTables:
    """The tables of a ladder: their numbers of cards, and a function that stores a table.

    `store(cards, seed)` stores the table with this number of cards that is dealt from a seed. It returns None if there
    is nothing to find on the table.
    """

    cards: range
    store: Callable[[int, int], Stored | None]


def store_ladder(catalogue: Catalogue, kind: Kind[Any, Any], name: str, tables: LadderTables) -> None:
    """Store the tables and the packs of a ladder. The name of the game begins the slugs of the packs.

    The seeds are 0, 1, 2 and so on, and the numbers of cards take turns. The result depends on nothing else.
    """
    found: dict[str, tuple[Any, ...]] = {}
    seeds = dict.fromkeys(tables.cards, 0)
    while len(found) < TABLES:
        for cards in tuple(seeds):
            for seed in range(seeds[cards], seeds[cards] + _SEEDS):
                stored = tables.store(cards, seed)
                if stored is not None and stored.label not in found:
                    document: Any = stored.document
                    found[stored.label] = (document.difficulty.grade, cards, stored.label)
                    seeds[cards] = seed + 1
                    break
            else:
                del seeds[cards]
    chosen = sorted(found, key=found.__getitem__)
    for slug, title, about, words in PACKS:
        labels = [label for label in chosen if difficulty_word(found[label][0]) in words]
        create_pack(catalogue, kind, f"{name}-{slug}", title, labels, about, PackOrder.GIVEN)
