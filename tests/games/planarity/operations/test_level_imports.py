"""Import of drawings, one a line, with a report of each."""

import json
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store_many
from ludex.catalogue.transfer.imports.objects import import_objects
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, LineOutcome, LineReport
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.level import ImportedDrawing
from ludex.games.planarity.operations.level_imports import level_solver
from ludex.games.planarity.operations.levels import identify_level
from ludex.games.planarity.requests.levels import LEVELS
from ludex.games.planarity.untangle import read_untangle
from ludex.requests.session import Session
from ludex.requests.text_input import names_of_line
from tests.games.planarity.sample_drawings import mapped, sample_drawing, shuffled
from tests.games.planarity.sample_levels import every_level, level_of

CROSSED_PATH = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))


read = partial(LEVELS.read, context=Session(None))  # no line names what is stored


def import_drawings(catalogue, lines, read=read, **options):
    """The reports of lines of drawings."""
    options = ImportOptions(**options)
    batches = import_objects(catalogue, lines, options, LEVEL, read, level_solver(options.source), names_of_line)
    return [report for batch in batches for report in batch]


def line(drawing):
    return json.dumps({"points": drawing.points, "edges": drawing.edges})


def test_each_line_is_new_a_duplicate_or_refused(catalogue):
    other = mapped(shuffled(Random(1), CROSSED_PATH), (-1, 0, 0, 1))
    lines = [line(CROSSED_PATH), "", line(other).encode(), "{}", line(Drawing(((0, 0), (1, 0)), ((0, 1),)))]
    first, duplicate, refused, last = import_drawings(catalogue, lines, read)
    label = identify_level(CROSSED_PATH).label
    assert first == LineReport(1, LineOutcome.NEW, label)
    assert (duplicate.line, duplicate.outcome, duplicate.label) == (3, LineOutcome.DUPLICATE, label)
    matching = duplicate.duplicate_of.matching
    moved = {frozenset((matching[u], matching[v])) for u, v in other.edges}
    assert moved == {frozenset(edge) for edge in CROSSED_PATH.edges}
    assert (refused.line, refused.outcome) == (4, LineOutcome.REFUSED)
    assert (last.line, last.outcome) == (5, LineOutcome.NEW)
    assert [(level.document.min_swaps, level.document.source) for level in every_level(catalogue)] == [
        (1, "import"),
        (0, "import"),
    ]
    again = list(import_drawings(catalogue, lines, read))
    assert [one.outcome for one in again if one.outcome != LineOutcome.REFUSED] == [LineOutcome.DUPLICATE] * 3


def test_the_own_name_and_id_of_a_line_are_reported_and_kept(catalogue):
    drawn = json.loads(line(CROSSED_PATH))
    lines = [
        json.dumps({"id": 7, "name": "Zig", **drawn}),
        json.dumps({"id": "b-1", "drawing": drawn}),
        "4:0-1,1-2\tmine",
        json.dumps({"name": 3, **drawn}),
    ]
    first, again, of_text, wrong = import_drawings(catalogue, lines, read)
    assert [(one.name, one.id) for one in (first, again, of_text)] == [("Zig", 7), (None, "b-1"), ("mine", None)]
    assert (again.outcome, wrong.outcome) == (LineOutcome.DUPLICATE, LineOutcome.REFUSED)
    assert wrong.reason.startswith("name: ")
    assert [level.document.provenance for level in every_level(catalogue)] == [
        {"source": "import", "name": "Zig", "id": 7},
        {"source": "import", "name": "mine"},
    ]
    assert verify(catalogue).sound


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x!", "not a drawing"), ("[]", "not a drawing"), ("{}", "points are missing"),
     ('{"points": [[0, 0]], "edges": [], "colour": 1}', "colour: unknown field"),
     ('{"points": 3, "edges": []}', "points: "), ('{"points": [[0, 0], 3], "edges": []}', "points/1: "),
     ('{"points": [[0, true]], "edges": []}', "points/0"), ('{"points": [[0, "1"]], "edges": []}', "points/0"),
     ('{"points": [[0, NaN]], "edges": []}', "NaN, which is not a number"),
     ('{"points": [[0, 1e999]], "edges": []}', "too large"),
     ('{"points": [[0, 0], [1, 1]], "edges": [[0, 1.5]]}', "edges/0/1"),
     ('{"points": [[0, 0], [1, 1]], "edges": [[0, 2]]}', "vertex 2 does not exist"),
     ('{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}', "on a line"),
     ('{"points": [[0, 0], [0, 0]], "edges": []}', "are the same"),
     ('{"points": [[0, ' + "9" * 5000 + ']], "edges": []}', "digits"),
     (b"\xff\xfe", "column 1: the byte 0xFF is not UTF-8"), ("[" * 100_000, "nested"),
     (json.dumps({"points": [[i, i * i] for i in range(10_000)], "edges": []}), "10000 points")],
)  # fmt: skip
def test_a_refused_line_says_why_and_changes_nothing(catalogue, text, reason):
    [report] = import_drawings(catalogue, [text], read)
    assert (report.outcome, report.label, report.duplicate_of) == (LineOutcome.REFUSED, None, None)
    assert reason in report.reason
    assert len(report.reason) <= 500
    assert every_level(catalogue) == []


