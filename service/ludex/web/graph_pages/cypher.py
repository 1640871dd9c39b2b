"""The page for Cypher queries.

It contains an editor, examples, a table of the rows, and a map of the objects in the rows.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, render_template, request, url_for

from ludex.catalogue.cypher.engine import EngineError, EngineMissing, QueryResult
from ludex.catalogue.cypher.projection import ProjectionBusy, run_cypher
from ludex.catalogue.cypher.schema import CLAIM, NodeTable, node_name, schema_of
from ludex.catalogue.kinds.label import short
from ludex.catalogue.kinds.registry import Registry
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault
from ludex.pictures.linked_maps import Mark, fit_into_square, svg_map
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.web.computing import computes
from ludex.web.game_pages import site
from ludex.web.graph_pages.connections import MOST_SHOWN, colours_of, layout, mark_of
from ludex.web.site.addresses import address_of, object_address
from ludex.web.site.text_filters import words

blueprint = Blueprint("cypher", __name__)


_ROWS = 1000
_MOST_NAMES = 40
_MOST_CHARACTERS = 4000


@blueprint.get("/cypher")
@computes
def run_query() -> str:
    """Run the query in the address, and show its rows."""
    query = request.args.get("query", "").strip()
    schema = schema_of(site.catalogue.registry)
    shown: dict[str, Any] = {
        "title": "Query the graph with Cypher",
        "section": "/graph",
        "entered": query,
        "most_characters": _MOST_CHARACTERS,
        "examples": [
            (title, text, address_of(url_for("cypher.run_query"), query=text))
            for title, text in examples(site.catalogue.registry)
        ],
        "nodes": schema.nodes,
        "relationships": schema.relationships,
    }
    if not query:
        return render_template("cypher.html", **shown)
    waiting = Budget(TIME_LIMIT_DEFAULT)
    try:
        found = run_cypher(
            site.catalogue, query, seconds=TIME_LIMIT_DEFAULT, budget=waiting, rows=_ROWS, computing=_computing
        )
    except Fault as fault:
        return render_template("cypher.html", **shown, fault=fault.message)
    except (EngineMissing, EngineError, ProjectionBusy) as error:
        return render_template("cypher.html", **shown, fault=f"{error}.")
    rows = [[_cell(value) for value in row] for row in found.rows]
    return render_template("cypher.html", **shown, found=found, rows=rows, **_map_of(site.catalogue.registry, found))


@contextmanager
def _computing() -> Iterator[None]:
    """Hold a computing slot for a query. Raises Fault if the query reaches its limit of time or memory."""
    with site.search("cypher", TIME_LIMIT_DEFAULT, "ludex graph cypher"):
        try:
            yield
        except BudgetExhausted as exhausted:
            if exhausted.reason == "cancelled":
                raise
            message = f"The query exceeds its limit of {exhausted.reason}. Use a query that examines less."
            raise Fault(message, ("query",)) from None


def examples(registry: Registry) -> Iterator[tuple[str, str]]:
    """Yield examples of queries about the kinds and relations of the installed games. Each example has a title."""
    yield (
        "Objects of each kind",
        "MATCH (n)\nRETURN label(n) AS kind, count(*) AS objects\nORDER BY objects DESC",
    )
    joined = next((relation for relation in registry.relations if relation.column is not None), None)
    if joined is not None:
        source, target = node_name(joined.sources[0]), node_name(joined.targets[0])
        link = f"(a:{source})-[r:{joined.name.replace('-', '_').upper()}]->(b:{target})"
        yield f"Links by {words(joined.name)}, as a map", f"MATCH {link}\nRETURN a, r, b\nLIMIT 30"
        yield (
            f"Where most links by {words(joined.name)} lead",
            f"MATCH {link}\nRETURN b.label, count(*) AS links\nORDER BY links DESC\nLIMIT 10",
        )
    mutual = [relation for relation in registry.relations if relation.mutual and len(relation.sources) == 1]
    for relation in mutual[-1:]:
        table, name = node_name(relation.sources[0]), relation.name.replace("-", "_").upper()
        yield (
            f"Paths by {words(relation.name)}",
            f"MATCH p = (a:{table})-[:{name}*1..2]->(b:{table})\nWHERE a.id < b.id\nRETURN p\nLIMIT 10",
        )
    if registry.statements:
        yield (
            "Proved claims by statement",
            f"MATCH (c:{CLAIM})-[:ABOUT]->(n)\nWHERE c.proved\nRETURN c.statement, count(*) AS claims\n"
            "ORDER BY claims DESC",
        )


@dataclass(frozen=True, slots=True)
class _Cell:
    """A value in the table. It consists of the text and, if the value is an object, of the object's address."""

    text: str
    address: str = ""


