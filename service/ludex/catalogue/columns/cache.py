"""The column cache of a process. For each kind, the cache contains the facts in the snapshot of a reader.

Cached facts are immutable. The facts of a later snapshot are a separate value, which shares the unchanged columns with
the facts of the earlier snapshot. The first load maps the sealed facts from a file of the host (see
:mod:`ludex.catalogue.columns.files`), and reads the objects that were changed or added later. Each later update reads
only the objects that were changed or added since the previous update. One SQL statement, which takes a few
microseconds, determines the version of a snapshot.
"""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from ludex.catalogue.columns.column import (
    Bits,
    Codes,
    Column,
    ColumnPart,
    Mask,
    Numbers,
    extended,
    patched,
)
from ludex.catalogue.columns.files import map_facts
from ludex.catalogue.columns.host import folder_of
from ludex.catalogue.columns.segments import (
    AnyKind,
    ColumnLayout,
    layout_of,
    part_of,
    parts_after,
    sealed_parts,
    seals_of,
)
from ludex.catalogue.storage.changes import FOLDED, SEGMENT, SnapshotVersion, changes_since, snapshot_version
from ludex.catalogue.storage.snapshot import Reader

_SNAPSHOTS = 3
"""The number of versions of each kind that are kept for readers with earlier snapshots."""

_SELECTIONS = 4
"""The number of selections that are cached with the facts.

After its first page, a list is usually counted and continued.
"""

_CONDITIONS = 64
"""The number of conditions that are cached with the facts, at one bit per object.

Most lists differ in only one condition.
"""

V = TypeVar("V")


class Selection:
    """Selected objects of a kind, with cached counts.

    `far` maps each column path to counts: for each object, the number of selected objects from which the path leads to
    this object.
    """

    def __init__(self, fits: Bits) -> None:
        self.fits = fits
        self.counted: dict[tuple[str, int], list[tuple[Any, int]]] = {}
        self.far: dict[tuple[str, ...], Numbers] = {}

    @cached_property
    def size(self) -> int:
        """The number of selected objects."""
        return self.fits.count()

    @cached_property
    def places(self) -> Numbers:
        """The indices of the selected objects, in ascending order."""
        return np.flatnonzero(self.fits.within(0, self.fits.rows)).astype(np.int32)


class LRUCache(Generic[V]):
    """A thread-safe LRU cache of query results."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[object, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: object | None, compute: Callable[[], V]) -> V:
        """Return the result with a key, which is computed unless it is cached. A result without a key is not cached."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = compute()
        if key is not None:
            with self._lock:
                self._values[key] = value
                if len(self._values) > self._limit:
                    self._values.popitem(last=False)
        return value


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of all objects of a kind in a snapshot.

    `top` is the greatest id of the kind in the snapshot, and `change` is the number of the last change. The first
    `rows` values of each column belong to the snapshot, sorted by object id. `gone` contains the indices of deleted
    objects. `lineage` is a Python object whose identity changes only if the objects of the catalogue may have other
    indices.
    """

    kind: AnyKind
    top: int
    change: int
    rows: int
    ids: Column
    columns: Mapping[str, Column]
    gone: Numbers
    lineage: object
    selections: LRUCache[Selection] = field(default_factory=lambda: LRUCache(_SELECTIONS))
    conditions: LRUCache[Bits] = field(default_factory=lambda: LRUCache(_CONDITIONS))

    def nodes(self) -> Numbers:
        """Return the ids of the objects."""
        return self.ids.numbers[: self.rows]

    def codes(self, name: str) -> Codes:
        """Return a column."""
        return self.columns[name].codes(self.rows)

    def there(self) -> Mask:
        """Return a mask of the objects that are not deleted."""
        there = np.ones(self.rows, dtype=np.bool_)
        there[self.gone[: np.searchsorted(self.gone, self.rows)]] = False
        return there

    @property
    def stamp(self) -> tuple[object, ...]:
        """Return a cache key for these facts.

        The keys of two snapshots differ unless the facts are equal.
        """
        return (self.kind.name, self.top, self.change)

    def until(self, top: int) -> "Facts":
        """Return the facts of an earlier snapshot. No object may have been changed or deleted since that snapshot."""
        if top == self.top:
            return self
        rows = int(np.searchsorted(self.nodes(), top, side="right"))
        return self.at_version(top, self.change, rows)

    def at_version(self, top: int, change: int, rows: int) -> "Facts":
        """Return the facts of another snapshot.

        They share the columns of these facts, but their query caches are empty.
        """
        known = (self.ids, self.columns, self.gone, self.lineage)
        return Facts(self.kind, top, change, rows, *known)

    def places_of(self, nodes: Numbers) -> tuple[Numbers, Numbers]:
        """Return the index of each id, or its insertion point if it does not exist, and whether the id exists."""
        held = self.nodes()
        places = np.searchsorted(held, nodes)
        there = places < self.rows
        there[there] = held[places[there]] == nodes[there]
        return places, there


MIN_OBJECTS = 1000
"""The minimum number of objects for which a kind is cached.

