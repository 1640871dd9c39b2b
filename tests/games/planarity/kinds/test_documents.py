"""Export, import and verification of Swap Planarity: what is not so is refused, and found."""

import json
from random import Random

import pytest

from ludex.catalogue import verification
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store, store_many
from ludex.catalogue.transfer.export import claim_line, export_lines
from ludex.catalogue.verification import verify, verify_some
from ludex.engine.budget import Budget
from ludex.games.kinds import GAMES
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.kinds import GRAPH, LEVEL, ORDER_TYPE
from ludex.games.planarity.kinds import PACK as PACK_KIND
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.census import store_census
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.solution import UNKNOWN, UPPER_BOUND, Solution
from ludex.operations.packs import create_pack
from tests.catalogue.importing import import_export
from tests.catalogue.kinds.spoiling import labels
from tests.games.planarity.sample_drawings import sample_points
from tests.games.planarity.sample_levels import every_level, level_of, mixed_drawings, store_drawings
from tests.tampering import spoil

CYCLE = Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), tuple((i, (i + 1) % 6) for i in range(6)))
PLANE = Drawing(tuple((i * 10, i * i) for i in range(7)), ((0, 1), (1, 2)))


def fill(catalogue):
    """Store something of each kind of Swap Planarity."""
    store_drawings(catalogue, *mixed_drawings()[:16])
    graded = [one.label for one in every_level(catalogue) if one.grade is not None]
    unproved = Solution(0, 4, False, ((0, 1), (0, 1), (1, 2), (1, 2)), None, None, 0, UPPER_BOUND)
    point_sets = [prepare(ORDER_TYPE, sample_points(Random(seed), 7)) for seed in range(3)]
    level = prepare(LEVEL, Level(PLANE, unproved, None, {"source": "submitted", "note": None}))
    with catalogue.writing() as writer:
        store_many(writer, point_sets)
        store(writer, level)
    store_census(catalogue, 4)
    create_pack(catalogue, PACK_KIND, "mine", "Mine", graded[:5], solved=True)
    return catalogue


@pytest.fixture
def everything(catalogue):
    return fill(catalogue)


@pytest.fixture(scope="session")
def filled_file(sqlite_template, tmp_path_factory):
    file = tmp_path_factory.mktemp("filled") / "catalogue.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    fill(catalogue)
    catalogue.close()
    return file


@pytest.fixture
def sqlite_everything(filled_file, tmp_path):
    file = tmp_path / "everything.sqlite"
    file.write_bytes(filled_file.read_bytes())
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    yield catalogue
    catalogue.close()


@pytest.fixture
def other(sqlite_template, tmp_path):
    file = tmp_path / "other.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    yield catalogue
    catalogue.close()


def kind_of(line):
    return json.loads(line).get("kind")


def test_an_import_of_an_export_is_the_same_catalogue(everything, other):
    lines = list(export_lines(everything))
    assert {kind_of(line) for line in lines} == {
        None, "planarity-graph", "planarity-x-type", "planarity-order-type", "planarity-level",
        "planarity-census-class", "planarity-pack", "planarity-census",
    }  # fmt: skip
    report = import_export(other, lines)
    assert (report.new, report.duplicates, report.refused) == (len(lines), 0, 0)
    assert list(export_lines(other)) == lines
    again = import_export(other, lines)
    assert (again.new, again.duplicates, again.refused) == (0, len(lines), 0)
    assert verify(other).sound


def test_levels_bring_their_graphs_and_order_types_along(sqlite_everything, other):
    every = [line for line in export_lines(sqlite_everything) if kind_of(line) in (None, "planarity-level")]
    lines = [line for line in every if '"subject":"planarity-census' not in line]
    report = import_export(other, lines)
    assert (report.new, report.refused) == (len(lines), 0)
    assert verify(other).sound
    assert set(export_lines(other)) <= set(export_lines(sqlite_everything))


