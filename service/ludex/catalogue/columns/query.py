"""Queries of the column cache: a list, with the facts of its kind and of joined kinds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ludex.catalogue.columns.cache import Facts
from ludex.catalogue.columns.cache_gate import cached_facts
from ludex.catalogue.columns.column import Codes, Numbers
from ludex.catalogue.columns.reading import STARTING
from ludex.catalogue.lists.filters import Selectable
from ludex.catalogue.storage.snapshot import Reader


class Path(NamedTuple):
    """A path from an object to another: the columns to follow, and the kinds reached. Empty for the object itself."""

    columns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A list of a kind, with the cached facts of this kind and of the joined kinds."""

    reader: Reader
    asked: Selectable
    facts: Facts
    others: dict[str, Facts]

    def facts_at(self, kinds: Sequence[str]) -> Facts:
        """Return the facts of the last kind of a path."""
        return self.others[kinds[-1]] if kinds else self.facts

    def lent(self, name: str) -> tuple[Path, Codes]:
        """Return the path to a fact, and its codes."""
        path, column = self.way(name)
        return path, self.facts_at(path.kinds).codes(column)

    def way(self, name: str) -> tuple[Path, str]:
        """Return the path to a fact, and the name of its column."""
        return _way(self.asked, name)


def build_query(reader: Reader, asked: Selectable, facts: Facts) -> Query | None:
    """Return the query of a list, or None if the facts of a joined kind are not in the cache."""
    others: dict[str, Facts] = {}
    for name in _lenders(asked):
        found = cached_facts(reader, asked.registry.kind[name], small_ok=True)
        if found is None:
            return None
        others[name] = found
    return Query(reader, asked, facts, others)


@lru_cache(maxsize=256)
def _lenders(asked: Selectable) -> tuple[str, ...]:
    names = (name for one in asked.lent.values() for name in one.tables)
    paths = (kind.name for name, path in asked.columns.items() for kind in asked.kinds_along(name)[: len(path) - 1])
    return tuple(dict.fromkeys((*names, *paths)))


@lru_cache(maxsize=4096)
def _way(asked: Selectable, name: str) -> tuple[Path, str]:
    """Return the path to a fact, and its name there."""
    if name in asked.own or name == STARTING:
        return Path(), name
    lent = asked.lent[name]
    return Path(lent.columns, lent.tables), lent.fact.name


def places_along(near: Facts, name: str, far: Facts) -> Numbers:
    """Return the places, among the objects of another kind, of the ids in a column."""
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
    """Return the places of ids in a sorted array. The place of a deleted id is arbitrary."""
    last = max(0, ids.size - 1)
    if ids.size and wanted.size >= ids.size // 8:
        start, size = int(ids[0]), int(ids[-1] - ids[0]) + 1
        if size <= 8 * (wanted.size + ids.size):
            places = np.zeros(size, dtype=np.int32)
            places[ids - start] = np.arange(ids.size, dtype=np.int32)
            found: Numbers = places[np.clip(wanted - start, 0, size - 1)]
            return found
    return np.minimum(np.searchsorted(ids, wanted), last).astype(np.int32)
