"""What takes long takes a computing slot, and stops at its time limit: every request, with the most it accepts."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from random import Random
from typing import Any
from urllib.parse import quote

import networkx
import pytest
import scipy.sparse.csgraph  # noqa: F401 - searches import it when they first need it
from flask.testing import FlaskClient

from ludex.api.routing.openapi import Example, examples_of
from ludex.api.routing.routes import Operation
from ludex.api.service import Slots
from ludex.app import all_routes
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import registry_of
from ludex.games.kinds import GAMES
from ludex.requests.declaration import marks_of
from ludex.requests.fields import ServiceBounds
from ludex.settings import Settings
from tests.applications import application

LIMIT = 0.2
LATE = 2.0
"""Seconds of processor time after the time limit: twice what is wanted, because the machine may be busy."""

UNSLOTTED = 0.25
"""Seconds of processor time without a slot: five times what is wanted, because the machine may be busy."""

SAMPLED = 12

Body = dict[str, Any]

_RANDOM = Random(1)


def _card(height: int, width: int, symbols: str) -> str:
    cells = list(symbols.ljust(height * width, "."))
    _RANDOM.shuffle(cells)
    return "/".join("".join(cells[row * width : (row + 1) * width]) for row in range(height))


def _points(number: int) -> list[list[int]]:
    return [[_RANDOM.randrange(-(2**29), 2**29), _RANDOM.randrange(-(2**29), 2**29)] for _ in range(number)]


def _drawing(number: int, share: float) -> Body:
    edges = [[u, v] for v in range(number) for u in range(v) if _RANDOM.random() < share]
    return {"points": _points(number), "edges": edges}


def _cnf(variables: int, clauses: int, width: int) -> str:
    rows = (
        " ".join(str(_RANDOM.choice((-1, 1)) * one) for one in _RANDOM.sample(range(1, variables + 1), width))
        for _ in range(clauses)
    )
    return f"p cnf {variables} {clauses}\n" + "".join(f"{row} 0\n" for row in rows)


SWISH: list[Body] = [
    {"cards": [_card(16, 16, "*o" * 24) for _ in range(1000)]},
    {"cards": [_card(4, 3, "*o" * 3) for _ in range(1000)]},
    {"cards": [_card(16, 16, "*o") for _ in range(1000)]},
    {"cards": [_card(16, 16, "*") for _ in range(1000)]},
    {"deck": "swish-16x16"},
]
SETS: list[Body] = [
    {"properties": 19, "values": 3, "cards": ["".join(_RANDOM.choices("012", k=19)) for _ in range(5000)]},
    {
        "properties": 8,
        "values": 5,
        "cards": [f"{one:08}" for one in range(4096) if not set(f"{one:08}") & set("56789")],
    },
    {"deck": "set-3-12"},
    {"deck": "set-3-7"},
]
DRAWINGS: list[Body] = [_drawing(128, 0.24), _drawing(63, 1), _drawing(128, 0.03), _drawing(40, 0.2)]
FORMULAS = [_cnf(4000, 12_000, 3), _cnf(9000, 12_000, 2)]
SHAPES: list[Body] = [{"properties": 19, "values": 3}, {"properties": 12, "values": 3}, {"properties": 4, "values": 3}]
REGULAR = networkx.to_graph6_bytes(networkx.random_regular_graph(3, 128, seed=1), header=False).decode().strip()
"""A graph that takes long to identify, with as many vertices as a graph may have."""

LISTS: dict[str, list[Any]] = {
    "positions": [{"cards": SWISH[2]["cards"][start : start + 10]} for start in range(0, 1000, 10)] * 10,
    "drawings": [_drawing(32, 0.3) for _ in range(1000)],
    "point_sets": [{"points": _points(32)} for _ in range(300)],
    "graphs": [{key: value for key, value in {**_drawing(32, 0.3), "vertices": 32}.items() if key != "points"}] * 300,
}
SOURCES = ("cards", "deck", "label", "points", "edges", "drawing", "cnf", "vertices", "arcs", "clauses")


def _given(game: str, names: Mapping[str, Any], body: Body) -> list[Body]:
    """Return the most that a request accepts for what it is about, in several forms."""
    if "cnf" in names:
        return [{"cnf": one} for one in FORMULAS]
    if "arcs" in names:
        return [{"vertices": 32, "arcs": [[u, v] for u in range(32) for v in range(32) if u != v][:1000]}]
    listed = [{name: LISTS[name]} for name in LISTS if name in names]
    if listed:
        return listed
    if "a" in names and "b" in names:
        return [{"a": one, "b": one} for one in {"swish": SWISH, "sets": SETS, "planarity": DRAWINGS}[game]]
    if "cards" in names:
        return {"swish": SWISH, "sets": SETS}[game]
    if "properties" in names:
        return SHAPES
    if isinstance(names.get("points"), int) or isinstance(body.get("points"), int):
        return [{}]
    if "edges" in names:
        return DRAWINGS
    return [{"points": one["points"]} for one in DRAWINGS] if "points" in names else [{}]


def _largest(operation: Operation, place: str = "body") -> Body:
    """Return the largest numbers that a request accepts."""
    found = {}
    for name, info in operation.models[place].model_fields.items():
        bounds = marks_of(info, ServiceBounds)
        if bounds and name != "time_limit" and "int" in str(info.annotation) and "list" not in str(info.annotation):
            found[name] = int(bounds[0].maximum)
    return found


def bodies(operation: Operation, example: Example) -> Iterator[Body]:
    """Yield the most expensive bodies of a request: with the example's values, and with the largest numbers."""
    body = example.body if isinstance(example.body, dict) else {}
    names = operation.models["body"].model_fields
    for given in _given(operation.address.split("/")[3], names, body):
        rest = {name: value for name, value in body.items() if not given or name not in SOURCES}
        for further in ({}, _largest(operation)):
            limit = {"time_limit": LIMIT} if "time_limit" in names else {}
            yield {**rest, **further, **given, **limit}


