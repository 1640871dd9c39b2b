"""Matches of a pattern are the monomorphisms that networkx's VF2 finds in the exported graph."""

import json
from itertools import pairwise

import networkx
import pytest
from networkx.algorithms.isomorphism import MultiDiGraphMatcher
from sqlalchemy import select

from ludex.catalogue.graph import matching as module
from ludex.catalogue.graph.exporting import everything, node_link
from ludex.catalogue.graph.matching import match
from ludex.catalogue.graph.patterns import PatternError, read_pattern
from ludex.catalogue.storage import tables
from ludex.engine.budget import Budget

INVERSE = {"held-by": "holds", "multiset-of": "has-multiset", "has-necklace": "in-box"}
NECKLACE, MULTISET, LETTER, BOX = ({"kind": f"toy-{one}"} for one in ("necklace", "multiset", "letter", "box"))

PATTERNS = {
    "one": ({"a": NECKLACE}, []),
    "facts": ({"a": {**NECKLACE, "where": {"length": [2, 4], "period": {"max": 3}}}}, []),
    "no facts": ({"a": {**NECKLACE, "where": {"length": {"min": 3, "max": 2}}}}, []),
    "lent facts": ({"a": {**NECKLACE, "where": {"different": 1}}}, []),
    "two of one multiset": (
        {"a": NECKLACE, "b": NECKLACE, "m": MULTISET},
        [("a", "has-multiset", "m"), ("m", "multiset-of", "b")],
    ),
    "mirrors": ({"a": NECKLACE, "b": NECKLACE}, [("a", "mirror-of", "b")]),
    "mirrors in a box": (
        {"a": NECKLACE, "b": NECKLACE, "x": BOX, "m": MULTISET},
        [("a", "mirror-of", "b"), ("a", "in-box", "x"), ("a", "has-multiset", "m"), ("b", "has-multiset", "m")],
    ),
    "two share two letters": (
        {
            "p": {**MULTISET, "where": {"different": {"max": 2}}},
            "q": {**MULTISET, "where": {"different": 3}},
            "c": LETTER,
            "d": LETTER,
        },
        [("p", "holds", "c"), ("p", "holds", "d"), ("c", "held-by", "q"), ("q", "holds", "d")],
    ),
    "in a box with others": (
        {
            "a": {**NECKLACE, "where": {"length": {"min": 3}}},
            "x": BOX,
            "b": {**NECKLACE, "where": {"length": {"max": 3}}},
        },
        [("x", "has-necklace", "a"), ("b", "in-box", "x")],
    ),
    "not linked": ({"x": BOX, "y": BOX, "l": LETTER}, []),
    "both ways": ({"a": NECKLACE, "b": NECKLACE}, [("a", "mirror-of", "b"), ("b", "mirror-of", "a")]),
    "itself": ({"a": NECKLACE}, [("a", "mirror-of", "a")]),
    "no such link": ({"a": NECKLACE, "l": LETTER}, [("a", "holds", "l")]),
}


def exported(catalogue):
    with catalogue.reading() as reader:
        graph = networkx.node_link_graph(json.loads("".join(node_link(everything(reader)))), edges="edges")
        label = {row.id: row.label for row in reader.connection.execute(select(tables.node))}
        for kind in catalogue.registry.kinds:
            for row in reader.connection.execute(select(catalogue.registry.facts[kind.name])).mappings():
                graph.nodes[label[row["node"]]].update(row)
        for _, data in graph.nodes(data=True):
            if "multiset" in data:
                data["different"] = graph.nodes[label[data["multiset"]]]["different"]
        return graph


def fits(data, wanted):
    if data["kind"] != wanted["kind"]:
        return False
    for fact, value in wanted.get("where", {}).items():
        if isinstance(value, dict):
            if not value.get("min", -1) <= data[fact] <= value.get("max", 10**9):
                return False
        elif data[fact] not in (value if isinstance(value, list) else [value]):
            return False
    return True


def monomorphisms(graph, nodes, links):
    """All matches as VF2 finds them: parallel links of one relation make one."""
    pattern = networkx.MultiDiGraph()
    pattern.add_nodes_from((name, {"wanted": wanted}) for name, wanted in nodes.items())
    for source, relation, target in links:
        a, b = (target, source) if relation in INVERSE else (source, target)
        pattern.add_edge(a, b, INVERSE.get(relation, relation), relation=INVERSE.get(relation, relation))
    matcher = MultiDiGraphMatcher(
        graph,
        pattern,
        node_match=lambda data, wanted: fits(data, wanted["wanted"]),
        edge_match=lambda there, wanted: (
            {one["relation"] for one in wanted.values()} <= {one["relation"] for one in there.values()}
        ),
    )
    return {tuple(sorted((name, node) for node, name in one.items())) for one in matcher.subgraph_monomorphisms_iter()}


def every_page(reader, pattern, limit, **options):
    after, found = None, []
    while True:
        page = match(reader, pattern, after=after, limit=limit, **options)
        found += [tuple(sorted((name, node.label) for name, node in one.items())) for one in page.items]
        after = page.after
        if after is None:
            assert page.complete
            return found


@pytest.mark.parametrize("name", PATTERNS)
def test_matches_are_those_of_vf2(grown, name):
    nodes, links = PATTERNS[name]
    wanted = monomorphisms(exported(grown), nodes, links)
    with grown.reading() as reader:
        found = every_page(reader, read_pattern(reader, nodes, links), limit=1000)
    assert set(found) == wanted
    assert len(found) == len(wanted)


