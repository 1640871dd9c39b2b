"""The query language: random queries select what a reading of the documents selects, and errors name their place."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.columns import cache
from ludex.catalogue.lists.filters import CREATED, ListingError
from ludex.catalogue.lists.joins import conditions
from ludex.catalogue.lists.language import GRAMMAR, plain_filters
from ludex.catalogue.lists.listing import cached_list, count, facets, page, selectable_of, stream
from ludex.catalogue.objects.links import neighbours
from ludex.games.kinds import GAMES
from tests.oracles.query_language import matches, random_query, written
from tests.trials import examples

KINDS = (
    "planarity-level",
    "planarity-graph",
    "planarity-census-class",
    "planarity-order-type",
    "planarity-pack",
    "set-position",
    "swish-position",
    "set-cap",
    "swish-board",
)
QUERIES = 2_000


@pytest.fixture(scope="module")
def catalogue(starting_address: str) -> Iterator[Catalogue]:
    """Give a starting catalogue."""
    opened = Catalogue(starting_address, GAMES)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def documents(catalogue: Catalogue) -> dict[str, dict[int, dict[str, Any]]]:
    """Give the flat documents of the objects of each kind, by id, with the facts of the objects that they link to."""
    with catalogue.reading() as reader:
        read = {
            kind.name: [(view.id, json.loads(view.text())) for view in stream(reader, kind, {})]
            for kind in catalogue.registry.kinds
        }
        packs: dict[int, set[str]] = {}
        for pack, members in read["planarity-pack"]:
            for link in neighbours(reader, pack, "has-level", limit=1000):
                packs.setdefault(link.id, set()).update((members["label"], members["slugs"][0]))
    facts = {
        name: {members["label"]: flat(catalogue, name, members) for _, members in objects}
        for name, objects in read.items()
    }
    found: dict[str, dict[int, dict[str, Any]]] = {}
    for name in KINDS:
        found[name] = {}
        for node, members in read[name]:
            row = dict(facts[name][members["label"]])
            for link, kind in (("graph", "planarity-graph"), ("order_type", "planarity-order-type")):
                if link in members and name in ("planarity-level", "planarity-census-class"):
                    row = {**facts[kind][members[link]], **row, link: frozenset((members[link],))}
            if name == "planarity-level":
                row["pack"] = frozenset(packs.get(node, ()))
            found[name][node] = row
    return found


def flat(catalogue: Catalogue, kind: str, members: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a document by name."""
    values = {}
    for fact in catalogue.registry.kind[kind].facts:
        value = fact.within(members)
        values[fact.name] = ",".join(map(str, value)) if isinstance(value, list) else value
    return values


