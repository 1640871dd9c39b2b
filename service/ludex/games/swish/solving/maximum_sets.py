"""All largest no-swish sets of a small deck, and their classes under the symmetries of its hypergraph."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.games.swish.identity.hypergraph import card_automorphisms, reversing_card_permutation
from ludex.games.swish.position import Position
from ludex.games.swish.solving.no_swish import largest_no_swish_set

if TYPE_CHECKING:
    import numpy


class TooManySets(ValueError):
    """There are more largest sets than requested. The message states their number."""


@dataclass(frozen=True, slots=True)
class AllLargestNoSwishSets:
    """All largest sets of cards without a swish, by index, and classes of these sets, by their places in `sets`.

    There are `count` sets of `size` cards each. Classes are under the card permutations that automorphisms of the
    hypergraph induce. With reversal, isomorphisms onto the hypergraph with all arcs reversed count as well.
    """

    size: int
    count: int
    sets: tuple[tuple[int, ...], ...]
    classes: tuple[tuple[int, ...], ...]
    classes_with_reversal: tuple[tuple[int, ...], ...]


def all_largest_no_swish_sets(
    position: Position, budget: Budget | None = None, most: int | None = None
) -> AllLargestNoSwishSets:
    """List all largest sets without a swish of a `position` of at most 64 cards, and their classes.

    `budget` limits the search (None for no limits). Raises PositionError for more cards, TooManySets if there are more
    than `most` sets, and BudgetExhausted.

    >>> all_largest_no_swish_sets(Position.from_codes(["*o", "*o"])).classes
    ((0, 1),)
    """
    sets = maximum_no_swish_sets(position, budget)
    if most is not None and len(sets) > most:
        raise TooManySets(f"there are {len(sets)} such sets, more than {most}")
    plain, reversing = (
        tuple(map(tuple, set_classes(position, sets, reversal=with_reversal))) for with_reversal in (False, True)
    )
    return AllLargestNoSwishSets(len(sets[0]), len(sets), tuple(sets), plain, reversing)


def maximum_no_swish_sets(deck: Position, budget: Budget | None = None) -> list[tuple[int, ...]]:
    """Return all largest no-swish sets of a `deck` of at most 64 cards, by card indices, in order.

    `budget` limits the search (None for no limits). Raises PositionError for more cards, and BudgetExhausted. Cost:
    seconds for the commercial decks (216 sets of swish-36).

    >>> maximum_no_swish_sets(Position.from_codes(["*o", "*o"]))
    [(0,), (1,)]
    """
    from ludex.games.swish.solving.independent_sets import list_no_swish_sets
    from ludex.games.swish.solving.minimal_swishes import minimal_swishes

    budget = budget or Budget()
    minimal = minimal_swishes(deck, budget)
    maximum = largest_no_swish_set(deck, budget)
    if not maximum.proved:
        budget.check()
    return list_no_swish_sets(minimal, maximum.size, budget)


def set_classes(position: Position, sets: list[tuple[int, ...]], reversal: bool) -> list[list[int]]:
    """Return the classes of `sets` of cards of a `position` under the automorphisms of its hypergraph.

    The position has at most 64 cards. Automorphisms act by the card permutations that they induce. With `reversal`,
    isomorphisms onto the hypergraph with all arcs reversed count as well: a swish remains a swish if points and circles
    are exchanged. Each class lists places in `sets`, in order. Every image of a set must be in `sets` too.

    >>> position = Position.from_codes(["*o", "*o"])
    >>> set_classes(position, [(0,), (1,)], reversal=False)
    [[0, 1]]
    """
    import numpy as np
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    generators = card_automorphisms(position)
    reversing = reversing_card_permutation(position) if reversal else None
    held = np.zeros((len(sets), 64), dtype=bool)
    for at, cards in enumerate(sets):
        held[at, list(cards)] = True
    words = _words(held)
    order = np.argsort(words)
    found = np.arange(len(sets))
    for permutation in [*generators, *([reversing] if reversing is not None else [])]:
        image = np.zeros_like(held)
        image[:, list(permutation)] = held[:, : len(permutation)]
        place = order[np.searchsorted(words, _words(image), sorter=order)]
        joined = coo_array((np.ones(len(sets), dtype=bool), (found, found[place])), shape=(len(sets), len(sets)))
        found = connected_components(joined, directed=False)[1][found]
    classes: dict[int, list[int]] = {}
    for at, number in enumerate(found.tolist()):
        classes.setdefault(number, []).append(at)
    return list(classes.values())


def _words(held: "numpy.ndarray") -> "numpy.ndarray":
    """Return each row of 64 flags as one word."""
    import numpy as np

    return np.packbits(held, axis=1).view(np.uint64).ravel()
