"""The fact tables and views that the games' migrations create.

This module must not change, because migrations depend on the statements that it executes.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from ludex.catalogue.storage.views import kind_view

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TYPES: dict[str, sa.types.TypeEngine[Any]] = {
    "number": sa.BigInteger(),
    "natural": sa.String(),
    # These texts are sorted by code points on both databases.
    "text": sa.String().with_variant(sa.String(collation="C"), "postgresql"),
    "truth": sa.Boolean(),
}


def create_facts_table(table: str, facts: str) -> None:
    """Create the fact table of a kind, and an index for each reference, in a migration.

    Parameters
    ----------
    table : str
        The name of the kind, with underscores.
    facts : str
        The name and type of each fact, such as ``size:number``, in document order. The types are `number`, `natural`
        (of any size), `text`, `truth` and `node`, which refers to another object. A `?` follows the type if the fact
        may be unknown.
    """
    columns = [_node_id("node", primary_key=True)]
    references = []
    for fact in facts.split():
        name, _, kind = fact.partition(":")
        if kind == "node":
            references.append(name)
            columns.append(_node_id(name))
        else:
            columns.append(sa.Column(name, _TYPES[kind.rstrip("?")], nullable=kind.endswith("?")))
    op.create_table(table, *columns)
    for name in references:
        op.create_index(f"ix_{table}_{name}", table, [name, "node"])


def create_kind_view(view: str, table: str, facts: str) -> None:
    """Create the view of a kind in a migration.

    Parameters
    ----------
    view : str
        The name of the view: the address of the lists of the kind, with underscores.
    table, facts : str
        The fact table and the facts, in the form that :func:`create_facts_table` accepts.
    """
    op.execute(kind_view(view, table, facts, op.get_context().dialect))


def drop_view(view: str) -> None:
    """Drop a view in a migration.

    Before you change a table, drop every view that reads it. Create these views again afterwards.
    """
    op.execute(f"DROP VIEW {view}")


def _node_id(name: str, *, primary_key: bool = False) -> sa.Column[Any]:
    reference = sa.ForeignKey("node.id", ondelete="RESTRICT")
    return sa.Column(name, _ID, reference, primary_key=primary_key, nullable=False)
