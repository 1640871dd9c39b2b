"""The instances are what their makers make, in standard formats, and the exact solvers find their optima."""

import json
from importlib.resources import files

import pytest

from ludex.benchmarks import agrees, benchmarks, declared_benchmarks, problem_of, program_of, run
from ludex.catalogue.kinds.label import label_fits
from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import optimum_of
from ludex.engine.faults import Fault
from ludex.games.planarity import swap_key
from ludex.games.planarity.benchmarks import drawing_of
from ludex.graphs.formats import read_digraph, write_digraph
from scripts.instances import FAMILIES, add_optimum
from tests.oracles import even_cycles
from tests.oracles import formulas as oracle

EVERY = list(benchmarks())
SMALL = ["swish-formula-[3-6]", "swish-even-cycles-*-10", "swish-symbols-?-20", "swish-no-swish-3x2", "set-cap-3-[23]"]
SMALL += ["planarity-cycle-[468]", "planarity-gadget-split", "planarity-embedding-*-1[0-4]", "planarity-scrambled-?"]


def test_there_are_a_hundred_with_different_names_and_small_files() -> None:
    assert len(EVERY) >= 140
    assert len({benchmark.name for benchmark in EVERY}) == len(EVERY)
    assert sum(len(benchmark.source) for benchmark in EVERY) < 512 * 1024
    assert {benchmark.form for benchmark in EVERY} == {"cnf", "digraph", "cards", "set-cards", "deck", "drawing"}


def test_the_small_ones_are_solved_to_their_optima() -> None:
    results = [run(benchmark, Budget(30)) for benchmark in benchmarks(SMALL)]
    assert len(results) >= 22
    assert all(result.proved and result.agrees and result.found == result.optimum for result in results)


def test_formulas_and_graphs_have_the_optima_of_trying_everything() -> None:
    for benchmark in benchmarks(["swish-formula-[34568]"]):
        variables, clauses = oracle.clauses_of(benchmark.source)
        assert benchmark.optimum == 3 * variables + oracle.solve_max_sat(variables, clauses)
    for benchmark in benchmarks(["swish-even-cycles-planted-6"]):
        assert benchmark.optimum == 2 * even_cycles.most_covered(*read_digraph(benchmark.source))


def test_programs_for_other_solvers_have_the_same_optima() -> None:
    for benchmark in benchmarks(["swish-formula-3", "swish-symbols-[23]-20", "swish-no-swish-3x2", "set-any-[34]-1*"]):
        assert optimum_of(program_of(benchmark), Budget(30)) == benchmark.optimum
    for benchmark in benchmarks(["set-cap-within-20", "planarity-embedding-other-8"]):
        assert optimum_of(program_of(benchmark), Budget(30)) == benchmark.optimum
    for benchmark in benchmarks(["planarity-cycle-[46]"]):
        # Of as many steps as are needed none is spared.
        assert optimum_of(program_of(benchmark), Budget(30)) == 0


def test_levels_are_those_of_the_starting_catalogue_that_their_names_say() -> None:
    stored = list(benchmarks(["planarity-level-*"]))
    assert len(stored) == 6
    assert all(label_fits(benchmark.name, "planarity-level", swap_key(drawing_of(benchmark))) for benchmark in stored)


def test_what_is_not_proved_agrees_unless_it_is_better_than_the_optimum() -> None:
    [cycle], [cap] = benchmarks(["planarity-cycle-6"]), benchmarks(["set-cap-3-2"])
    assert [agrees(cycle, swaps, False) for swaps in (2, 3, 4, None)] == [False, True, True, True]
    assert [agrees(cap, size, False) for size in (3, 4, 5, None)] == [True, True, False, True]
    assert [agrees(cap, size, True) for size in (3, 4, 5)] == [False, True, False]


def test_the_makers_make_the_stored_files() -> None:
    stored = {benchmark.name: benchmark for benchmark in EVERY}
    made = {benchmark.name: (benchmark, solve) for families in FAMILIES.values() for benchmark, solve in families()}
    assert made.keys() >= stored.keys()
    for name, (benchmark, _) in made.items():
        if name in stored:
            assert (benchmark.source, benchmark.size) == (stored[name].source, stored[name].size)
    assert add_optimum(made["swish-formula-3"], Budget(30)) == stored["swish-formula-3"]


def test_a_time_limit_leaves_the_best_that_is_known() -> None:
    [hard] = benchmarks(["swish-symbols-3-48-hard"])
    result = run(hard, Budget(0.6))
    assert not result.proved
    assert result.agrees
    assert result.seconds < 10


def test_digraphs_are_read_and_written() -> None:
    arcs = [(0, 1), (2, 0)]
    assert read_digraph(write_digraph(3, arcs)) == (3, arcs)
    for text, said in [
        ("", "the header is missing"),
        ("a 1 2 1", "line 1"),
        ("p sp 2 1\nb 1 2", "line 2"),
        ("p sp x 1", "line 1"),
    ]:
        with pytest.raises(Fault, match=said):
            read_digraph(text)


def test_the_index_is_one_line_an_instance() -> None:
    for package in declared_benchmarks():
        text = (files(package) / "instances" / "index.json").read_text()
        assert len(text.splitlines()) == len(json.loads(text)) + 2


def test_each_game_has_instances_of_each_of_its_problems_and_formats() -> None:
    problems = [problem.name for game in declared_benchmarks().values() for problem in game.problems]
    assert len(set(problems)) == len(problems)
    assert {benchmark.problem for benchmark in EVERY} == set(problems)
    assert all(problem_of(benchmark).name == benchmark.problem for benchmark in EVERY)
