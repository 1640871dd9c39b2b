"""Filters of lists by deck: only cards of it. A whole deck need not be stored, and has no links to its cards."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, and_, exists, or_, select

from ludex.catalogue.kinds.numbers import Numbers
from ludex.catalogue.storage import tables
from ludex.games.sets.kinds.relations import HOLDS
from ludex.games.sets.named_decks import built_in_deck

_DECK = "set-deck"


def all_cards_in(numbers: Numbers, node: Any, name: str) -> ColumnElement[bool]:  # noqa: ANN401 - a column with its table
    """Return the condition that all cards of an object belong to this deck."""

    def listed(decks: FromClause) -> ColumnElement[bool]:
        own = tables.link.alias()
        other = select(own.c.target).where(own.c.source == node, own.c.relation == numbers.relations[HOLDS.name])
        return ~exists(other.where(own.c.target.not_in(_held(numbers, decks))).correlate(node.table, decks))

    return _within(numbers, node.table, name, listed)


def is_card_of(numbers: Numbers, node: Any, name: str) -> ColumnElement[bool]:  # noqa: ANN401 - a column with its table
    """Return the condition that a card belongs to this deck."""
    return _within(numbers, node.table, name, lambda decks: node.in_(_held(numbers, decks)))


def _within(
    numbers: Numbers, facts: FromClause, name: str, listed: Callable[[FromClause], ColumnElement[bool]]
) -> ColumnElement[bool]:
    """Return the condition on properties and values, and for a deck that is not whole also `listed`."""
    whole = built_in_deck(name)
    if whole is not None:
        return and_(facts.c.properties == whole.properties, facts.c["values"] == whole.values)
    decks = facts.metadata.tables["set_deck"].alias()  # type: ignore[attr-defined]
    deck = numbers.kinds[_DECK]
    by_label = select(tables.node.c.id).where(tables.has_label([name]), tables.node.c.kind == deck)
    by_slug = select(tables.alias.c.node).where(tables.alias.c.slug == name, tables.alias.c.kind == deck)
    return exists(
        select(decks.c.node)
        .where(
            decks.c.node.in_(by_label.union(by_slug)),
            decks.c.properties == facts.c.properties,
            decks.c["values"] == facts.c["values"],
            or_(~exists(_held(numbers, decks)), listed(decks)),
        )
        .correlate(facts)
    )


def _held(numbers: Numbers, decks: FromClause) -> Select[Any]:
    held = select(tables.link.c.target).where(
        tables.link.c.relation == numbers.relations[HOLDS.name], tables.link.c.source == decks.c.node
    )
    return held.correlate(decks)
