"""Which objects fit the filters of a list."""

from functools import reduce
from operator import or_
from typing import Any

import numpy as np
from sqlalchemy import select

from ludex.catalogue.columns.column import UNKNOWN, Mask, fitting, text_of
from ludex.catalogue.columns.held import Selection
from ludex.catalogue.columns.questions import Path, Question, places_along
from ludex.catalogue.filters import By, Joins, Selectable, Term, nodes_called

Terms = tuple[tuple[Term, ...], ...]


def selection(one: Question, terms: Terms) -> Selection:
    """Return the objects that fit."""
    by_facts = all(term.by is By.FACT for alternatives in terms for term in alternatives)
    asked = (terms, tuple(facts.stamp for facts in one.others.values()))
    if by_facts and (kept := one.facts.selections.get(asked)) is not None:
        return kept
    found = Selection(_fits(one, terms))
    if by_facts:
        one.facts.selections.keep(asked, found)
    return found


def _fits(one: Question, terms: Terms) -> Mask:
    """Tell of each object whether it fits: to follow a path takes longest, and is done once for all that it lends."""
    lent: dict[Path, Mask] = {Path(): one.facts.there()}
    for alternatives in terms:
        found = [_mask(one, term) for term in alternatives]
        path = found[0][0]
        if any(other != path for other, _ in found):
            found, path = [(Path(), _followed(one, *each)) for each in found], Path()
        mask = reduce(or_, (each for _, each in found))
        lent[path] = lent[path] & mask if path in lent else mask
    fits = lent.pop(Path())
    for path, mask in lent.items():
        fits &= _followed(one, path, mask)
    return fits


def _mask(one: Question, term: Term) -> tuple[Path, Mask]:
    """Return over which path a filter asks, and whether it holds of each object there."""
    if term.by is By.FACT:
        path, codes = one.lent(term.name)
        return path, fitting(codes, term.sign, _comparable(one.asked, term))
    if term.by is By.COLUMN:
        columns, kinds = one.asked.columns[term.name], one.asked.kinds_along(term.name)
        node = one.reader.connection.scalar(nodes_called(term.value, kinds[-1].number))
        path = Path(columns[:-1], tuple(kind.name for kind in kinds[:-1]))
        codes = one.facts_at(path.kinds).codes(columns[-1])
        return path, fitting(codes, "=", UNKNOWN - 1 if node is None else node)
    joins = Joins(one.asked, select(one.asked.registry.facts[one.asked.kind.name].c.node))
    condition = joins.condition(term)
    nodes = np.array(one.reader.connection.scalars(joins.statement.where(condition)).all(), dtype=np.int64)
    places, there = one.facts.places_of(nodes)
    fits = np.zeros(one.facts.rows, dtype=np.bool_)
    fits[places[there]] = True
    return Path(), fits


def _comparable(asked: Selectable, term: Term) -> Any:  # noqa: ANN401 - a number or a text
    """Return a value as columns hold it."""
    fact = asked.facts.get(term.name)
    if fact is not None and fact.mark.natural and term.value is not None:
        return text_of(term.value)
    return term.value if (fact is not None and fact.plain is str) or term.value is None else int(term.value)


def _followed(one: Question, path: Path, fits: Mask) -> Mask:
    """Return of each object what holds of the one that a path leads to."""
    for place in reversed(range(len(path.columns))):
        near, far = one.facts_at(path.kinds[:place]), one.others[path.kinds[place]]
        fits = np.append(fits, False) if fits.size == 0 else fits
        fits = fits.take(places_along(near, path.columns[place], far))
    return fits
