"""Largest sets of cards without a swish: proved, answered again where they are stored, listed with their classes."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import Matching
from ludex.engine.budget import Budget
from ludex.operations.swish.decks import Cards
from ludex.swish.solving.no_swish import NoSwishMaximum


class TooManySets(ValueError):
    """There are more largest sets than asked for; `count` says how many."""

    def __init__(self, count: int, most: int) -> None:
        super().__init__(f"there are {count} such sets, more than {most}")
        self.count = count


@dataclass(frozen=True, slots=True)
class LargestNoSwishSet:
    """A largest set of cards without a swish, by the indices given, and the label of the set.

    `created`: the set was stored by this call. `matching` lists, for card i of those that are kept, in the order of
    `maximum.indices`, its index in the stored set.
    """

    maximum: NoSwishMaximum
    label: str
    created: bool
    matching: Matching


@dataclass(frozen=True, slots=True)
class EveryLargestNoSwishSet:
    """Every largest set of cards without a swish, by index, and classes of these sets, by their places in `sets`.

    Classes under the card permutations that automorphisms of the hypergraph induce; with reversal, isomorphisms onto
    the hypergraph with all arcs reversed count as well.
    """

    size: int
    sets: tuple[tuple[int, ...], ...]
    classes: tuple[tuple[int, ...], ...]
    classes_with_reversal: tuple[tuple[int, ...], ...]


def largest_no_swish_set(catalogue: Catalogue | None, cards: Cards, budget: Budget) -> LargestNoSwishSet:
    """Find a largest set of cards without a swish, and store it with its proof as a claim about the deck or position.

    A proved one that is stored already is answered again. Without a catalogue nothing is looked up or stored. Where the
    budget ends first, `maximum.proved` is False. Raises PositionError, BudgetExhausted where nothing was found.
    """
    raise NotImplementedError


def every_largest_no_swish_set(
    catalogue: Catalogue | None, cards: Cards, budget: Budget, *, most: int | None = None
) -> EveryLargestNoSwishSet:
    """List every largest set without a swish of at most 64 cards, and their classes; with a catalogue, store them.

    Raises PositionError, TooManySets where there are more than `most`, BudgetExhausted.
    """
    raise NotImplementedError
