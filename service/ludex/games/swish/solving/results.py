"""What the searches for swishes answer."""

from dataclasses import dataclass

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Swish

LISTING_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a search: the swish that it met, and whether it ran to its end."""

    swish: Swish | None
    decided: bool


@dataclass(frozen=True, slots=True)
class Largest:
    """A largest swish, or None if there is none. If it is not proved, it is the largest one that was met."""

    swish: Swish | None
    proved: bool

    @property
    def size(self) -> int:
        """Return the number of its cards, 0 for none."""
        return 0 if self.swish is None else self.swish.size

    def known(self, budget: Budget) -> "Largest":
        """Return this. Raises BudgetExhausted if nothing is known: the `budget` ended before any swish was met."""
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
    """Swishes of one size: the sets of cards that form one, and the placements (stacks on fixed cells) that do."""

    card_sets: int
    placements: int


def truncate_listing(listing: Listing, position: Position, code_characters: int) -> Listing:
    """Return the first swishes of a `listing` whose codes together have at most `code_characters` characters.

    The first swish is always there. The swishes are of a `position`. The codes of large cards would fill gigabytes. A
    card of a swish shows two codes: as it is listed and as it lies.
    """
    code = position.height * (position.width + 1) - 1
    room = code_characters
    for shown, swish in enumerate(listing.items):
        room -= 2 * code * swish.size
        if room < 0 and shown:
            return Listing(listing.items[:shown], complete=False)
    return listing