def lines_of(level, **changes):
    """Return the lines of a level and its claim, the document changed; `a__b` is a field in an object."""
    entry = prepare(LEVEL, level)
    document = json.loads(entry.document.model_dump_json())
    [claim] = entry.claims
    line = json.loads(claim_line(entry.label, claim))
    if "swaps" in changes:
        line["certificate"] = changes.pop("swaps")
    for name, value in changes.items():
        *path, last = name.split("__")
        part = document
        for step in path:
            part = part[step]
        part[last] = value
        if last in ("min_swaps", "proved"):
            line["value" if last == "min_swaps" else last] = value
    return [json.dumps(document), json.dumps(line | {"subject": document["label"]})]


SWAPS = [list(swap) for swap in solve(CYCLE).swaps]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"label": "planarity-level-6-6-aaaaaaaaaaaaaaaa"}, "label"),
        ({"swaps": {"swaps": SWAPS[:2]}}, "the solution has 2 swaps, but min_swaps is 3"),
        ({"swaps": {"swaps": [[0, 1]] * 3}}, "not lead to a plane"),
        ({"swaps": {"swaps": [[0, 3], *SWAPS[1:]]}}, "not an edge"),
        ({"swaps": [1, 2]}, "dictionary"),
        ({"min_swaps": 5, "swaps": {"swaps": [[0, 1], [0, 1], *SWAPS]}}, "min_swaps is 5, but must be 3"),
        ({"proved": False}, "only be counted if the minimum is proved"),
        ({"optimal_solutions__arrangements": 1}, "arrangements is 1"),
        ({"optimal_solutions__sequences": None}, "given together"),
        ({"lower_bound": 4}, "lower_bound is 4"),
        ({"reason": "magic"}, "reason is magic"),
        ({"difficulty__grade": 99}, "the difficulty is"),
        ({"crossings": 9}, "crossings is 9"),
        ({"grid_delta": 9999}, "grid_delta is 9999"),
        ({"graph": "planarity-graph-6-6-aaaaaaaaaaaaaaaa"}, "graph is"),
        ({"source": "elsewhere"}, "source is elsewhere"),
        ({"provenance": {}}, "source"),
        ({"drawing__points": [[0, 0], [1, 1], [2, 2]], "drawing__edges": []}, "on a line"),
        ({"colour": 1}, "colour"),
    ],
)  # fmt: skip
def test_a_wrong_statement_about_a_level_is_refused(catalogue, changes, reason):
    report = import_export(catalogue, lines_of(level_of(CYCLE), **dict(changes)))
    assert report.new == 0
    assert reason in report.lines[0].reason
    assert list(export_lines(catalogue)) == []


@pytest.mark.parametrize(("bound", "fits"), [(0, True), (1, True), (3, True), (4, False)])
def test_a_lower_bound_that_is_not_so_is_refused(catalogue, bound, fits):
    way = ((0, 1), (0, 1), *solve(CYCLE).swaps)
    for swaps, reason in ((way, UPPER_BOUND), ((), UNKNOWN)):
        solution = Solution(1, len(swaps) or None, False, swaps, None, None, bound, reason)
        report = import_export(catalogue, lines_of(Level(CYCLE, solution, None, {"source": "import"})))
        assert (report.refused == 0) == fits
        if not fits:
            assert "the minimum is 3" in report.lines[0].reason


def test_a_proof_that_cannot_be_checked_in_time_is_refused(catalogue):
    refused, *_ = import_export(catalogue, lines_of(level_of(CYCLE)), seconds=0.0).lines
    assert "in time" in refused.reason


POINTS = {"kind": "planarity-order-type", "label": "planarity-order-type-3-3-bgg6glhhmwj3lzsb", "points": 3, "hull": 3,
          "x_type": "planarity-x-type-3-eb3s7yeukj27sbxa", "representative": [[0, 0], [1, 0], [0, 1]]}  # fmt: skip
