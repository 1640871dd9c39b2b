"""Where the bytes of a level go: tables and indexes, with all that belongs to generated levels, on each database."""

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.benchmarks.scale import database_of

VERTICES, EDGES, SWAPS = 11, 20, 5
_AT_ONCE = 500
_LEAST = 1.0
"""Of the bytes a level that a row of its own shows."""

_OF_POSTGRESQL = """
SELECT relname, pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) AS size
FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace
"""


def main(levels: int, databases: Iterable[str]) -> None:
    """Generate levels with their proofs, store them a batch at a time, and print the tables."""
    from ludex.catalogue.transfer.copying import copy

    folder = Path(tempfile.mkdtemp(prefix="ludex-sizes-"))
    try:
        with database_of(folder, "sqlite") as url_of:
            made = _catalogue(url_of("levels"))
        empty = _sizes(made)
        _generate(made, levels)
        print(f"{levels:,} generated levels of {VERTICES} vertices, {EDGES} edges and {SWAPS} swaps")
        for database in databases:
            with database_of(folder, database) as url_of:
                one, before = made, empty
                if database != "sqlite":
                    one = _catalogue(url_of("levels"))
                    before = _sizes(one)
                    copy(made, one)
                _print(database, before, _sizes(one), levels)
                if one is not made:
                    one.close()
        made.close()
    finally:
        shutil.rmtree(folder)


def _catalogue(url: str) -> Any:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.games.kinds import GAMES

    catalogue = Catalogue(url, GAMES)
    catalogue.upgrade()
    return catalogue


def _generate(catalogue: Any, levels: int) -> None:
    from ludex.engine.workers import processors, spread
    from ludex.games.planarity.making.generation import GenerationParameters
    from ludex.games.planarity.operations.levels import generate_levels

    with spread(processors()) as apply:
        for seed, first in enumerate(range(0, levels, _AT_ONCE), start=1):
            count = min(_AT_ONCE, levels - first)
            parameters = GenerationParameters(VERTICES, EDGES, SWAPS, seed=seed)
            generate_levels(catalogue, parameters, count, measuring=60.0, spread=apply)


def _sizes(catalogue: Any) -> dict[str, int]:
    """Return the bytes of each table and index."""
    from sqlalchemy import text

    with closing(catalogue.database.engine.raw_connection()) as raw, closing(raw.cursor()) as cursor:
        if catalogue.database.is_sqlite:
            cursor.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")
            return dict(cursor.fetchall())
    with catalogue.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
        return {row.relname: row.size for row in connection.execute(text(_OF_POSTGRESQL))}


def _print(database: str, before: dict[str, int], after: dict[str, int], levels: int) -> None:
    found = {name: (size - before.get(name, 0)) / levels for name, size in after.items()}
    print(f"\n{database + ', bytes a level':45}")
    for name, size in _listed(found):
        print(f"{name:45} {size:>8.1f}")


def _listed(found: dict[str, float]) -> Iterator[tuple[str, float]]:
    ordered = sorted(found.items(), key=lambda one: -one[1])
    yield from (one for one in ordered if one[1] >= _LEAST)
    yield "all others", sum(size for _, size in ordered if size < _LEAST)
    yield "together", sum(found.values())
