"""Whether so many swaps suffice, as CNF and OPB: solvers of others agree with the exact search."""

from itertools import cycle, islice
from random import Random

import pytest
from ortools.sat.python import cp_model
from pysat.solvers import Cadical153

from ludex.engine.faults import Fault, TooLarge
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.reductions import binary_programs
from ludex.games.planarity.reductions.binary_programs import swap_program, swaps_of_program
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.untangle import circle
from tests.games.planarity.known_drawings import folded_cycle, path_gadget
from tests.games.planarity.sample_drawings import connected_drawing


def true_literals(drawing: Drawing, swaps: int) -> list[int] | None:
    formula = swap_program(drawing, swaps).cnf()
    with Cadical153(bootstrap_with=[list(clause) for clause in formula.clauses]) as solver:
        return list(solver.get_model()) if solver.solve() else None


def least_of_opb(text: str) -> int | None:
    """Solve OPB by CP-SAT: the least value of the objective, as the text says it."""
    lines = [line for line in text.splitlines() if not line.startswith("*")]
    model, variables = cp_model.CpModel(), {}

    def linear(words: list[str]) -> cp_model.LinearExprT:
        pairs = list(zip(words[::2], words[1::2], strict=True))
        return sum(int(c) * variables.setdefault(x, model.new_bool_var(x)) for c, x in pairs)

    for line in lines:
        words = line.rstrip(" ;").split()
        if words[0] == "min:":
            model.minimize(linear(words[1:]))
        else:
            model.add(linear(words[:-2]) >= int(words[-1]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return int(solver.objective_value) if solver.solve(model) == cp_model.OPTIMAL else None


def samples(count: int) -> list[Drawing]:
    rng = Random(5)
    drawings = (connected_drawing(rng, n, n) for n in cycle((5, 6, 7)))
    return list(islice((one for one in drawings if solve(one).min_swaps), count))


@pytest.mark.parametrize("drawing", [*samples(12), folded_cycle(6), path_gadget()])
def test_as_many_swaps_as_the_minimum_suffice_and_no_fewer(drawing: Drawing) -> None:
    minimum = solve(drawing).min_swaps
    assert minimum is not None
    assert true_literals(drawing, minimum - 1) is None
    for steps in (minimum, minimum + 1):
        true = true_literals(drawing, steps)
        assert true is not None
        swaps = swaps_of_program(drawing, steps, true)
        assert len(swaps) <= steps
        assert is_plane(drawing.after(swaps))


@pytest.mark.parametrize("drawing", [*samples(3), path_gadget()])
def test_the_objective_of_opb_is_less_one_for_each_step_that_is_spared(drawing: Drawing) -> None:
    minimum = solve(drawing).min_swaps
    assert minimum is not None
    assert least_of_opb(swap_program(drawing, minimum + 2).opb()) == -2
    assert least_of_opb(swap_program(drawing, minimum - 1).opb()) is None


def test_a_graph_that_swaps_cannot_make_plane_has_no_solution() -> None:
    # The complete graph on four points of a circle: none is ever inside.
    assert true_literals(Drawing(circle(4), ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))), 4) is None


def test_programs_have_at_most_24_vertices_100_swaps_and_some_literals(monkeypatch: pytest.MonkeyPatch) -> None:
    for drawing, swaps, message in (
        (Drawing(circle(25), ()), 1, "25 vertices"),
        (folded_cycle(6), 101, "0 to 100 swaps, not 101"),
        (folded_cycle(6), -1, "not -1"),
    ):
        with pytest.raises(Fault, match=message):
            swap_program(drawing, swaps)
    # For m edges and n vertices, each of k steps has 8 m n + 9 n^2 literals, and all have 6 m n^2 + n^4 / 12.
    monkeypatch.setattr(binary_programs, "MAX_LITERALS", 2 * (8 * 36 + 9 * 36) + 6 * 216 + 108)
    swap_program(folded_cycle(6), 2)
    with pytest.raises(TooLarge, match="about 3,240 literals"):
        swap_program(folded_cycle(6), 3)
    monkeypatch.undo()
    assert len(swap_program(folded_cycle(6), 0).clauses) > 0
