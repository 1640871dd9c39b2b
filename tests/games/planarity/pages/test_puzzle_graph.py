"""The puzzle graph agrees with a census by other code, and its maps show rows of distances."""

import re
from xml.etree import ElementTree

import networkx
import pytest
from flask.testing import FlaskClient

from ludex.games.planarity.pages.puzzle_graph import STORED, puzzles_by_graph


def test_the_puzzle_graph_has_every_class_in_the_row_of_its_distance(visitor: FlaskClient) -> None:
    catalogue = visitor.application.extensions["ludex"].catalogue
    with catalogue.reading() as reader:
        every = {n: puzzles_by_graph(catalogue, reader, n) for n in STORED}
        assert puzzles_by_graph(catalogue, reader, 4) is every[4]
    # 15 and 598 classes, 28 of them never plane, largest minima 1 and 3: a census by other code.
    assert [sum(len(family.puzzles) for family in found) for found in every.values()] == [15, 598]
    assert [max(family.farthest for family in found) for found in every.values()] == [1, 3]
    assert sum(family.count(None) for family in every[5]) == 28
    for family in (*every[4], *every[5]):
        assert len(set(family.places.values())) == len(family.puzzles)
        graph = networkx.Graph(list(family.links))
        graph.add_nodes_from(puzzle.label for puzzle in family.puzzles)
        plane = {puzzle.label for puzzle in family.puzzles if puzzle.distance == 0}
        reached = networkx.multi_source_dijkstra_path_length(graph, plane) if plane else {}
        assert {puzzle.label: puzzle.distance for puzzle in family.puzzles if puzzle.distance is not None} == reached


def test_the_pages_count_the_puzzles_and_lead_from_graph_to_graph(visitor: FlaskClient) -> None:
    text = " ".join(visitor.get("/graph/puzzles").text.split())
    counts = [
        dict(re.findall(r"([^:;.]+): (\d+)", part)) for part in re.findall(r"swap apart\. (.*?)The hardest", text)
    ]
    names = ["Solved", "1 swap", "2 swaps", "3 swaps", "Impossible"]
    assert [[name.strip() for name in part] for part in counts] == [["Solved", "1 swap", "Impossible"], names]
    assert [sum(map(int, part.values())) for part in counts] == [15, 598]
    assert list(counts[1].values())[-1] == "28"
    cards = re.findall(r'href="(/graph/puzzles/[^"]+)"', text)
    following = cards[:1]
    while more := re.search(r'rel="next" href="([^"]+)"', page := visitor.get(following[-1]).text):
        assert (f'rel="prev" href="{following[-2]}"' in page) if len(following) > 1 else 'rel="prev"' not in page
        following.append(more[1])
    assert following == cards


def test_a_map_has_a_mark_for_each_class_and_solved_classes_need_no_path(visitor: FlaskClient) -> None:
    catalogue = visitor.application.extensions["ludex"].catalogue
    with catalogue.reading() as reader:
        family = max(puzzles_by_graph(catalogue, reader, 5), key=lambda family: family.farthest)
    page = visitor.get(f"/graph/puzzles/{family.graph}").text
    solvable = {puzzle.label for puzzle in family.puzzles if puzzle.distance}
    assert set(re.findall(r'aria-label="Solve ([^"]+)"', page)) == solvable
    names = {0: "solved", 1: "1 swap", 2: "2 swaps", 3: "3 swaps", None: "impossible"}
    described = {f"{names[puzzle.distance]}: class {puzzle.label}": puzzle.label for puzzle in family.puzzles}
    svg = ElementTree.fromstring(re.search(r"<svg.*?</svg>", page, re.DOTALL)[0])
    marks = [part for part in svg.iter() if part.get("class") == "walk"]
    assert {mark.get("aria-label") for mark in marks} == described.keys()
    colours = {}
    for mark in marks:
        label = described[mark.get("aria-label")]
        across, row = family.places[label]
        assert (float(mark.get("data-x")), float(mark.get("data-y"))) == pytest.approx(
            (96 + 30 * across, 44 + 84 * row), abs=0.1
        )
        assert mark.get("href").endswith(label)
        colours.setdefault(mark.get("aria-label").partition(":")[0], set()).update(
            part.get("fill") for part in mark.iter() if part.get("r")
        )
    assert all(len(of_row) == 1 for of_row in colours.values())
    assert len(set.union(*colours.values())) == len(colours) >= 4
    left, top, wide, high = map(float, svg.get("viewBox").split())
    places = [(float(mark.get("data-x")), float(mark.get("data-y"))) for mark in marks]
    assert (left, top) == (0, 0)
    assert (wide, high) == pytest.approx((max(x for x, _ in places) + 40, max(y for _, y in places) + 44), abs=0.1)


def test_a_graph_that_no_class_draws_has_no_puzzles(visitor: FlaskClient) -> None:
    assert visitor.get("/graph/puzzles/planarity-graph-3-2-nothing").status_code == 404
