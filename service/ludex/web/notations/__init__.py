"""What visitors may write in the search: the notations of each game, each with what reads it."""

from collections.abc import Callable, Iterator

from ludex.engine.budget import Budget
from ludex.web.notations import planarity, sets, swish
from ludex.web.notations.understood import Understood

NOTATIONS: dict[str, Callable[[str, Budget], Iterator[Understood]]] = {
    "planarity": planarity.read,
    "swish": swish.read,
    "sets": sets.read,
}
"""By the game, as addresses name it: a text that nearly is in a notation raises a ValueError."""
