import json
from random import Random

import pytest
from ludex.catalogue.documents import Terms
from ludex.catalogue.planarity.census import CENSUS, prepare_class, store_classes
from ludex.catalogue.planarity.levels import LEVELS
from ludex.catalogue.planarity.order_types import ORDER_TYPES, X_TYPES, store_order_types
from ludex.catalogue.planarity.packs import PACKS, create_pack
from ludex.catalogue.planarity.preparing import prepare_level, prepare_points
from ludex.catalogue.planarity.storing_levels import store_level
from ludex.catalogue.verify import verify
from sqlalchemy import text

from ludex.catalogue.database import Database
from ludex.catalogue.starting import fill
from ludex.catalogue.tables import PackLevelRow
from ludex.catalogue.transfer import export_lines, import_lines
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing
from ludex.planarity.solving.minimum_swaps import UPPER_BOUND, Solution
from ludex.planarity.study.census import census
from tests.oracles.untangling import fewest_swaps
from tests.planarity.sample_drawings import sample_points

CYCLE = Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), tuple((i, (i + 1) % 6) for i in range(6)))


@pytest.fixture
def everything(filled, every_level):
    """Give a catalogue with something in each table of Swap Planarity."""
    graded = [level.label for level in every_level(filled) if level.grade is not None]
    classes = [prepare_class(one.drawing, one.min_swaps, one.arrangements, one.sequences) for one in census(4)]
    unproved = Solution(0, 4, False, ((0, 1), (0, 1), (1, 2), (1, 2)), None, None, 0, UPPER_BOUND)
    plane = Drawing(tuple((i * 10, i * i) for i in range(7)), ((0, 1), (1, 2)))
    with filled.writing() as session:
        store_order_types(session, [prepare_points(sample_points(Random(seed), 7)) for seed in range(3)])
        store_classes(session, classes)
        store_level(session, prepare_level(plane, unproved, None, {"source": "submitted", "note": None}))
        create_pack(session, "mine", "Mine", "", graded[:5])
    return filled


@pytest.fixture
def other(sqlite_template, tmp_path):
    file = tmp_path / "other.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{file}")
    yield database
    database.close()


def test_an_import_of_an_export_is_the_same_catalogue(everything, other):
    lines = list(export_lines(everything))
    assert {json.loads(line)["kind"] for line in lines} == {"graph", "order-type", "level", "census-class", "pack"}
    report = import_lines(other, lines)
    assert (report.new, report.duplicates, report.refused) == (len(lines), 0, [])
    assert list(export_lines(other)) == lines
    again = import_lines(other, lines)
    assert (again.new, again.duplicates, again.refused) == (0, len(lines), [])
    assert verify(other).sound


def test_levels_bring_their_graphs_and_order_types_along(everything, other):
    lines = [line for line in export_lines(everything) if json.loads(line)["kind"] in ("level", "census-class")]
    report = import_lines(other, lines)
    assert (report.new, report.refused) == (len(lines), [])
    assert verify(other).sound


def test_the_census_is_a_list_of_its_own(everything):
    with everything.reading() as session:
        stored = CENSUS.page(session, {}, limit=1000).items
        assert len(stored) == 15
        assert CENSUS.count(session, {"tree": True}).count == sum(one.edges == 3 for one in stored)
        for one in stored:
            minimum, ends, sequences = fewest_swaps(one.points, one.edge_list)
            expected = (minimum, ends, sequences) if minimum is not None else (None, None, None)
            assert (one.min_swaps, one.arrangements, one.sequences) == expected
            assert CENSUS.count(session, {"graph": one.graph, "x_type": one.x_type}).count >= 1
        for sort in CENSUS.sort_names:
            assert len(list(CENSUS.stream(session, {}, sort, chunk=4))) == 15
        facet = CENSUS.facets(session, {}, ["min_swaps"])["min_swaps"]
        assert {value.value: value.count for value in facet} == {0: 10, 1: 4, None: 1}


SOLVED = {"min_swaps": 3, "proved": True, "swaps": [[0, 1]]}


def level_line(**changes):
    points, edges = [list(point) for point in CYCLE.points], [list(edge) for edge in CYCLE.edges]
    return {"kind": "level", "points": points, "edges": edges, "proved": False} | changes