PACK = {"kind": "planarity-pack", "label": "planarity-pack-aaaaaaaaaaaaaaaa", "slug": "mine", "title": "",
        "description": "", "size": 0, "least_grade": None, "greatest_grade": None}  # fmt: skip


def graph_line(**changes):
    return json.loads(prepare(GRAPH, Graph(3, ((0, 1), (1, 2)))).document.model_dump_json()) | changes


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (POINTS | {"representative": [[0, 0], [1, 1], [2, 2]]}, "on a line"),
        (POINTS | {"label": "planarity-order-type-3-3-aaaaaaaaaaaaaaaa"}, "label"),
        (POINTS | {"x_type": "planarity-x-type-3-aaaaaaaaaaaaaaaa"}, "x_type"),
        (PACK, "label"),
        (PACK | {"slug": "Mine"}, "slug"),
        (PACK | {"title": "\0"}, "character"),
        (graph_line(automorphisms=3), "automorphisms is 3"),
        (graph_line(graph6="Bw"), "graph6 is Bw"),
        (graph_line(edge_list=[[0, 1], [1, 2]]), "edge_list"),
        (graph_line(edge_list=[[0, 1], [1, 0]]), "twice"),
        (graph_line(degrees=[9, 1, 1]), "degrees"),
    ],
)  # fmt: skip
def test_a_wrong_line_of_another_kind_is_refused(catalogue, document, reason):
    report = import_export(catalogue, [json.dumps(document)])
    assert report.new == 0
    assert reason in report.lines[0].reason
    assert list(export_lines(catalogue)) == []


def test_a_class_of_the_census_with_a_wrong_minimum_is_refused(sqlite_everything, other):
    lines = [json.loads(line) for line in export_lines(sqlite_everything) if kind_of(line) == "planarity-census-class"]
    [refused] = import_export(other, [json.dumps(lines[0] | {"min_swaps": 3})]).lines
    assert refused.reason.startswith(f"min_swaps is 3, but must be {lines[0]['min_swaps']}")


def pack_line(catalogue, **changes):
    [line] = [json.loads(line) for line in export_lines(catalogue) if kind_of(line) == "planarity-pack"]
    return json.dumps(line | changes)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"title": "Other"}, "another pack"),
        ({"slugs": ["yours"]}, "cannot have a second slug"),
        ({"links": [{"relation": "has-level", "target": "ungraded"}]}, "without a grade"),
        ({"links": [{"relation": "has-level", "target": "graded", "place": 99}]}, "place 99"),
        ({"links": [{"relation": "in-pack", "target": "graded"}]}, "cannot have a link"),
        ({"links": [{"relation": "has-level", "target": "graded", "detail": 1}]}, "no detail"),
        ({"links": [{"relation": "has-level", "target": "planarity-level-3-3-aaaaaaaaaaaaaaaa"}]}, "label or slug"),
    ],
)
def test_a_wrong_line_of_a_pack_changes_nothing(sqlite_everything, changes, reason):
    labels = {one.grade is not None: one.label for one in every_level(sqlite_everything)}
    named = {"graded": labels[True], "ungraded": labels[False]}
    for link in changes.get("links", ()):
        link["target"] = named.get(link["target"], link["target"])
    before = list(export_lines(sqlite_everything))
    report = import_export(sqlite_everything, [pack_line(sqlite_everything, **changes)])
    assert reason in report.lines[0].reason
    assert list(export_lines(sqlite_everything)) == before


# Of the levels of two swaps: an SQL that spoils their documents.
def spoilt(old, new):
    return (
        f"UPDATE document SET body = replace(body, '{old}', '{new}') "
        "WHERE node IN (SELECT node FROM planarity_level WHERE min_swaps = 2)"
    )


