"""The puzzle graph agrees with a census by other code."""

import networkx
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


def test_a_graph_that_no_class_draws_has_no_puzzles(visitor: FlaskClient) -> None:
    assert visitor.get("/graph/puzzles/planarity-graph-3-2-nothing").status_code == 404