def shortest():
    from ludex.planarity.solving.minimum_swaps import solve

    return [list(swap) for swap in solve(CYCLE).swaps]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"label": "level-6-6-aaaaaaaaaaaaaaaa"}, "label"),
        ({"min_swaps": 3, "proved": True}, "come together"),
        ({"min_swaps": 2, "proved": True, "swaps": "shortest"}, "3 swaps for a minimum of 2"),
        ({"min_swaps": 1, "swaps": [[0, 1]]}, "not lead to a plane"),
        ({"min_swaps": 1, "swaps": [[0, 3]]}, "no edge"),
        ({"min_swaps": 5, "proved": True, "swaps": "longer"}, "is 3, not 5"),
        ({"proved": True}, "is 3, not none"),
        ({"arrangements": 1, "sequences": 1}, "only where the minimum is proved"),
        ({"min_swaps": 3, "proved": True, "swaps": "shortest", "arrangements": 1, "sequences": 1}, "arrangements"),
        ({"delta": 9999}, "delta"),
        ({"provenance": {}}, "source"),
        ({"points": [[0, 0], [1, 1], [2, 2]], "edges": []}, "on a line"),
        ({"edges": [[0, 9]]}, "does not exist"),
        ({"points": [[0, 0.5]], "edges": []}, "integer"),
        ({"colour": 1}, "colour"),
        ({"difficulty": {"orders": 1, "crossings_must_rise": False, "steepest_descent": True, "independent_swaps": 1,
                         "grade": 1}}, "without the numbers"),
    ],
)  # fmt: skip
def test_a_wrong_claim_about_a_level_is_refused(sqlite_database, changes, reason):
    swaps = {"shortest": shortest(), "longer": [[0, 1], [0, 1], *shortest()]}
    changed = {name: swaps.get(value, value) if name == "swaps" and isinstance(value, str) else value
               for name, value in changes.items()}  # fmt: skip
    report = import_lines(sqlite_database, [json.dumps(level_line(**changed))])
    assert report.new == 0
    assert reason in report.refused[0].reason
    assert list(export_lines(sqlite_database)) == []


def test_what_is_not_claimed_of_a_proved_level_is_found(database):
    line = json.dumps(level_line(min_swaps=3, proved=True, swaps=shortest()))
    assert import_lines(database, [line]).new == 1
    with database.reading() as session:
        [level] = LEVELS.page(session, {}).items
    assert (level.arrangements, level.sequences) == fewest_swaps(CYCLE.points, CYCLE.edges)[1:]
    assert level.difficulty is not None
    assert level.source == "import"


def test_a_proof_that_cannot_be_checked_in_time_is_refused(sqlite_database):
    line = json.dumps(level_line(min_swaps=3, proved=True, swaps=shortest()))
    [refused] = import_lines(sqlite_database, [line], Terms(seconds=0.0)).refused
    assert "in time" in refused.reason


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"kind": "order-type", "points": [[0, 0], [1, 1], [2, 2]]}, "on a line"),
        ({"kind": "order-type", "points": []}, "0 points"),
        ({"kind": "order-type", "points": [[0, 0], [1, 0], [0, 1]], "label": "ordertype-3-3-aaaaaaaaaaaaaaaa"},
         "label"),
        ({"kind": "order-type", "points": [[0, 0], [1, 0], [0, 1]], "x_type": "xtype-3-aaaaaaaaaaaaaaaa"}, "label"),
        ({"kind": "pack", "slug": "mine", "title": "", "description": "", "levels": ["unknown"]}, "no level"),
        ({"kind": "pack", "slug": "Mine", "title": "", "description": "", "levels": []}, "slug"),
        ({"kind": "census-class", "points": [[0, 0], [2, 2], [2, 0], [0, 2]], "edges": [[0, 1], [1, 2], [2, 3]],
          "min_swaps": 2, "arrangements": 1, "sequences": 1}, "not 2"),
        ({"kind": "graph", "graph6": "Bg", "components": 1, "planar": True, "outerplanar": True, "bipartite": True,
          "automorphisms": 3}, "automorphisms=2"),
        ({"kind": "graph", "graph6": "?", "components": 0, "planar": True, "outerplanar": True, "bipartite": True,
          "automorphisms": 1}, "0 vertices"),
        ({"kind": "graph", "graph6": "\u0001", "components": 0, "planar": True, "outerplanar": True, "bipartite": True,
          "automorphisms": 1}, "graph6"),
    ],
)  # fmt: skip
def test_a_wrong_line_of_another_kind_is_refused(sqlite_database, document, reason):
    report = import_lines(sqlite_database, [json.dumps(document)])
    assert report.new == 0
    assert reason in report.refused[0].reason
    assert list(export_lines(sqlite_database)) == []


