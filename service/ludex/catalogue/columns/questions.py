"""What held facts are asked: which objects fit, in which order they come, how many have each value."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from ludex.catalogue.catalogue import Reader
from ludex.catalogue.columns.column import UNKNOWN, Codes, Numbers, fitting
from ludex.catalogue.columns.held import Facts, Selection
from ludex.catalogue.columns.reading import STARTING
from ludex.catalogue.filters import CREATED, By, Joins, Selectable, Term, nodes_called
from ludex.catalogue.holder import held_facts
from ludex.catalogue.tables import Natural

_NATURAL = Natural()
Mask = NDArray[np.bool_]
Terms = tuple[tuple[Term, ...], ...]

_FEW = 50_000
"""Fewer objects than this are counted without compiled code."""

_MOST_VALUES = 1 << 22
"""A fact with greater numbers is counted by sorting."""


@dataclass(frozen=True, slots=True)
class Question:
    """The list of a kind that is asked, and the facts of this kind and of those that lend it theirs."""

    reader: Reader
    asked: Selectable
    facts: Facts
    others: dict[str, Facts]


def question(reader: Reader, asked: Selectable, facts: Facts) -> Question | None:
    """Return the question to ask held facts, or None if those of a kind that lends its facts are not held."""
    others: dict[str, Facts] = {}
    for name in _lenders(asked):
        found = held_facts(reader, asked.registry.kind[name], few=True)
        if found is None:
            return None
        others[name] = found
    return Question(reader, asked, facts, others)


@lru_cache(maxsize=256)
def _lenders(asked: Selectable) -> tuple[str, ...]:
    names = (name for one in asked.lent.values() for name in one.tables)
    paths = (kind.name for name, path in asked.columns.items() for kind in asked.kinds_along(name)[: len(path) - 1])
    return tuple(dict.fromkeys((*names, *paths)))


def selection(one: Question, terms: Terms) -> Selection:
    """Return the objects that fit."""
    by_facts = all(term.by is By.FACT for alternatives in terms for term in alternatives)
    asked = (terms, tuple(facts.stamp for facts in one.others.values()))
    if by_facts and (kept := one.facts.selections.get(asked)) is not None:
        return kept
    found = Selection(_places_under(one, terms))
    if by_facts:
        one.facts.selections.keep(asked, found)
    return found


def _places_under(one: Question, terms: Terms) -> Numbers:
    if not terms:
        return one.facts.every()
    fits = np.ones(one.facts.rows, dtype=np.bool_)
    fits[one.facts.gone[: np.searchsorted(one.facts.gone, one.facts.rows)]] = False
    for alternatives in terms:
        masks = [_mask(one, term) for term in alternatives]
        fits &= masks[0] if len(masks) == 1 else np.logical_or.reduce(masks)
    return np.flatnonzero(fits).astype(np.int32)


def _mask(one: Question, term: Term) -> Mask:
    if term.by is By.FACT:
        names, way = _way(one.asked, term.name)
        fits = fitting(_facts(one, names).codes(way.fact), term.sign, _comparable(one.asked, term))
        return _followed(one, way.columns, names, fits)
    if term.by is By.COLUMN:
        columns, kinds = one.asked.columns[term.name], one.asked.kinds_along(term.name)
        node = one.reader.connection.scalar(nodes_called(term.value, kinds[-1].number))
        names = tuple(kind.name for kind in kinds[:-1])
        fits = fitting(_facts(one, names).codes(columns[-1]), "=", UNKNOWN - 1 if node is None else node)
        return _followed(one, columns[:-1], names, fits)
    joins = Joins(one.asked, select(one.asked.registry.facts[one.asked.kind.name].c.node))
    condition = joins.condition(term)
    nodes = np.array(one.reader.connection.scalars(joins.statement.where(condition)).all(), dtype=np.int64)
    places, there = one.facts.places_of(nodes)
    fits = np.zeros(one.facts.rows, dtype=np.bool_)
    fits[places[there]] = True
    return fits


def _comparable(asked: Selectable, term: Term) -> Any:  # noqa: ANN401 - a number or a text
    """Return a value as columns hold it."""
    fact = asked.facts.get(term.name)
    if fact is not None and fact.mark.natural and term.value is not None:
        return _text_of(term.value)
    return term.value if (fact is not None and fact.plain is str) or term.value is None else int(term.value)


def _text_of(natural: int) -> str:
    return _NATURAL.process_bind_param(natural, None) or ""


@dataclass(frozen=True, slots=True)
class _Way:
    """Over which columns a fact is lent, and its name there."""

    columns: tuple[str, ...]
    fact: str


@lru_cache(maxsize=4096)
def _way(asked: Selectable, name: str) -> tuple[tuple[str, ...], _Way]:
    """Return the kinds that a fact is lent over, one after another, and by which columns."""
    if name in asked.own or name == STARTING:
        return (), _Way((), name)
    lent = asked.lent[name]
    return lent.tables, _Way(lent.columns, lent.fact.name)


def _facts(one: Question, names: Sequence[str]) -> Facts:
    return one.others[names[-1]] if names else one.facts


def _followed(one: Question, columns: Sequence[str], names: Sequence[str], fits: Mask) -> Mask:
    """Return of each object what holds of the one that columns lead to."""
    for place in reversed(range(len(columns))):
        near = _facts(one, names[:place])
        fits = np.append(fits, False) if fits.size == 0 else fits
        fits = fits[_places(near, columns[place], one.others[names[place]])]
    return fits


def _places(near: Facts, name: str, far: Facts) -> Numbers:
    """Return where those stand among the objects of another kind whose ids a column holds."""
    column = near.columns[name]
    kept = next((found for lineage, found in column.places if lineage is far.lineage), None)
    if kept is None:
        kept = np.empty(0, dtype=np.int32)
    if kept.size < near.rows:
        new = _found(far.nodes(), column.numbers[kept.size : near.rows])
        kept = np.concatenate([kept, new])
        column.places[:] = [(far.lineage, kept)]
    return kept[: near.rows]


def _found(ids: Numbers, wanted: Numbers) -> Numbers:
    """Return where some ids stand among all, which are sorted; any place for one that is not there (deleted)."""
    last = max(0, ids.size - 1)
    if ids.size and wanted.size >= ids.size // 8:
        start, size = int(ids[0]), int(ids[-1] - ids[0]) + 1
        if size <= 8 * (wanted.size + ids.size):
            places = np.zeros(size, dtype=np.int32)
            places[ids - start] = np.arange(ids.size, dtype=np.int32)
            found: Numbers = places[np.clip(wanted - start, 0, size - 1)]
            return found
    return np.minimum(np.searchsorted(ids, wanted), last).astype(np.int32)


def in_order(
    one: Question, rows: Numbers, sort: str, *, descending: bool, after: Sequence[Any] | None, most: int | None
) -> Numbers:
    """Return the first of some places in the order of a list, those after a value and an id if that is given."""
    nodes = one.facts.nodes()
    if sort == CREATED:
        if after is not None:
            side = int(np.searchsorted(nodes, after[-1], side="left" if descending else "right"))
            split = int(np.searchsorted(rows, side))
            rows = rows[:split] if descending else rows[split:]
        return _ends(rows, most, descending)[:: -1 if descending else 1]
    codes = _sortable(one, sort)
    keys = codes.numbers[rows]
    if after is not None:
        later = _later(codes, keys, rows, nodes, after, descending)
        rows, keys = rows[later], keys[later]
    if most is not None and keys.size > most:
        place = keys.size - most if descending else most - 1
        bound = np.partition(keys, place)[place]
        before = np.flatnonzero(keys > bound if descending else keys < bound)
        equal = _ends(np.flatnonzero(keys == bound), most - before.size, descending)
        chosen = np.concatenate([before, equal])
        rows, keys = rows[chosen], keys[chosen]
    order = np.lexsort((rows, keys))
    return rows[order[::-1] if descending else order]


def _ends(rows: Numbers, most: int | None, last: bool) -> Numbers:
    if most is None:
        return rows
    return rows[max(0, rows.size - most) :] if last else rows[:most]


def _sortable(one: Question, sort: str) -> Codes:
    """Return the codes that a list is sorted by: what is not known stands where an empty text does."""
    codes = one.facts.codes(sort)
    if codes.texts and codes.texts[0] == "":
        return Codes(np.maximum(codes.numbers, 0), codes.texts)
    return codes


def _later(
    codes: Codes, keys: Numbers, rows: Numbers, nodes: Numbers, after: Sequence[Any], descending: bool
) -> Numbers:
    """Tell which places come after a value and an id."""
    value, node = after
    place = int(np.searchsorted(nodes, node, side="left" if descending else "right"))
    if codes.texts is None:
        bound, there = int(value), True
    else:
        text: str = _text_of(value) if isinstance(value, int) else value
        bound = bisect_left(codes.texts, text)
        there = bound < len(codes.texts) and codes.texts[bound] == text
        if text == "" and not there:
            bound, there = UNKNOWN, True
    equal = (keys == bound) & (rows < place if descending else rows >= place) if there else np.False_
    if descending:
        return np.flatnonzero((keys < bound) | equal)
    return np.flatnonzero((keys > bound if there else keys >= bound) | equal)


def sort_value(one: Question, sort: str, place: int) -> Any:  # noqa: ANN401 - a number or a text
    """Return the value that a list is sorted by of the object at a place, as the database has it in its index."""
    codes = one.facts.codes(sort)
    number = int(codes.numbers[place])
    if codes.texts is None:
        return number
    text = "" if number == UNKNOWN else codes.texts[number]
    return _natural(text) if one.asked.own[sort].mark.natural else text


def histogram(one: Question, chosen: Selection, name: str, most: int) -> list[tuple[Any, int]]:
    """Return the most frequent values of a fact among some objects, with how many have each."""
    names, way = _way(one.asked, name)
    codes = _facts(one, names).codes(way.fact)
    values, counts = _counts(codes, *_counted(one, chosen, names, way.columns))
    fact = one.asked.facts.get(name)
    kind = bool if fact is None else fact.plain
    natural = fact is not None and fact.mark.natural
    frequent = _frequent(counts, most)
    return list(zip(_values(codes, values[frequent], kind, natural), counts[frequent].tolist(), strict=True))


def _counted(
    one: Question, chosen: Selection, names: Sequence[str], columns: tuple[str, ...]
) -> tuple[Numbers | None, Numbers | None]:
    """Return the places whose values are to be counted, or None for all with how often each counts."""
    if not columns:
        return chosen.places, None
    if columns not in chosen.far:
        near, far = _facts(one, names[:-1]), one.others[names[-1]]
        rows, weights = _counted(one, chosen, names[:-1], columns[:-1])
        chosen.far[columns] = _summed(_places(near, columns[-1], far), rows, weights, far.rows - 1)[1:]
    return None, chosen.far[columns]


def _counts(codes: Codes, rows: Numbers | None, weights: Numbers | None) -> tuple[Numbers, Numbers]:
    """Return the codes that there are, in order, and how many objects have each."""
    numbers = codes.numbers
    greatest = int(np.iinfo(numbers.dtype).max)
    if greatest > _MOST_VALUES:
        greatest = int(numbers.max(initial=0)) if codes.texts is None else len(codes.texts)
    if greatest > _MOST_VALUES:
        values, places = np.unique(numbers if rows is None else numbers[rows], return_inverse=True)
        return _those_there(values, np.bincount(places, weights, minlength=values.size).astype(np.int64))
    counts = _summed(numbers, rows, weights, greatest)
    return _those_there(np.arange(-1, counts.size - 1), counts)


def _summed(numbers: Numbers, rows: Numbers | None, weights: Numbers | None, greatest: int) -> Numbers:
    """Return, from -1 on, how many of the rows have each number, or the sum of the weights of those that have it."""
    if (numbers if rows is None else rows).size < _FEW:
        those = (numbers if rows is None else numbers[rows]).astype(np.int64)
        return np.bincount(those + 1, weights, minlength=greatest + 2).astype(np.int64)
    from ludex.catalogue.kernels.histograms import add_counts, add_weights

    counts = np.zeros(greatest + 2, dtype=np.int64)
    if rows is None:
        add_weights(numbers, weights, counts)
    else:
        add_counts(numbers, rows, counts)
    return counts


def _those_there(values: Numbers, counts: Numbers) -> tuple[Numbers, Numbers]:
    there = np.flatnonzero(counts)
    return values[there], counts[there]


def _frequent(counts: Numbers, most: int) -> Numbers:
    """Return the places of the greatest counts, of equal ones the first."""
    if counts.size > most:
        bound = np.partition(counts, counts.size - most)[counts.size - most]
        before = np.flatnonzero(counts > bound)
        chosen = np.concatenate([before, np.flatnonzero(counts == bound)[: most - before.size]])
    else:
        chosen = np.arange(counts.size)
    return chosen[np.lexsort((chosen, -counts[chosen]))]


def _values(codes: Codes, numbers: Numbers, kind: type, natural: bool) -> list[Any]:
    """Return the values that codes stand for."""
    texts, codes_there = codes.texts, numbers.tolist()
    if texts is None:
        return [None if one == UNKNOWN else bool(one) if kind is bool else one for one in codes_there]
    read = _natural if natural else str
    return [None if one == UNKNOWN else read(texts[one]) for one in codes_there]


@lru_cache(maxsize=1 << 16)
def _natural(text: str) -> int | None:
    """Return the number that a text of the database is: a few are counted again and again."""
    return _NATURAL.process_result_value(text, None)
