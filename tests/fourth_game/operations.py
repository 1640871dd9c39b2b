"""What can be asked of peg solitaire."""

from collections.abc import Sequence

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.aliases import name_object, require_free
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store_many
from ludex.engine.budget import Budget
from tests.fourth_game.kinds import POSITION, Puzzle
from tests.fourth_game.solitaire import Position, solve


def store_positions(
    catalogue: Catalogue,
    positions: Sequence[Position],
    budget: Budget,
    *,
    solved: bool = False,
    title: str = "",
    slug: str | None = None,
) -> list[Stored]:
    """Store positions, with the fewest pegs that they can end with where `solved`; the first gets the slug.

    Raises SlugError, NameTaken.
    """
    puzzles = [Puzzle(one, solve(one, budget) if solved else None, title) for one in positions]
    entries = [prepare(POSITION, puzzle, budget) for puzzle in puzzles]
    if slug is not None:
        require_free(POSITION, slug, puzzles[0])
    with catalogue.writing() as writer:
        stored = store_many(writer, entries)
        if slug is not None:
            name_object(writer, POSITION, stored[0].id, [slug])
        return [as_shown(writer, one) for one in stored]