@pytest.mark.parametrize("pairs", [1, 7, 2000])
@pytest.mark.parametrize("limit", [1, 4])
def test_pages_go_on_where_the_one_before_ended(grown, limit, pairs, monkeypatch):
    monkeypatch.setattr(module, "_PAIRS", pairs)
    monkeypatch.setattr(module, "_ROWS", 3)
    with grown.reading() as reader:
        for name in ("two of one multiset", "mirrors in a box", "facts", "not linked"):
            pattern = read_pattern(reader, *PATTERNS[name])
            whole = every_page(reader, pattern, limit=1000)
            paged = every_page(reader, pattern, limit=limit)
            assert paged == whole


def test_the_end_of_the_time_is_told_and_the_next_page_goes_on(grown, monkeypatch):
    monkeypatch.setattr(module, "_ROWS", 3)
    with grown.reading() as reader:
        pattern = read_pattern(reader, *PATTERNS["two of one multiset"])
        whole = every_page(reader, pattern, limit=1000)
        after, found, cut = None, [], 0
        for _ in range(10_000):
            asked = iter([None] * 6)
            budget = Budget()
            monkeypatch.setattr(Budget, "exhausted", lambda _self, asked=asked: next(asked, "time"))
            page = match(reader, pattern, after=after, limit=50, budget=budget)
            cut += not page.complete
            found += [tuple(sorted((name, node.label) for name, node in one.items())) for one in page.items]
            after = page.after
            if after is None:
                break
    assert cut > 3
    assert found == whole


def test_a_page_that_has_the_last_match_is_the_last(grown):
    with grown.reading() as reader:
        pattern = read_pattern(reader, *PATTERNS["two of one multiset"])
        every = match(reader, pattern, limit=1000).items
        whole, part = (match(reader, pattern, limit=len(every) - less) for less in (0, 1))
    assert (whole.items, whole.after, whole.complete) == (every, None, True)
    assert (part.items, part.after is None, part.complete) == (every[:-1], False, True)


@pytest.mark.parametrize(("order", "row"), [((0,), (1,)), ((0, 0), (1,)), ((0, 1), ()), ((0, 1), (1, 2, 3))])
def test_a_cursor_of_another_pattern_is_refused(grown, order, row):
    with grown.reading() as reader:
        pattern = read_pattern(reader, *PATTERNS["mirrors"])
        with pytest.raises(ValueError, match="does not belong"):
            match(reader, pattern, after=module.Place(order, row))
        assert match(reader, pattern, after=module.Place((1, 0), (10**9,))).items == ()


def test_a_label_says_which_one(grown):
    with grown.reading() as reader:
        nodes, links = PATTERNS["two of one multiset"]
        [first, *_] = every_page(reader, read_pattern(reader, nodes, links), limit=1)
        label = dict(first)["a"]
        found = every_page(reader, read_pattern(reader, nodes | {"a": {**NECKLACE, "label": label}}, links), limit=100)
        assert {dict(one)["a"] for one in found} == {label}
        assert sorted(found) == sorted(
            one for one in every_page(reader, read_pattern(reader, nodes, links), limit=1000) if dict(one)["a"] == label
        )


def test_matches_come_in_one_order(grown):
    with grown.reading() as reader:
        pattern = read_pattern(reader, *PATTERNS["two share two letters"])
        page = match(reader, pattern, limit=1000)
        order = module.Planner(reader, pattern).order()
    rows = [tuple(one[name].id for name in order) for one in page.items]
    assert all(one < other for one, other in pairwise(rows))


@pytest.mark.parametrize(
    ("nodes", "links", "place", "message"),
    [
        ({}, [], ("nodes",), "not 0"),
        ({"a": {"kind": "toy"}}, [], ("nodes", "a", "kind"), "toy-necklace"),
        ({"a": {**NECKLACE, "where": {"colour": 1}}}, [], ("nodes", "a", "where", "colour"), "length"),
        (
            {"a": {**NECKLACE, "where": {"length": "3"}}},
            [],
            ("nodes", "a", "where", "length"),
            "neither a number nor a range",
        ),
        ({"a": {**NECKLACE, "where": {"length": 2**63}}}, [], ("nodes", "a", "where", "length"), "too large"),
        ({"a": {**NECKLACE, "where": {"length": {"most": 3}}}}, [], ("nodes", "a", "where", "length"), "min"),
        ({"a": {**NECKLACE, "where": {"length": []}}}, [], ("nodes", "a", "where", "length"), "0 values"),
        ({"a": {**NECKLACE, "label": "toy-necklace-1"}}, [], ("nodes", "a", "label"), "toy-necklace-1"),
        ({"a": NECKLACE}, [("a", "has-multiset", "b")], ("links", 0, 2), "'b'"),
        ({"a": NECKLACE}, [("a", "sold-with", "a")], ("links", 0, 1), "sold-with"),
    ],
)
def test_what_is_wrong_with_a_pattern_is_named_with_its_place(grown, nodes, links, place, message):
    with grown.reading() as reader, pytest.raises(PatternError, match=message) as raised:
        read_pattern(reader, nodes, links)
    assert raised.value.place == place
