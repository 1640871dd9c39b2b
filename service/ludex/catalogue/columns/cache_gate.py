"""The decision whether the lists of a kind are served from the column cache (see :mod:`ludex.catalogue.columns`).

If the catalogue is small, this module does not even import the code of the cache.
"""

from typing import TYPE_CHECKING, Any

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.storage.changes import snapshot_version
from ludex.catalogue.storage.snapshot import Reader

if TYPE_CHECKING:
    from ludex.catalogue.columns.cache import ColumnCache, Facts

AnyKind = Kind[Any, Any]

MIN_OBJECTS = 1000
"""The minimum number of objects for which a kind is cached.

Shorter lists are read from the database, which is fast enough.
"""


def cached_facts(reader: Reader, kind: AnyKind, *, small_ok: bool = False) -> "Facts | None":
    """Return the facts of a kind in the snapshot of a reader, or None if the lists must be read from the database.

    If `small_ok` is true, small kinds are cached too. Cost: a few microseconds if nothing has changed.
    """
    if reader.cache is None:
        return None
    version = reader.known.get(kind.name)
    if version is None:
        version = reader.known[kind.name] = snapshot_version(reader, kind)
    if version.objects < MIN_OBJECTS and not small_ok:
        return None
    return reader.cache.get(_new_cache).facts(reader, kind, version)


def _new_cache() -> "ColumnCache":
    from ludex.catalogue.columns.cache import ColumnCache

    return ColumnCache()