CORRUPTIONS = [
    ("graph", "UPDATE graph SET planar = NOT planar WHERE id = 2", "planar"),
    ("graph", "UPDATE graph SET automorphisms = '000299' WHERE id = 2", "automorphisms"),
    ("graph", "UPDATE graph SET graph6 = '' WHERE id = 2", "graph6"),
    ("graph", "UPDATE graph SET label = 'graph-1-0-aaaaaaaaaaaaaaaa' WHERE id = 2", "label"),
    ("x_type", "UPDATE x_type SET points = 9 WHERE id = 1", "points"),
    ("order_type", "UPDATE order_type SET representative = '[[0, 0], [1, 1], [2, 2]]' WHERE id = 4", "on a line"),
    ("order_type", "UPDATE order_type SET x_type_id = 1 WHERE id = 6", "x-type"),
    ("order_type", "UPDATE order_type SET hull = hull + 1 WHERE id = 4", "hull"),
    ("level", "UPDATE level SET crossings = crossings + 1 WHERE min_swaps = 2", "crossings"),
    ("level", "UPDATE level SET delta = delta + 1 WHERE min_swaps = 2", "delta"),
    ("level", "UPDATE level SET graph_id = 1 WHERE min_swaps = 2", "graph"),
    ("level", "UPDATE level SET order_type_id = 1 WHERE min_swaps = 2", "order type"),
    ("level", "UPDATE level SET swaps = '[]' WHERE min_swaps = 2", "0 swaps"),
    ("level", "UPDATE level SET min_swaps = 0, swaps = '[]' WHERE min_swaps = 2", "plane"),
    ("level", "UPDATE level SET grade = 99 WHERE min_swaps = 2", "difficulty"),
    ("level", "UPDATE level SET sequences = '000299' WHERE min_swaps = 2", "sequences"),
    ("level", "UPDATE level SET source = 'elsewhere' WHERE min_swaps = 2", "source"),
    ("level", "UPDATE level SET lower_bound = 9 WHERE NOT proved", "lower_bound"),
    ("census_class", "UPDATE census_class SET min_swaps = 5 WHERE min_swaps = 1", "min_swaps"),
    ("census_class", "UPDATE census_class SET drawing = '{}' WHERE id = 1", "points"),
    ("pack_level", "UPDATE level SET grade = NULL WHERE id IN (SELECT level_id FROM pack_level)", "no grade"),
]


@pytest.mark.parametrize("backend", ["sqlite"])
@pytest.mark.parametrize(("table", "corruption", "problem"), CORRUPTIONS)
def test_a_corrupted_row_is_found_and_named(everything, table, corruption, problem):
    with everything.writing() as session:
        session.execute(text(corruption.replace(":", "\\:")))
    report = verify(everything)
    assert any(problem in finding.problem for finding in report.findings if finding.table == table), report.findings


@pytest.mark.parametrize("backend", ["sqlite"])
def test_minima_that_are_not_proved_again_are_named(everything, monkeypatch):
    from ludex.catalogue.planarity import verification

    monkeypatch.setattr(verification, "CHECK_SECONDS", 0.0)
    report = verify(everything, Budget())
    assert report.findings == []
    assert report.complete
    assert {finding.table for finding in report.unchecked} >= {"level"}
    assert all("not proved again" in finding.problem for finding in report.unchecked)


def test_the_starting_catalogue_holds_proved_levels_in_packs(sqlite_database):
    fill(sqlite_database)
    with sqlite_database.reading() as session:
        levels = LEVELS.page(session, {}, limit=1000).items
        assert len(levels) == 500
        assert all(level.proved and level.starting and 8 <= level.vertices <= 14 for level in levels)
        assert {level.min_swaps for level in levels} == {2, 3, 4, 5, 6}
        packs = {pack.slug: pack for pack in PACKS.page(session, {}).items}
        assert list(packs) == ["easy", "classic", "hard"]
        assert sum(pack.levels for pack in packs.values()) == session.query(PackLevelRow).count() == 500
        assert packs["easy"].greatest_grade <= packs["classic"].least_grade
        assert packs["classic"].greatest_grade <= packs["hard"].least_grade
        # Known numbers: Aichholzer, Aurenhammer and Krasser; Pilz and Welzl; the census.
        assert [ORDER_TYPES.count(session, {"points": n}).count for n in range(3, 8)] == [1, 2, 3, 16, 135]
        assert [X_TYPES.count(session, {"points": n}).count for n in range(3, 7)] == [1, 2, 3, 15]
        assert [CENSUS.count(session, {"vertices": n}).count for n in (4, 5)] == [15, 598]
