"""Operations on a catalogue: solving positions and storing them."""

from collections.abc import Sequence

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, prepare
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, name_object, require_free, store_many
from ludex.engine.budget import Budget
from peg_solitaire.kinds import POSITION, KnownPosition
from peg_solitaire.position import Position
from peg_solitaire.solving import solve


def store_positions(
    catalogue: Catalogue,
    positions: Sequence[Position],
    budget: Budget,
    *,
    solved: bool = True,
    title: str = "",
    slug: str | None = None,
) -> list[Stored]:
    """Store positions in one transaction, with their solutions if `solved`. The first position gets the slug.

    Raises SlugError, NameTaken.
    """
    entries: list[Entry[KnownPosition]] = []
    for position in positions:
        share = budget.share(len(positions) - len(entries))
        solution = solve(position, share) if solved else None
        entry = prepare(POSITION, KnownPosition(position, solution, title))
        entries.append(entry.costing(share.cost()) if solved else entry)
    if slug is not None:
        require_free(POSITION, slug, entries[0].value)
    with catalogue.writing() as writer:
        stored = store_many(writer, entries)
        if slug is not None:
            name_object(writer, POSITION, stored[0].id, [slug])
        return [as_shown(writer, result) for result in stored]
