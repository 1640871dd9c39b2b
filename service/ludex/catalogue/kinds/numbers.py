"""The numbers by which the tables of a catalogue refer to kinds, relations and statements.

Each catalogue assigns its own numbers when its tables are created or upgraded, and stores them in the table
`name_number`. The number of a name never changes. Exports, labels and responses contain only names.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from ludex.catalogue.kinds.relation import Relation
from ludex.catalogue.storage import tables

KIND, RELATION, STATEMENT = CATEGORIES = ("kind", "relation", "statement")


class NamedNumber(NamedTuple):
    """A row of the table: the number of a name.

    The row of a relation also contains those properties of the relation that exports require.
    """

    category: str
    name: str
    number: int
    inverse: str | None
    derived: bool | None
    owned_by_target: bool | None


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the names in a catalogue, including the names of games that are not installed."""

    kinds: Mapping[str, int] = field(default_factory=dict)
    relations: Mapping[str, int] = field(default_factory=dict)
    statements: Mapping[str, int] = field(default_factory=dict)


def read_numbers(connection: Connection) -> tuple[NamedNumber, ...]:
    """Return the numbers that a catalogue has assigned, keyed by category and number."""
    columns = [tables.name_number.c[name] for name in NamedNumber._fields]
    rows = connection.execute(select(*columns).order_by(tables.name_number.c.category, tables.name_number.c.number))
    return tuple(NamedNumber(*row) for row in rows)


def assign_numbers(
    connection: Connection, kinds: Iterable[str], relations: Iterable[Relation], statements: Iterable[str]
) -> None:
    """Assign a number to each name that has none. The caller must hold the write lock.

    The properties of relations that exports require are stored too. The links of a game can then be exported even after
    the game was uninstalled.
    """
    known = {(row.category, row.name): row for row in read_numbers(connection)}
    highest = dict.fromkeys(CATEGORIES, 0)
    for row in known.values():
        highest[row.category] = max(highest[row.category], row.number)
    declared: list[tuple[str, str, dict[str, object]]] = [
        *((KIND, name, {}) for name in kinds),
        *(
            (
                RELATION,
                relation.name,
                {
                    "inverse": relation.inverse,
                    "derived": relation.derived,
                    "owned_by_target": relation.owned_by_target,
                },
            )
            for relation in relations
        ),
        *((STATEMENT, name, {}) for name in statements),
    ]
    for category, name, values in declared:
        assigned = known.get((category, name))
        if assigned is None:
            highest[category] += 1
            new = {"category": category, "name": name, "number": highest[category], **values}
            connection.execute(insert(tables.name_number).values(new))
        elif any(getattr(assigned, column) != value for column, value in values.items()):
            of_name = (tables.name_number.c.category == category) & (tables.name_number.c.name == name)
            connection.execute(update(tables.name_number).where(of_name).values(values))
