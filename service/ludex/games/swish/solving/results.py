"""The results of searches for swishes."""

from dataclasses import dataclass

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Swish

LISTING_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a search: the swish found, and whether the search was completed."""

    swish: Swish | None
    decided: bool


@dataclass(frozen=True, slots=True)
class Largest:
    """A largest swish, or None if there is none. If it is not proved, it is the largest swish found."""

    swish: Swish | None
    proved: bool

    @property
    def size(self) -> int:
        """Return the number of its cards, 0 if there is no swish."""
        return 0 if self.swish is None else self.swish.size

    def known(self, budget: Budget) -> "Largest":
        """Return this result. Raises BudgetExhausted if the `budget` was exhausted before any swish was found."""
        if self.swish is None and not self.proved:
            raise BudgetExhausted(budget.exhausted() or "time")
        return self


@dataclass(frozen=True, slots=True)
class Listing:
    """Swishes, one for each placement, by size. `complete` tells whether there are no others."""

    items: tuple[Swish, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class SizeCount:
    """The numbers of swishes of one size: card sets that form one, and placements (stacks on fixed cells) that do."""

    card_sets: int
    placements: int


def truncate_listing(listing: Listing, position: Position, code_characters: int) -> Listing:
    """Return the first swishes of a `listing` whose codes have at most `code_characters` characters in total.

    The first swish is always included. The swishes are those of a `position`. The codes of large cards would take
    gigabytes. A card of a swish shows two codes: as listed and as placed.
    """
    code = position.height * (position.width + 1) - 1
    room = code_characters
    for shown, swish in enumerate(listing.items):
        room -= 2 * code * swish.size
        if room < 0 and shown:
            return Listing(listing.items[:shown], complete=False)
    return listing