def _cell(value: Any) -> _Cell:  # noqa: ANN401 - JSON
    if isinstance(value, dict) and "properties" in value and isinstance(value.get("label"), str):
        label = value["label"]
        return _Cell(label, "" if value.get("table") == CLAIM else object_address(label))
    if isinstance(value, dict) and {"source", "target"} <= value.keys():
        return _Cell(f"{value['source']} {value.get('table')} {value['target']}")
    if value is None or isinstance(value, str):
        return _Cell(value or "")
    return _Cell(json.dumps(value, ensure_ascii=False))


@dataclass(slots=True)
class _Graph:
    """The nodes and the relationships in a result.

    The nodes are given by the table of each label.
    """

    nodes: dict[str, str] = field(default_factory=dict)
    links: dict[tuple[str, str, str], None] = field(default_factory=dict)

    def add(self, value: Any) -> None:  # noqa: ANN401 - JSON
        """Add the nodes and relationships in a value."""
        if isinstance(value, list):
            for item in value:
                self.add(item)
        elif isinstance(value, dict) and isinstance(value.get("table"), str):
            if isinstance(value.get("label"), str):
                self.nodes.setdefault(value["label"], value["table"])
            elif isinstance(value.get("source"), str) and isinstance(value.get("target"), str):
                self.links[value["source"], value["table"], value["target"]] = None
        elif isinstance(value, dict):
            for item in value.values():
                self.add(item)


def _map_of(registry: Registry, found: QueryResult) -> dict[str, Any]:
    """Return the map of the objects in a result. If there are no objects, return an empty dictionary."""
    graph = _Graph()
    graph.add(found.rows)
    tables = {table.name: table for table in schema_of(registry).nodes}
    for label in (end for source, _, target in graph.links for end in (source, target)):
        kind = registry.labelled(label)
        graph.nodes.setdefault(label, CLAIM if kind is None else node_name(kind.name))
    shown = {label: table for label, table in list(graph.nodes.items())[:MOST_SHOWN] if table in tables}
    if not shown:
        return {}
    links = [link for link in graph.links if link[0] in shown and link[2] in shown]
    colours = colours_of(shown.values())
    marks = {label: _mark(registry, label, tables[table], colours[table]) for label, table in shown.items()}
    ends = tuple(dict.fromkeys((source, target) for source, _, target in links))
    side = 320.0 + 46.0 * len(shown) ** 0.5
    places = fit_into_square(layout(tuple(shown), ends), side, 76)
    about = f"{len(shown)} objects and {len(links)} links."
    names = len(shown) <= _MOST_NAMES
    drawn = svg_map(marks, places, _named(links), (side + 152, side + 152), "Objects of the result", about, names=names)
    legend = [(colour, _words_of(tables[table])) for table, colour in colours.items()]
    return {"map_svg": drawn, "legend_kinds": legend, "objects": len(shown), "left_out": len(graph.nodes) - len(shown)}


def _named(links: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    return [(source, target, words(table.lower())) for source, table, target in links]


def _mark(registry: Registry, label: str, table: NodeTable, colour: str) -> Mark:
    if table.kind is None:
        return Mark(label, f"claim {label}", "", colour, "")
    if registry.labelled(label) is None:
        return Mark(short(label, table.kind.name), label, object_address(label), colour, "")
    return mark_of(registry, label, table.kind.name, colour, pictured=False)


def _words_of(table: NodeTable) -> str:
    return "claim" if table.kind is None else words(table.kind.noun)