def test_many_lines_are_imported_in_batches_with_progress(catalogue):
    rng = Random(6)
    drawings = [sample_drawing(rng, 5) for _ in range(50)]
    seen = []
    budget = Budget(progress=lambda progress: seen.append(progress.done))
    reports = list(import_drawings(catalogue, map(line, drawings), read, budget=budget))
    assert [report.line for report in reports] == list(range(1, 51))
    assert [report.label for report in reports] == [identify_level(drawing).label for drawing in drawings]
    assert {level.label for level in every_level(catalogue)} == {report.label for report in reports}
    assert sum(report.outcome is LineOutcome.NEW for report in reports) == len(every_level(catalogue))
    assert seen == [20, 40, 50]


def test_another_form_of_line_is_read_by_its_own_reader(catalogue):
    texts = ["4:0-1,2-3", "4:3-2,1-0", "4:0-0", "nonsense"]
    reports = list(
        import_drawings(catalogue, texts, lambda text: ImportedDrawing(read_untangle(text)), source="untangle")
    )
    assert [report.outcome for report in reports] == [
        LineOutcome.NEW, LineOutcome.DUPLICATE, LineOutcome.REFUSED, LineOutcome.REFUSED,
    ]  # fmt: skip
    assert "joins vertex 0 to itself" in reports[2].reason


def test_a_drawing_that_is_not_solved_in_its_time_is_stored_without_a_proof(catalogue):
    cycle = Drawing(
        tuple((i, i * i) for i in (0, 1, 2, 5, 4, 3, 8, 7, 6, 9, 11, 10)), tuple((i, (i + 1) % 12) for i in range(12))
    )
    [report] = import_drawings(catalogue, [line(cycle)], read, seconds=0.0)
    [level] = every_level(catalogue)
    assert not level.document.proved
    missing = "solution" if level.document.min_swaps is None else "proof of the minimum"
    assert (report.outcome, report.lacks) == (LineOutcome.NEW, missing)
    [again] = import_drawings(catalogue, [line(cycle)], read, dry_run=True)
    assert (again.outcome, again.lacks) == (LineOutcome.DUPLICATE, missing)


def test_a_level_with_a_proof_and_no_grade_lacks_its_grade(catalogue):
    level = replace(level_of(CROSSED_PATH), difficulty=None)
    with catalogue.writing() as writer:
        store_many(writer, [prepare(LEVEL, level)])
    [known] = import_drawings(catalogue, [line(CROSSED_PATH)], dry_run=True)
    assert known.lacks == "grade"
    [graded] = import_drawings(catalogue, [line(CROSSED_PATH)])
    assert graded.lacks is None and every_level(catalogue)[0].grade is not None


def test_a_stored_level_without_a_proof_is_solved_when_it_is_imported_again(catalogue):
    claimed = json.dumps({"points": CROSSED_PATH.points, "edges": CROSSED_PATH.edges, "swaps": [[1, 2]]})
    [[first]] = LEVELS.with_solutions()(catalogue, [claimed], ImportOptions())
    [stored] = every_level(catalogue)
    assert (first.outcome, stored.document.proved, stored.level.difficulty) == (LineOutcome.NEW, False, None)
    other = mapped(shuffled(Random(1), CROSSED_PATH), (-1, 0, 0, 1))
    lines = [line(other), line(CROSSED_PATH)]
    assert [one.outcome for one in import_drawings(catalogue, lines, dry_run=True)] == [LineOutcome.DUPLICATE] * 2
    assert not every_level(catalogue)[0].document.proved
    again = import_drawings(catalogue, lines)
    assert [(one.outcome, one.label, one.lacks) for one in again] == [(LineOutcome.DUPLICATE, first.label, None)] * 2
    matching = again[0].duplicate_of.matching
    moved = {frozenset((matching[u], matching[v])) for u, v in other.edges}
    assert moved == {frozenset(edge) for edge in CROSSED_PATH.edges}
    [better] = every_level(catalogue)
    assert (better.document.min_swaps, better.document.proved, better.drawing) == (1, True, CROSSED_PATH)
    assert better.grade is not None and better.document.provenance["claimed"] is True
    assert verify(catalogue).sound


def test_swaps_of_a_line_are_kept_if_the_search_finds_nothing_better() -> None:
    drawing = read_untangle("4:0-1,1-3,2-3,0-2")
    imported = ImportedDrawing(drawing, swaps=((0, 1),))
    exhausted = Budget(0.0)
    level = level_solver("import").solve(imported, exhausted)
    assert (level.solution.min_swaps, level.solution.proved, level.solution.swaps) == (1, False, ((0, 1),))
    solved = level_solver("import").solve(ImportedDrawing(drawing, swaps=((0, 1), (0, 1), (0, 1))), Budget(10.0))
    assert (solved.solution.min_swaps, solved.solution.proved) == (1, True)
