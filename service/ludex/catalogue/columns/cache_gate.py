"""The decision whether the lists of a kind are served from the column cache (see :mod:`ludex.catalogue.columns`).

If the catalogue is small, this module does not even import the code of the cache.
"""

from typing import TYPE_CHECKING, Any

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.storage.changes import SnapshotVersion, snapshot_version
from ludex.catalogue.storage.snapshot import Reader

if TYPE_CHECKING:
    from ludex.catalogue.columns.cache import ColumnCache, Facts

AnyKind = Kind[Any, Any]

MIN_OBJECTS = 1000
"""The minimum number of objects for which a kind is cached.

Shorter lists are read from the database, which is fast enough.
"""


def cached_facts(reader: Reader, kind: AnyKind) -> "Facts | None":
    """Return the facts of a kind in the snapshot of a reader, or None if its lists are read from the database.

    Cost: a few microseconds if nothing has changed.
    """
    if reader.cache is None:
        return None
    version = _version(reader, kind)
    if version.objects < MIN_OBJECTS:
        return None
    return reader.cache.get(_new_cache).facts(reader, kind, version)


def facts_of(reader: Reader, kind: AnyKind) -> "Facts":
    """Return the facts of a kind in the snapshot of a reader, whatever their number."""
    from ludex.catalogue.columns.cache import load

    version = _version(reader, kind)
    held = None if reader.cache is None else reader.cache.get(_new_cache).facts(reader, kind, version)
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


def _new_cache() -> "ColumnCache":
    from ludex.catalogue.columns.cache import ColumnCache

    return ColumnCache()
