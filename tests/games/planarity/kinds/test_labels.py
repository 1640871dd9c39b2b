"""Labels of Swap Planarity: made once of golden keys, and the same for ever."""

import json
from pathlib import Path

import pytest

from ludex.catalogue.kinds.kind import identify_value
from ludex.catalogue.kinds.pack import PackSummary
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.kinds import CENSUS_CLASS, GRAPH, LEVEL, ORDER_TYPE, PACK, X_TYPE
from ludex.games.planarity.level import Level
from ludex.games.planarity.solving.solution import Solution, SolutionCounts
from ludex.games.planarity.study.census import CensusClass

DATA = Path(__file__).parents[3] / "data"
UNSOLVED = Solution(0, None, False, (), None, None, 0, "")


def pairs(listed):
    return tuple((u, v) for u, v in listed)


def level(golden):
    return Level(Drawing(pairs(golden["points"]), pairs(golden["edges"])), UNSOLVED, None, {"source": "test"})


def graph(golden):
    return Graph(golden["vertices"], pairs(golden["edges"]))


def points(golden):
    return pairs(golden["points"])


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (LEVEL, "levels", level),
        (GRAPH, "graphs", graph),
        (ORDER_TYPE, "order-types", points),
        (X_TYPE, "x-types", points),
    ],
    ids=["levels", "graphs", "order-types", "x-types"],
)
def test_fifty_golden_objects_of_each_kind_keep_their_keys_and_labels(kind, name, value):
    recorded = json.loads((DATA / f"golden-planarity-{name}.json").read_text())
    assert len({golden["label"] for golden in recorded}) == len(recorded) == 50
    for golden in recorded:
        found = identify_value(kind, value(golden))
        assert (found.label, found.key.hex()) == (golden["label"], golden["key"])


def test_a_class_of_the_census_has_a_key_of_its_own():
    drawing = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    found = identify_value(CENSUS_CLASS, CensusClass(drawing, 1, 1, SolutionCounts(1, 1)))
    assert found.label == "planarity-census-class-4-3-7pobxoeil2ppxpox"
    assert found.key != swap_key(drawing)


def test_the_label_of_a_pack_is_that_of_its_slug():
    one, other = PackSummary("easy", "Easy", "", 3, 1, 5), PackSummary("easy", "Other", "", 0, None, None)
    assert identify_value(PACK, one).label == identify_value(PACK, other).label == "planarity-pack-cgiegrvk7et4kycu"