Shorter lists are read from the database, which is fast enough.
"""


def cached_facts(reader: Reader, kind: AnyKind) -> Facts | None:
    """Return the facts of a kind in the snapshot of a reader, or None if its lists are read from the database.

    Cost: a few microseconds if nothing has changed.
    """
    if reader.cache is None:
        return None
    version = _version(reader, kind)
    if version.objects < MIN_OBJECTS:
        return None
    return reader.cache.get(ColumnCache).facts(reader, kind, version)


def facts_of(reader: Reader, kind: AnyKind) -> Facts:
    """Return the facts of a kind in the snapshot of a reader, whatever their number."""
    version = _version(reader, kind)
    held = None if reader.cache is None else reader.cache.get(ColumnCache).facts(reader, kind, version)
    which = ("facts", kind.name, version)
    if held is None and which not in reader.known:
        reader.known[which] = load(reader, kind, version)
    found: Facts = held or reader.known[which]
    return found


def _version(reader: Reader, kind: AnyKind) -> SnapshotVersion:
    if reader.cache is None:
        return snapshot_version(reader, kind)
    if kind.name not in reader.known:
        reader.known[kind.name] = snapshot_version(reader, kind)
    version: SnapshotVersion = reader.known[kind.name]
    return version


class ColumnCache:
    """A cache of a catalogue's facts. It is thread-safe."""

    def __init__(self) -> None:
        self._states: dict[str, deque[Facts]] = {}
        self._locks: dict[str, threading.Lock] = {}

    def facts(self, reader: Reader, kind: AnyKind, version: SnapshotVersion) -> Facts | None:
        """Return the facts of a kind in a reader's snapshot, or None if the snapshot is older than all cached facts."""
        known = self._known(kind, version)
        if known is not None:
            return known
        with self._locks.setdefault(kind.name, threading.Lock()):
            known = self._known(kind, version)
            if known is not None:
                return known
            states = self._states.setdefault(kind.name, deque(maxlen=_SNAPSHOTS))
            newest = states[-1] if states else None
            if newest is not None and version.change < newest.change:
                return None
            made = None if newest is None else _brought_up(reader, newest, version)
            made = made or load(reader, kind, version, folder_of(reader.connection.engine.url))
            states.append(made)
            return made

    def _known(self, kind: AnyKind, version: SnapshotVersion) -> Facts | None:
        for facts in reversed(tuple(self._states.get(kind.name, ()))):
            if facts.change == version.change and version.top <= facts.top:
                return facts.until(version.top)
        return None


def load(reader: Reader, kind: AnyKind, version: SnapshotVersion, folder: Path | None = None) -> Facts:
    """Load the facts of a snapshot from the segments, and from the objects that were changed or added later.

    If a folder is given, the segments are read from its files, which are written first if necessary.
    """
    layout, number = layout_of(reader.registry, kind), reader.registry.numbers.kinds[kind.name]
    seals = seals_of(reader, number, layout.form)
    facts, held = _nothing(kind, layout), 0

    def parts(start: int) -> Iterator[ColumnPart]:
        return sealed_parts(reader, number, [seal[0] for seal in seals[start:]])

    mapped = map_facts(folder, kind.name, layout.form, seals, parts) if folder is not None and seals else None
    if mapped is not None:
        held = mapped.segments
        facts = replace(facts, rows=mapped.rows, ids=mapped.ids, columns=mapped.columns)
    for part in parts(held):
        facts = _appended(facts, [part])
    last = seals[-1][1] if seals else 0
    facts = _appended(facts, list(parts_after(reader, kind, last, SEGMENT)))
    sealed = min((seal[2] for seal in seals), default=version.change)
    stale = {node for node in changes_since(reader, number, sealed) if FOLDED < node <= last}
    facts = _with_changes(reader, facts, stale)
    return facts.at_version(version.top, version.change, facts.rows)


def _brought_up(reader: Reader, facts: Facts, version: SnapshotVersion) -> Facts | None:
    """Update facts to a later snapshot. Return None if it is faster to load the facts again."""
    number = reader.registry.numbers.kinds[facts.kind.name]
    stale = changes_since(reader, number, facts.change) if version.change != facts.change else set()
    if FOLDED in stale or len(stale) > max(SEGMENT // 8, facts.rows // 4):
        return None
    if facts.ids.region is not None and version.objects + facts.gone.size > facts.ids.region.room:
        return None  # Another file has room for the new objects.
    # The newest objects may have been deleted. Their ids are not used again.
    last = max(facts.top, int(facts.nodes()[-1]) if facts.rows else 0)
    if version.top > last:
        facts = _appended(facts, list(parts_after(reader, facts.kind, last, SEGMENT)))
    facts = _with_changes(reader, facts, {node for node in stale if node <= last})
    return facts.at_version(version.top, version.change, facts.rows)


def _nothing(kind: AnyKind, layout: ColumnLayout) -> Facts:
    none = np.empty(0, dtype=np.int64)
    empty = np.empty(0, dtype=np.int8)
    columns = {name: Column(empty, [] if of_texts else None) for name, of_texts in layout.columns}
    return Facts(kind, 0, 0, 0, Column(none, None), columns, none, object())


def _appended(facts: Facts, parts: Sequence[ColumnPart]) -> Facts:
    """Return the facts extended by the facts of objects with greater ids."""
    if not parts:
        return facts
    columns = {
        name: extended(column, facts.rows, [part.columns[name] for part in parts])
        for name, column in facts.columns.items()
    }
    ids = extended(facts.ids, facts.rows, [Codes(part.ids, None) for part in parts])
    rows = facts.rows + sum(part.ids.size for part in parts)
    return replace(facts, rows=rows, ids=ids, columns=columns)


def _with_changes(reader: Reader, facts: Facts, stale: set[int]) -> Facts:
    """Return the facts after reading the facts of changed objects again."""
    if not stale:
        return facts
    part = part_of(reader, facts.kind, sorted(stale))
    places, held = facts.places_of(np.array(sorted(stale), dtype=np.int64))
    at, _ = facts.places_of(part.ids)
    columns = {name: patched(column, facts.rows, at, part.columns[name]) for name, column in facts.columns.items()}
    return replace(facts, columns=columns, gone=np.setdiff1d(np.union1d(facts.gone, places[held]), at))
