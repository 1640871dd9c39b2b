"""Whether lists of a kind are answered from the column cache of the process, see :mod:`ludex.catalogue.columns`.

A small catalogue does not pay for it, not even by loading the code.
"""

from typing import TYPE_CHECKING, Any

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.storage.changes import snapshot_version
from ludex.catalogue.storage.snapshot import Reader

if TYPE_CHECKING:
    from ludex.catalogue.columns.cache import ColumnCache, Facts

AnyKind = Kind[Any, Any]

MIN_OBJECTS = 1000
"""Lists of a kind with fewer objects are read from the database, which is fast enough."""


def cached_facts(reader: Reader, kind: AnyKind, *, small_ok: bool = False) -> "Facts | None":
    """Return the facts of a kind as a reader sees them, or None if its lists are read from the database.

    `small_ok`: those of a small kind too. Cost: a few microseconds if nothing is new.
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
