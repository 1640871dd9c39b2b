"""Drawings with solutions in bulk: the swaps are done, their number is taken over as it is claimed."""

import json
from random import Random

import pytest

from ludex.catalogue.objects.reading import find, value_of
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.transfer.imports.objects import BULK_BATCH
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, LineOutcome
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget
from ludex.engine.workers import spread
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.making.generation import GenerationParameters, generate
from ludex.games.planarity.operations.level_imports import next_number, scramble_levels
from ludex.games.planarity.operations.levels import identify_level, store_level
from ludex.games.planarity.requests.import_with_solutions import import_with_solutions
from tests.games.planarity.sample_drawings import mapped, shuffled

CROSSED_PATH = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
PATH_SWAPS = [[1, 2]]


def line(drawing, swaps, **more):
    return json.dumps({"points": drawing.points, "edges": drawing.edges, "swaps": swaps, **more})


def imported(catalogue, lines):
    return [one for batch in import_with_solutions(catalogue, lines, ImportOptions()) for one in batch]


def test_each_line_is_new_a_duplicate_or_refused(catalogue):
    other = mapped(shuffled(Random(1), CROSSED_PATH), (-1, 0, 0, 1))
    plane = Drawing(((0, 0), (1, 0)), ((0, 1),))
    solving = next([edge] for edge in other.edges if is_plane(other.swapped(edge)))
    lines = [
        line(CROSSED_PATH, PATH_SWAPS, name="Zig", id=7),
        "",
        line(other, solving).encode(),
        line(CROSSED_PATH, [[0, 1]]),
        line(plane, []),
    ]
    first, again, wrong, last = imported(catalogue, lines)
    label = identify_level(CROSSED_PATH).label
    assert (first.line, first.outcome, first.label, first.name, first.id) == (1, LineOutcome.NEW, label, "Zig", 7)
    assert (again.line, again.outcome, again.label) == (3, LineOutcome.DUPLICATE, label)
    moved = {frozenset((again.duplicate_of.matching[u], again.duplicate_of.matching[v])) for u, v in other.edges}
    assert moved == {frozenset(edge) for edge in CROSSED_PATH.edges}
    assert (wrong.line, wrong.outcome) == (4, LineOutcome.REFUSED)
    assert wrong.reason == "swaps: the swaps do not lead to a plane drawing"
    assert (last.line, last.outcome) == (5, LineOutcome.NEW)
    with catalogue.reading() as reader:
        level = value_of(reader, find(reader, label, LEVEL))
        plane_level = value_of(reader, find(reader, last.label, LEVEL))
    assert (level.solution.min_swaps, level.solution.proved, level.solution.swaps) == (1, False, ((1, 2),))
    assert level.provenance == {"source": "import", "name": "Zig", "id": 7, "claimed": True}
    assert (plane_level.solution.min_swaps, plane_level.solution.proved) == (0, True)
    assert verify(catalogue).sound


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4:0-1,2-3", "give a JSON object"),
        ('{"points": [[0, 0], [1, 0]], "edges": [[0, 1]]}', "no swaps are given"),
        ('{"label": "planarity-level-4-2-aaaaaaaaaaaaaaaa", "swaps": []}', "label: "),
        (line(CROSSED_PATH, [[0, 3]]), "swaps: [0, 3] is not an edge"),
        (line(CROSSED_PATH, [[0, 1, 2]]), "swaps/0: "),
        (line(CROSSED_PATH, PATH_SWAPS, min_swaps=2), "min_swaps: is 2, but there are 1 swaps"),
        (line(CROSSED_PATH, PATH_SWAPS, name=3), "name: "),
        # Seven times the same swap is as one, but no drawing of four vertices needs more than six.
        (line(CROSSED_PATH, PATH_SWAPS * 7), "min_swaps: a solvable drawing with 4 vertices needs at most 6 swaps"),
        ('{"points": [[0, 0], [1, 1], [2, 2]], "edges": [], "swaps": []}', "are on a line"),
        ('{"points": [[0, 0], [1e999, 1]], "edges": [], "swaps": []}', "too large"),
        ('{"points": [], "edges": [], "swaps": []}', "point"),
        ("[" * 100_000, "nested too deeply"),
        ("4:0-1", "JSON object"),
        ("{" + '"a":{' * 100_000, ""),
    ],
)
def test_a_line_that_is_refused_says_why_and_changes_nothing(catalogue, text, reason):
    [refused] = imported(catalogue, [text])
    assert refused.outcome is LineOutcome.REFUSED
    assert reason in refused.reason
    assert list(export_lines(catalogue)) == []


def test_a_decimal_drawing_is_read_as_without_a_solution(catalogue):
    halved = {"points": [[x / 4, y / 4] for x, y in CROSSED_PATH.points], "edges": CROSSED_PATH.edges}
    [one] = imported(catalogue, [json.dumps(halved | {"swaps": PATH_SWAPS, "min_swaps": 1})])
    assert one.label == identify_level(CROSSED_PATH).label


def test_what_was_claimed_is_proved_by_storing_it_again(catalogue):
    detour = [[0, 1], [0, 1], [1, 2]]
    [claimed] = imported(catalogue, [line(CROSSED_PATH, detour)])
    proved = store_level(catalogue, CROSSED_PATH)
    assert (proved.label, proved.document.min_swaps, proved.document.proved) == (claimed.label, 1, True)
    assert verify(catalogue).sound


def test_scrambled_levels_are_the_same_whoever_makes_them_and_go_on_where_they_ended(catalogue):
    parameters = GenerationParameters(8, 11, 2, seed=4)
    rounds = []

    def made(numbers, **options):
        for reports in scramble_levels(catalogue, parameters, numbers, ImportOptions(**options)):
            rounds.append([one.outcome for one in reports])

    made(range(1, BULK_BATCH + 20), budget=Budget(stop=lambda: len(rounds) >= 1))
    assert [set(outcomes) == {LineOutcome.NOT_REACHED} for outcomes in rounds] == [False, True]
    first = list(export_lines(catalogue))
    assert next_number(catalogue, parameters) == 1
    made(range(BULK_BATCH + 1, BULK_BATCH + 20))
    assert next_number(catalogue, parameters) == BULK_BATCH + 1
    assert next_number(catalogue, GenerationParameters(8, 11, 2, seed=5)) == 1
    assert set(first) < set(export_lines(catalogue))
    made(range(1, 20))
    assert set(rounds[-1]) == {LineOutcome.DUPLICATE}


@pytest.mark.slow
def test_generated_levels_are_the_same_in_several_processes():
    parameters = GenerationParameters(8, 12, 2, seed=11)
    with spread(1) as apply:
        assert generate(parameters, 12, None, apply) == generate(parameters, 12)
        short = GenerationParameters(5, 4, 3, seed=1)
        assert generate(short, 30, None, apply) == generate(short, 30)
