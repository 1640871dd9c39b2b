"""Which stored position a given one is equivalent to, with the matching; and the classes of many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludex.catalogue.database import Database
from ludex.catalogue.sets.positions import PreparedPosition, StoredPosition, load_positions, prepare_position
from ludex.catalogue.storing import chunks
from ludex.catalogue.tables import SetPositionRow
from ludex.engine.budget import Budget
from ludex.graphs.isomorphism import through
from ludex.sets.position import Position


@dataclass(frozen=True, slots=True)
class FoundClass:
    """A class of equivalent positions of a batch, and the label of the stored one, which is at most one.

    `matchings[k][i]` is the card of the position members[k] for card i of the position members[0].
    """

    members: tuple[int, ...]
    matchings: tuple[tuple[int, ...], ...]
    positions: tuple[str, ...]


def equivalent_positions(session: Session, prepared: PreparedPosition) -> list[tuple[StoredPosition, tuple[int, ...]]]:
    """Return the stored position of the same class, at most one, with a matching of the prepared one's cards to its."""
    rows = session.scalars(select(SetPositionRow).where(SetPositionRow.key == prepared.key)).all()
    return [(stored, stored.matching_from(prepared.order)) for stored in load_positions(session, rows)]


def labels_by_key(session: Session, keys: Iterable[bytes]) -> dict[bytes, str]:
    """Return the labels of the stored positions with these keys."""
    found: dict[bytes, str] = {}
    for part in chunks(sorted(set(keys))):
        known = select(SetPositionRow.key, SetPositionRow.label).where(SetPositionRow.key.in_(part))
        found |= dict(session.execute(known).all())
    return found


def dedup(database: Database, positions: Sequence[Position], budget: Budget | None = None) -> list[FoundClass]:
    """Sort positions into classes of equivalent ones, each with the stored position of the class.

    Cost: a canonical form each, and a query for each thousand classes. Raises PositionTooLarge, BudgetExhausted.
    """
    prepared = [prepare_position(position, budget) for position in positions]
    members: dict[bytes, list[int]] = {}
    for index, one in enumerate(prepared):
        members.setdefault(one.key, []).append(index)
    with database.reading() as session:
        stored = labels_by_key(session, members)
    return [
        FoundClass(
            tuple(indices),
            tuple(through(prepared[indices[0]].order, prepared[index].order) for index in indices),
            (stored[key],) if key in stored else (),
        )
        for key, indices in members.items()
    ]