def _counting(context: Callable[..., AbstractContextManager[Any]], times: Counter[str]) -> Callable[..., Any]:
    """Return a method that adds the processor time in its context to a counter."""

    @contextmanager
    def counted(*given: Any) -> Iterator[Any]:
        begin = time.process_time()
        try:
            with context(*given) as found:
                yield found
        finally:
            times[context.__name__] += time.process_time() - begin  # type: ignore[assignment]

    return counted


_SEARCH, _WRITING = Slots.search, Catalogue.writing


@pytest.fixture(scope="module")
def client(starting_address: str) -> Iterator[FlaskClient]:
    with application(Settings(database_url=starting_address, computing_slots=2)) as app:
        yield app.test_client()


def _operations() -> list[Operation]:
    return [one for subject in all_routes(registry_of(GAMES)) for one in subject.operations]


EXAMPLES = examples_of(_operations())
POSTED = [one for one in _operations() if "body" in one.models and "/jobs" not in one.rule]
BY_VALUE = [one for one in _operations() if one.method == "GET" and "{object}" in one.address]
QUERIED = [
    one
    for one in _operations()
    if one.method == "GET" and one.computes and "{object}" not in one.address and not one.address.endswith("/search")
]
SAMPLE = {one.name for one in Random(2).sample(POSTED, SAMPLED)}


def _each(operations: list[Operation]) -> list[Any]:
    slow = pytest.mark.slow
    return [pytest.param(one, id=one.name, marks=[] if one.name in SAMPLE else [slow]) for one in operations]


def _ask(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, *given: Any, **named: Any) -> tuple[float, float, int]:
    times: Counter[str] = Counter()
    monkeypatch.setattr(Slots, "search", _counting(_SEARCH, times))
    monkeypatch.setattr(Catalogue, "writing", _counting(_WRITING, times))
    begin = time.process_time()
    status = client.open(*given, **named).status_code
    whole = time.process_time() - begin
    # A transaction is not cut off.
    return whole - times["search"], times["search"] - times["writing"], status


@pytest.mark.parametrize("operation", _each(POSTED))
def test_the_most_that_a_request_accepts(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, operation: Operation
) -> None:
    example = EXAMPLES[operation.name][0]
    address = operation.address.format(**example.path)
    client.open(address, method=operation.method, json=example.body)  # imports and compiles
    for number, body in enumerate(bodies(operation, example)):
        outside, inside, status = _ask(client, monkeypatch, address, method=operation.method, json=body)
        told = (number, {name: str(value)[:60] for name, value in body.items()}, outside, inside, status)
        assert status < 500, told
        assert outside < UNSLOTTED, told
        assert inside < LIMIT + LATE, told


@pytest.mark.slow
@pytest.mark.parametrize("operation", [pytest.param(one, id=one.name) for one in QUERIED])
def test_the_most_that_a_query_accepts(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, operation: Operation
) -> None:
    example = EXAMPLES[operation.name][0]
    address = operation.address.format(**example.path)
    fields = operation.models["query"].model_fields
    switches = {name: "true" for name, info in fields.items() if info.annotation is bool}
    limit = {"time_limit": LIMIT} if "time_limit" in fields else {}
    client.get(address, query_string=example.query)  # imports and compiles
    for further in ({}, _largest(operation, "query"), switches, {"format": "zip"} if switches else {}):
        query = {**example.query, **further, **limit}
        outside, inside, status = _ask(client, monkeypatch, address, query_string=query)
        assert status < 500 and outside < UNSLOTTED, (query, outside, status)
        assert inside < LIMIT + LATE, (query, inside)


@pytest.mark.slow
@pytest.mark.parametrize("operation", [pytest.param(one, id=one.name) for one in BY_VALUE])
def test_an_object_by_value_is_found_in_a_slot(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, operation: Operation
) -> None:
    example = EXAMPLES[operation.name][0]
    address = operation.address.format(**{**example.path, "object": quote(REGULAR, safe="")})
    query = {**example.query, **({"time_limit": LIMIT} if operation.computes else {})}
    outside, inside, status = _ask(client, monkeypatch, address, query_string=query)
    assert status in (404, 422) and outside < UNSLOTTED and 0 < inside < LIMIT + LATE, (outside, inside, status)


def test_a_list_with_a_pattern_takes_slots_in_every_format(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address in ("/api/v1/planarity/graphs?contains=Bw", "/planarity/graphs?contains=Bw"):
        outside, inside, status = _ask(client, monkeypatch, address)
        assert status == 200 and inside > 0, (address, outside, inside)
    for form in ("ndjson", "csv", "graph6"):
        _, inside, status = _ask(client, monkeypatch, f"/api/v1/planarity/graphs?contains=Bw&format={form}")
        assert status == 200 and inside > 0, form
    assert _ask(client, monkeypatch, "/api/v1/planarity/graphs?vertices=4&format=csv")[1] == 0
