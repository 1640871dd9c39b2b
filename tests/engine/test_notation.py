"""graph6 of every size is read by each request, page and command that takes a graph, although it may look like JSON."""

import json
from collections.abc import Callable, Iterator, Sequence
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex import Catalogue as Session
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store_many
from ludex.engine.notation import MAX_GRAPH6_VERTICES, Notation, notation_of
from ludex.games.kinds import GAMES
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.kinds import GRAPH
from ludex.graphs.formats import write_graph6
from ludex.settings import Settings
from tests.applications import application
from tests.cli.conftest import ludex as run_command  # noqa: F401 - a fixture
from tests.web.reading import Read

# 28 and 60 vertices begin as lists and objects do; the number of vertices above 62 takes four characters.
SIZES = (1, 2, 3, 28, 29, 59, 60, 61, 62, 63, 70, 92, 128)
ALL = range(1, MAX_GRAPH6_VERTICES + 1)


def edges_of(vertices: int) -> list[tuple[int, int]]:
    """Return the edges of a random graph with at most 2,016 edges."""
    generator = Random(vertices)
    edges = [(u, v) for v in range(vertices) for u in range(v) if generator.random() < 0.5]
    return generator.sample(edges, min(len(edges), 2016))


def graph6_of(vertices: int) -> str:
    return write_graph6(vertices, edges_of(vertices))


@pytest.fixture(scope="module")
def stored(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[int, str]]:
    """Give the address of a catalogue with a graph of each size, and the labels of the graphs."""
    file = tmp_path_factory.mktemp("graphs") / "catalogue.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    address = f"sqlite:///{file}"
    return address, dict(zip(ALL, store(address, [Graph(n, tuple(edges_of(n))) for n in ALL]), strict=True))


def store(address: str, graphs: Sequence[Graph]) -> list[str]:
    """Store graphs, and return their labels."""
    catalogue = Catalogue(address, GAMES)
    with catalogue.writing() as writer:
        stored = store_many(writer, [prepare(GRAPH, graph) for graph in graphs])
    catalogue.close()
    return [graph.label for graph in stored]


@pytest.fixture(scope="module")
def client(stored: tuple[str, dict[int, str]]) -> Iterator[FlaskClient]:
    with application(Settings(database_url=stored[0])) as app:
        yield app.test_client()


def post(client: FlaskClient, path: str, body: dict[str, Any]) -> Any:
    answer = client.post(f"/api/v1{path}", json=body)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def get(client: FlaskClient, path: str, **query: str) -> Any:
    answer = client.get(f"/api/v1{path}", query_string=query)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


Http = Callable[[FlaskClient, str, str], Any]
REQUESTS: dict[str, Http] = {
    "look-up": lambda client, text, _: post(client, "/planarity/graphs/lookup", {"graph6": text})["items"][0]["label"],
    "deduplication": lambda client, text, _: post(client, "/planarity/graphs/dedup", {"graphs": [{"graph6": text}]})[
        "classes"
    ][0]["graphs"][0],
    "surroundings": lambda client, text, _: post(client, "/surroundings", {"object": text})["nodes"][0]["id"],
    "paths": lambda client, text, label: post(client, "/paths", {"from": text, "to": label})["path"][0],
    "paths by address": lambda client, text, label: get(client, "/paths", **{"from": text, "to": label})["path"][0],
    "match": lambda client, text, _: post(
        client, "/match", {"nodes": {"a": {"kind": "planarity-graph", "object": text}}, "links": []}
    )["items"][0]["a"],
    "search": lambda client, text, _: get(client, "/search", q=text)["items"][0]["label"],
    "subgraphs": lambda client, text, _: get(client, "/planarity/graphs", contains=text, contained_in=text)["items"][0][
        "label"
    ],
}


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("vertices", [pytest.param(n, marks=() if n in SIZES else pytest.mark.slow) for n in ALL])
def test_requests_find_the_graph(
    client: FlaskClient, stored: tuple[str, dict[int, str]], vertices: int, name: str
) -> None:
    label = stored[1][vertices]
    assert notation_of(graph6_of(vertices)) is Notation.GRAPH6
    assert REQUESTS[name](client, graph6_of(vertices), label) == label


