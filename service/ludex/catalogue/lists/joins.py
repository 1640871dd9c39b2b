"""The SQL statements for lists.

Filters become conditions and the joins that these conditions require.
"""

import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, and_, false, not_, or_, select, true

from ludex.catalogue.kinds.label import hash_shown
from ludex.catalogue.kinds.registry import Registry, sort_expression
from ludex.catalogue.lists.filters import (
    CREATED,
    STARTING,
    Conjunction,
    Disjunction,
    FilterKind,
    Filters,
    ListCondition,
    Selectable,
    Term,
)
from ludex.catalogue.lists.language import conditions_of
from ludex.catalogue.storage import tables

_COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {"=": operator.eq, ">=": operator.ge, "<=": operator.le}


def conditions(selectable: Selectable, statement: Select[Any], filters: Filters) -> Select[Any]:
    """Add filters to a SELECT of a kind's facts. Raises ListingError for an unknown filter."""
    joins = Joins(selectable, statement)
    for condition in conditions_of(selectable, filters):
        where = joins.condition(condition)  # This may add a join to the statement.
        joins.statement = joins.statement.where(where)
    return joins.statement


_NODE = tables.node.alias()
"""An alias for the nodes of a list's objects, because the SELECT may already have joined `node` under its own name."""


@lru_cache(maxsize=4096)
def _joined_facts(registry: Registry, columns: tuple[str, ...], kind: str) -> FromClause:
    """Return an alias of the fact table at the end of a column path.

    Aliases are cached because creating them is slow.
    """
    return registry.facts[kind].alias(f"{'_'.join(columns)}_facts")


class Joins:
    """The joins of a SELECT. A table is joined when one of its facts is first used."""

    def __init__(self, selectable: Selectable, statement: Select[Any]) -> None:
        self.selectable = selectable
        self.numbers = selectable.registry.numbers
        self.base = selectable.registry.facts[selectable.kind.name]
        self.statement = statement
        self._joined: dict[tuple[str, ...], FromClause] = {(): self.base}

    def table(self, columns: tuple[str, ...], names: tuple[str, ...]) -> FromClause:
        """Return the fact table at the end of a column path. Joins the table if necessary."""
        if columns not in self._joined:
            before = self.table(columns[:-1], names[:-1])
            facts = _joined_facts(self.selectable.registry, columns, names[-1])
            named = facts.c.node == before.c[columns[-1]]
            self.statement = self.statement.join(facts, named)
            self._joined[columns] = facts
        return self._joined[columns]

    def expression(self, name: str) -> ColumnElement[Any]:
        """Return the column of a fact of the kind or of a joined kind, or the column of 'starting'."""
        if name == STARTING:
            return self._node().c.built_in
        if name in self.selectable.own:
            return self.base.c[name]
        lent = self.selectable.lent[name]
        return self.table(lent.columns, lent.tables).c[name]

    def condition(self, condition: ListCondition) -> ColumnElement[bool]:
        """Return a condition in SQL. Its value is never unknown within a complement."""
        match condition:
            case Conjunction(parts):
                return and_(true(), *map(self.condition, parts))
            case Disjunction(parts):
                return or_(false(), *map(self.condition, parts))
        if not condition.complement:
            return self._term(condition)
        if condition.by is FilterKind.FACT and condition.value is not None:
            return or_(self.expression(condition.name).is_(None), not_(self._term(condition)))
        return not_(self._term(condition))

    def _term(self, term: Term) -> ColumnElement[bool]:
        match term.by:
            case FilterKind.FACT if term.value is None:
                return self.expression(term.name).is_(None)
            case FilterKind.FACT:
                return self.compared(term.name, term.sign, term.value)
            case FilterKind.SPECIAL:
                return self.selectable.special[term.name](self.numbers, self.base.c.node, term.value)
            case FilterKind.COLUMN:
                return self.is_of(term)
            case FilterKind.LABEL:
                return self.base.c.node.in_(nodes_named(term.value, self.numbers.kinds[self.selectable.kind.name]))
        named = nodes_named(term.value)
        relations = self.numbers.relations
        found = [_linked(relations[name], backwards, named) for name, backwards in self.selectable.related[term.name]]
        return self.base.c.node.in_(found[0].union(*found[1:]) if len(found) > 1 else found[0])

    def compared(self, name: str, sign: str, value: object) -> ColumnElement[bool]:
        """Return the SQL condition that compares a fact with a value. Unknown values do not satisfy any comparison."""
        return _COMPARED[sign](self.expression(name), value)  # type: ignore[no-any-return]

    def is_of(self, term: Term) -> ColumnElement[bool]:
        """Return the condition that the unique target with the name of a term has the label or slug in the term."""
        path, kinds = self.selectable.columns[term.name], self.selectable.kinds_along(term.name)
        node: ColumnElement[int] = self.table(path[:-1], tuple(kind.name for kind in kinds[:-1])).c[path[-1]]
        named = nodes_named(term.value, self.numbers.kinds[kinds[-1].name])
        # Equality lets an index also sort the rows, but is unknown if there is no such object.
        return node.in_(named) if term.complement else node == named.scalar_subquery()

    def sort(self, name: str) -> ColumnElement[Any]:
        """Return the SQL expression of a sort order."""
        return self.base.c.node if name == CREATED else sort_expression(self.selectable.own[name], self.base)

    def _node(self) -> FromClause:
        if ("node",) not in self._joined:
            node = _NODE
            self.statement = self.statement.join(node, node.c.id == self.base.c.node)
            self._joined[("node",)] = node
        return self._joined[("node",)]


def nodes_named(name: str, kind: int | None = None) -> Select[Any]:
    """Return a SELECT of the ids of objects with a given label or slug.

    If the kind is given, there is at most one such id.
    """
    by_slug = select(tables.alias.c.node.label("id")).where(tables.alias.c.slug == name)
    by_slug = by_slug if kind is None else by_slug.where(tables.alias.c.kind == kind)
    if hash_shown(name) is None:
        return by_slug
    by_label = select(tables.node.c.id).where(tables.has_label([name]))
    by_label = by_label if kind is None else by_label.where(tables.node.c.kind == kind)
    return select(by_label.union(by_slug).subquery().c.id)


def _linked(number: int, backwards: bool, named: Select[Any]) -> Select[Any]:
    ends = (tables.link.c.source, tables.link.c.target)
    near, far = ends[::-1] if backwards else ends
    return select(near).where(tables.link.c.relation == number, far.in_(named))