@pytest.mark.parametrize("name", KINDS)
def test_random_queries_select_what_a_reading_of_the_documents_selects(
    catalogue: Catalogue, documents: dict[str, dict[int, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(cache, "MIN_OBJECTS", 0)
    numbers, rows = Random(name), documents[name]
    kind, registry = catalogue.registry.kind[name], catalogue.registry
    with catalogue.reading() as reader:
        selectable = selectable_of(reader.registry, kind)
        for _ in range(examples(-(-QUERIES // len(KINDS)))):
            query = random_query(numbers, list(rows.values()))
            filters = {"where": written(query, numbers)}
            expected = sorted(node for node, row in rows.items() if matches(query, row))
            statement = conditions(selectable, select(registry.facts[name].c.node), filters)
            assert sorted(reader.connection.scalars(statement)) == expected, filters
            held = cached_list(reader, kind, filters)
            assert held is not None
            assert [node for part in held.ids(CREATED, False, 500) for node in part] == expected, filters
            assert count(reader, kind, filters).count == len(expected)


def listed(catalogue: Catalogue, kind: str, query: str, **filters: object) -> list[str]:
    with catalogue.reading() as reader:
        found = page(reader, catalogue.registry.kind[kind], {"where": query, **filters}, limit=1000)
    return [view.label for view in found.items]


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("swaps:4", "min_swaps=4"),
        ("easy", "grade:7..9"),
        ("triangles:0", "-girth:3"),
        ("triangles>0", "girth:3"),
        ("-impossible", "-reachable:false"),
        ("solvable", "reachable:yes"),
        ("vertices:8,10..11", "vertices:8 or vertices:10 or vertices:11"),
        ("min_crossings:5 max_crossings:7", "crossings:5..7"),
        ("kind:level vertices:8", "vertices:8"),
        ("levels vertices:8", "vertices:8"),
        ("level and vertices:8 and not bipartite", "vertices:8 -bipartite"),
        ("-kind:graph vertices:8", "vertices:8"),
        ("vertices:8 edges:10 or vertices:9", "(vertices:8 edges:10) or (vertices:9)"),
        ("--connected vertices:8", "connected vertices:8"),
        ("-(bipartite or girth:3)", "-bipartite -girth:3"),
        ("graph:K_{3,3} or vertices:8", 'graph:"k 3 3" or vertices:8'),
    ],
)
def test_two_ways_to_write_a_query(catalogue: Catalogue, query: str, same: str) -> None:
    assert listed(catalogue, "planarity-level", query) == listed(catalogue, "planarity-level", same) != []


def test_no_object_is_of_another_kind(catalogue: Catalogue) -> None:
    assert listed(catalogue, "planarity-level", "kind:graph") == []


def test_a_query_is_combined_with_the_filters(catalogue: Catalogue) -> None:
    both = listed(catalogue, "planarity-level", "vertices:8 or vertices:9", min_swaps=3)
    assert both == listed(catalogue, "planarity-level", "(vertices:8 or vertices:9) swaps:3") != []


def test_a_query_states_the_order_of_the_list(catalogue: Catalogue) -> None:
    kind = catalogue.registry.kind["planarity-level"]
    with catalogue.reading() as reader:
        expected = [view.label for view in page(reader, kind, {}, "grade", descending=True).items]
        assert [view.label for view in page(reader, kind, {"where": "sort:-difficulty"}).items] == expected
        streamed = stream(reader, kind, {"where": "sort:-grade"})
        assert [next(streamed).label for _ in expected] == expected
        own = [view.label for view in page(reader, kind, {"where": "sort:-grade"}, "edges").items]
        assert own == [view.label for view in page(reader, kind, {}, "edges").items]


def test_facets_and_counts_accept_a_query(catalogue: Catalogue) -> None:
    kind = catalogue.registry.kind["planarity-level"]
    with catalogue.reading() as reader:
        counted = count(reader, kind, {"where": "swaps:2 or swaps:3"}).count
        [by_swaps] = facets(reader, kind, {"where": "swaps:2 or swaps:3"}, ["min_swaps"]).values()
    assert {value.value for value in by_swaps} == {2, 3}
    assert sum(value.count for value in by_swaps) == counted


@pytest.mark.parametrize(
    ("query", "position", "hint"),
    [
        ("plannar", 1, "'planar'"),
        ("vertices:5 swapz:3", 12, "'swaps'"),
        ("boss:tag", 1, "unknown name 'boss'"),
        ("swaps:-1", 1, "'-1' is not a whole number"),
        ("swaps:3.5", 1, "'3.5' is not a whole number"),
        ("swaps>1e3", 1, "'1e3' is not a whole number"),
        ("swaps:5..3", 1, "smaller number first"),
        ("vertices:none", 1, "'none' is not a whole number"),
        ("vertices", 1, "vertices:VALUE"),
        ("(planar", 8, "ends too early"),
        ("planar)", 7, "')'"),
        ("planar or", 10, "ends too early"),
        ("or planar", 1, "'or'"),
        ("planar:maybe", 1, "true or false"),
        ("planar>3", 1, "true or false"),
        ("source>a", 1, "use ':'"),
        ("easy:5", 1, "no values"),
        ("-sort:grade", 2, "top level"),
        ("planar or sort:grade", 11, "top level"),
        ("(planar sort:grade)", 9, "top level"),
        ("planar sort:edges or (planar sort:grade)", 30, "top level"),
        ("sort:grade sort:edges", 12, "only one"),
        ("planar sort:grade or bipartite sort:edges", 32, "only one"),
        ("sort:bipartite", 1, "cannot sort"),
        ("kind:lvels", 1, "'levels'"),
        ("graph:petersn", 1, "'petersen'"),
        ('"two words"', 1, "NAME:TEXT"),
        ('title:"open', 7, "'\"'"),
        ("planar " * 200, 1001, "1,000 characters"),
        ("swaps:" + "9" * 61, 1, "too large"),
        ("edges:9999999999999999999", 1, "too large"),
        ("swaps:²", 1, "not a whole number"),
        ("-(a or " * 30 + "planar" + ")" * 30, 1, "nested"),
    ],
)
def test_an_error_names_the_place_and_the_remedy(catalogue: Catalogue, query: str, position: int, hint: str) -> None:
    with pytest.raises(ListingError) as raised:
        listed(catalogue, "planarity-level", query.replace("a or", "planar or"))
    assert raised.value.name == "where"
    assert raised.value.message.startswith(f"character {position}: ")
    assert hint in raised.value.message


@pytest.mark.parametrize(
    ("query", "filters"),
    [
        ("planar vertices:7 triangles:0", {"planar": True, "vertices": 7, "girth": "4..,none"}),
        ("swaps:3..5 -bipartite kind:level sort:-grade", {"min_swaps": "3..5", "bipartite": False}),
        ("crossings>3 edges<9", {"crossings": "4..", "edges": "..8"}),
        ("cubic disconnected", {"min_degree": 3, "max_degree": 3, "connected": False}),
        ("", {}),
        ("planar or bipartite", None),
        ("-vertices:5", None),
        ("-reachable", None),
        ("vertices:5 vertices:6", None),
        ("girth:none", None),
        ("vertices:5,6", None),
        ("vertices>=3 or girth:none", None),
        ("girth>=4 or girth:none", None),
        ("edges:12 (vertices>=8 vertices<=9)", {"edges": 12, "vertices": "8..9"}),
    ],
)
def test_a_conjunction_is_also_written_as_filters(catalogue: Catalogue, query: str, filters: object) -> None:
    selectable = selectable_of(catalogue.registry, catalogue.registry.kind["planarity-level"])
    found = plain_filters(selectable, query)
    assert found == filters
    if found:
        with catalogue.reading() as reader:
            assert count(reader, selectable.kind, found) == count(reader, selectable.kind, {"where": query})


def test_the_documentation_shows_the_grammar() -> None:
    from ludex.version import shipped

    folder = shipped("documentation")
    assert folder is not None
    assert GRAMMAR.strip() in (folder / "reference" / "query-language.md").read_text(encoding="utf-8")