@pytest.mark.parametrize("vertices", [pytest.param(n, marks=() if n in SIZES else pytest.mark.slow) for n in ALL])
def test_pages_find_the_graph(client: FlaskClient, stored: tuple[str, dict[int, str]], vertices: int) -> None:
    for address, name in (
        ("/search", "q"),
        ("/graph", "at"),
        ("/graph/around", "at"),
    ):
        page = client.get(address, query_string={name: graph6_of(vertices)}, follow_redirects=True)
        assert page.status_code == 200 and stored[1][vertices] in page.text, address
        Read(page.text)


COMMANDS: dict[str, Callable[[str, str], tuple[str, ...]]] = {
    "lookup": lambda text, _: ("lookup", "planarity-graph", text),
    "dedup": lambda text, _: ("dedup", "planarity-graph", text),
    "search": lambda text, _: ("search", text),
    "neighbours": lambda text, _: ("graph", "neighbours", text),
    "surroundings": lambda text, _: ("graph", "surroundings", text),
    "path": lambda text, label: ("graph", "path", text, label),
    "draw": lambda text, _: ("planarity", "draw", text),
    "equivalence": lambda text, _: ("planarity", "equivalence", text, text, "--relation", "graph"),
}


@pytest.mark.parametrize("vertices", [pytest.param(n, marks=() if n in SIZES else pytest.mark.slow) for n in ALL])
def test_commands_read_the_graph(
    stored: tuple[str, dict[int, str]],
    run_command: Callable[..., Any],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    vertices: int,
) -> None:
    address, labels = stored
    monkeypatch.setenv("LUDEX_DATABASE_URL", address)
    file = tmp_path / "graph.g6"
    file.write_text(graph6_of(vertices) + "\n")
    for given in (graph6_of(vertices), str(file)):
        for name, words in COMMANDS.items():
            if (name, given) == ("search", str(file)):
                continue
            ran = run_command(*words(given, labels[vertices]), *(() if name == "draw" else ("--json",)))
            assert ran.code == 0, (name, ran.err)
            if name in ("lookup", "dedup", "search", "surroundings", "path"):
                assert labels[vertices] in ran.out, name


def test_listed_graphs_are_imported_again(
    run_command: Callable[..., Any],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    sqlite_template: Path,
    tmp_path: Path,
) -> None:
    file = tmp_path / "catalogue.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    store(f"sqlite:///{file}", [Graph(n, ((0, n - 1),) if n > 1 else ()) for n in ALL])
    listed = run_command("list", "graphs", "--format", "graph6").out
    assert {line[0] for line in listed.splitlines()} == {chr(63 + n) for n in range(1, 64)}
    report = json.loads(run_command("planarity", "import", "-", "--json", stdin=listed).out)
    assert (report["new"], report["refused"]) == (len(ALL), 0)


def test_the_automorphisms_of_a_star_are_a_filter(
    run_command: Callable[..., Any],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    sqlite_template: Path,
    tmp_path: Path,
) -> None:
    file = tmp_path / "catalogue.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    address = f"sqlite:///{file}"
    monkeypatch.setenv("LUDEX_DATABASE_URL", address)
    [star, _] = store(address, [Graph(31, tuple((0, leaf) for leaf in range(1, 31))), Graph(128, ())])
    number = factorial(30)
    with application(Settings(database_url=address)) as app:
        for name, value in {"automorphisms": f"{number}", "min_automorphisms": f"{number}"}.items():
            query = {name: value, "max_automorphisms": f"{number}"}
            assert [item["label"] for item in get(app.test_client(), "/planarity/graphs", **query)["items"]] == [star]
        for query in ({"automorphisms": f"{number}..{number}"}, {"where": f"automorphisms:{number}"}):
            assert [item["label"] for item in get(app.test_client(), "/planarity/graphs", **query)["items"]] == [star]
        assert get(app.test_client(), "/planarity/graphs", automorphisms=f"{factorial(128)}")["count"] == 1
        assert app.test_client().get(f"/api/v1/planarity/graphs?automorphisms=1{'0' * 4500}").status_code == 400
    assert star in run_command("list", "graphs", f"--automorphisms={number}", "--json").out
    with Session(address) as catalogue:
        assert [graph.label for graph in catalogue.find("graphs", automorphisms=number)] == [star]