CORRUPTIONS = [
    ("graph", "UPDATE planarity_graph SET planar = NOT planar", "the fact planar"),
    ("graph", "UPDATE node SET label = replace(label, 'graph-', 'graph-9-') WHERE id = "
     "(SELECT max(node) FROM planarity_graph)", "label"),
    ("graph", """UPDATE document SET body = replace(body, '"planar":true', '"planar":false')""", "planar is False"),
    ("x-type", "UPDATE planarity_x_type SET points = 9", "the fact points"),
    ("order-type", "UPDATE planarity_order_type SET x_type = (SELECT min(node) FROM planarity_x_type)", "its x_type"),
    ("order-type", """UPDATE document SET body = replace(body, '"points":5', '"points":6')""", "points is 6"),
    ("level", "UPDATE planarity_level SET crossings = crossings + 1 WHERE min_swaps = 2", "the fact crossings"),
    ("level", "UPDATE planarity_level SET graph = (SELECT min(node) FROM planarity_graph)", "its graph is not"),
    ("level", "UPDATE planarity_level SET order_type = (SELECT min(node) FROM planarity_order_type)", "its order_type"),
    ("level", "UPDATE claim SET certificate = '{\"swaps\":[]}' WHERE "
        "value = '2'", "the solution has 0 swaps, but min_swaps is 2"),
    ("level", "UPDATE claim SET certificate = 'null', value = '0' WHERE value = '2'", "0 swaps"),
    ("level", "UPDATE claim SET lower = NULL WHERE value = '2'", "the claim planarity.minimum-swaps differs from"),
    ("level", "DELETE FROM claim WHERE value IS NULL", "the claim planarity.minimum-swaps is missing"),
    ("level", spoilt('"min_swaps":2', '"min_swaps":1'), "the solution has 2 swaps, but min_swaps is 1"),
    ("level", spoilt('"grade":', '"grade":9'), "the difficulty is"),
    ("level", spoilt('"source":"submitted"', '"source":"elsewhere"'), "the fact source"),
    ("level", "DELETE FROM link WHERE relation = 'has-graph'", "the link has-graph"),
    ("level", "UPDATE link SET detail = '[0]' WHERE relation = 'has-order-type'", "the link has-order-type"),
    ("census-class", "UPDATE planarity_census_class SET min_swaps = 5 WHERE min_swaps = 1", "the fact min_swaps"),
    ("census-class", """UPDATE document SET body = replace(body, '"min_swaps":1', '"min_swaps":4')""",
     "min_swaps is 4"),
    ("pack", "UPDATE link SET place = 77 WHERE relation = 'in-pack'", "place 77"),
    ("pack", """UPDATE document SET body = replace(body, '"size":5', '"size":6')""", "the fact size"),
    ("pack", """UPDATE document SET body = replace(body, '"least_grade":', '"least_grade":9')""", "outside the grades"),
    ("pack", "UPDATE alias SET slug = 'Mine'", "not a valid name"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "corruption", "problem"), CORRUPTIONS)
def test_a_spoilt_cell_is_found_and_named(sqlite_everything, kind, corruption, problem):
    with sqlite_everything.writing() as writer:
        assert spoil(writer.connection, corruption) >= 1
    report = verify_some(sqlite_everything, labels(sqlite_everything, f"planarity-{kind}"))
    assert any(problem in one.problem for one in report.findings), report.findings[:5]


def test_what_is_stored_is_sound(sqlite_everything):
    report = verify(sqlite_everything)
    assert report.sound
    assert report.unchecked == []
    assert report.checked["planarity-census-class"] == 15


def test_minima_that_are_not_proved_again_are_named(sqlite_everything, monkeypatch):
    monkeypatch.setattr(verification, "CHECK_SECONDS", 0.0)
    report = verify(sqlite_everything, Budget())
    assert report.findings == []
    assert report.complete
    assert {one.kind for one in report.unchecked} >= {"planarity-level"}
    assert all("in time" in one.problem for one in report.unchecked)
