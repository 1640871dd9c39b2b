"""Our searches against solvers of others on the programs that we write for them: CaDiCaL and RC2 (python-sat), CP-SAT.

What is written before is not timed: the others get their clauses, ours its cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Solver

from ludex.benchmarks import benchmarks, program_of
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import optimum_of
from ludex.engine.formula import Formula
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.benchmarks import drawing_of
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import GenerationParameters, generate
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.reductions.binary_programs import swap_program
from ludex.games.planarity.reductions.known_levels import folded_cycle
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.sets.benchmarks import cards_of
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position as SetPosition
from ludex.games.sets.solving.binary_program import set_program
from ludex.games.sets.solving.search import find_any as find_set
from ludex.games.swish.benchmarks import position_of
from ludex.games.swish.deck import built_in_deck, deal
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.programs import largest_swish_program, no_swish_program
from ludex.games.swish.solving.no_swish import largest_no_swish_set
from ludex.games.swish.solving.search import find_any, find_largest
from ludex.games.swish.swishes import Rule
from tests.benchmarks.rows import Row

CADICAL, RC2_NAME, CP_SAT = "CaDiCaL 1.5.3 on the CNF", "RC2 on the MaxSAT form", "CP-SAT on the program"


@dataclass(frozen=True, slots=True)
class Case:
    """Cards, the program that asks the same, and its CNF."""

    cards: Position | SetPosition
    program: BinaryProgram
    formula: Formula
    rule: Rule = Rule.SWISH


@dataclass(frozen=True, slots=True)
class Level:
    """A drawing, the program of as many steps as its minimum of swaps, and the formulas of one less and of so many."""

    drawing: Drawing
    program: BinaryProgram
    fewer: Formula
    enough: Formula

    @property
    def steps(self) -> int:
        """Return how many steps the program has."""
        return len(self.program.counted)


def rows() -> list[Row]:
    """Return the rows of this subject."""
    tables = [_case(_deal(seed)) for seed in range(10)]
    formulas = [_case(position_of(one), Rule.SIMPLE) for one in benchmarks(["swish-formula-1[02]"])]
    cycles = [_case(position_of(one)) for one in benchmarks(["swish-even-cycles-random-[23]0"])]
    threes = [_case(position_of(one)) for one in benchmarks(["swish-symbols-3-36"])]
    deck = built_in_deck("swish-36").position
    program = no_swish_program(deck)
    decks = [Case(deck, program, program.cnf(20))]
    tables_of_sets = [_set_case(Deck(4, 3), 12, seed) for seed in range(10)]
    hard_sets = [_of_benchmark(name) for name in ("set-any-5-25", "set-any-6-60")]
    return [
        Row("any swish, 16 cards", CADICAL, tables, _has_swish, _satisfiable),
        Row("any swish, 16 cards", CP_SAT, tables, _has_swish, _cp_sat_satisfiable),
        *_both("largest swish, 16 cards", tables, _largest),
        *_both("largest simple-swish, formulas of 10 and 12 variables", formulas, _largest),
        *_both("largest swish, even cycles of 20 and 30 vertices", cycles, _largest),
        *_both("largest swish, 36 cards of three symbols", threes, _largest),
        *_both("largest set without a swish, 36 cards", decks, _no_swish),
        Row("a set, 12 cards", CADICAL, tables_of_sets, _has_set, _satisfiable),
        Row("a set, 12 cards", CP_SAT, tables_of_sets, _has_set, _cp_sat_satisfiable),
        Row("a set, 5 and 6 values, 25 and 60 cards", CADICAL, hard_sets, _has_set, _satisfiable),
        Row("a set, 5 and 6 values, 25 and 60 cards", CP_SAT, hard_sets, _has_set, _cp_sat_satisfiable),
        *_of_swaps("minimum swaps, n = 8, m = 12, s = 3", _levels(8, 12, 3), [CADICAL, CP_SAT, RC2_NAME]),
        *_of_swaps("minimum swaps, the 6-cycle of Lemma 1", [_level(folded_cycle(6).drawing, 3)], [CADICAL, CP_SAT]),
        *_of_swaps("minimum swaps, the 8-cycle of Lemma 1", [_level(folded_cycle(8).drawing, 6)], [CADICAL]),
        *_of_swaps("minimum swaps, n = 11, m = 20, s = 4", _levels(11, 20, 4), [CADICAL]),
        *_of_swaps("minimum swaps, hard levels, s = 5 and 6", _hard_levels(), [CADICAL]),
    ]


def _of_swaps(name: str, levels: list[Level], others: list[str]) -> list[Row]:
    theirs = {CADICAL: _cadical_swaps, CP_SAT: _cp_sat_swaps, RC2_NAME: _rc2_swaps}
    return [Row(name, other, levels, _swaps, theirs[other]) for other in others]


def _levels(n: int, m: int, swaps: int) -> list[Level]:
    parameters = GenerationParameters(n, m, swaps, delta=200, seed=1, method=Method.REPAIR)
    return [_level(made.drawing, swaps) for made in generate(parameters, 5).items]


def _hard_levels() -> list[Level]:
    chosen = ["planarity-level-14-18-*", "planarity-level-14-23-*"]
    return [_level(drawing_of(one), one.optimum) for one in benchmarks(chosen)]


def _level(drawing: Drawing, swaps: int) -> Level:
    program = swap_program(drawing, swaps)
    return Level(drawing, program, swap_program(drawing, swaps - 1).cnf(), program.cnf())


def _swaps(level: Level) -> int | None:
    return solve(level.drawing).min_swaps


def _cadical_swaps(level: Level) -> int | None:
    """Return the number of steps if so many suffice and one less does not."""
    answers = []
    for formula in (level.fewer, level.enough):
        with Solver(name="cadical153", bootstrap_with=map(list, formula.clauses)) as solver:
            answers.append(solver.solve())
    return level.steps if answers == [False, True] else None


def _cp_sat_swaps(level: Level) -> int | None:
    spared = optimum_of(level.program, Budget())
    return None if spared is None else level.steps - spared


def _rc2_swaps(level: Level) -> int:
    return level.steps - _most_counted(level.program)


def _both(name: str, cases: list[Case], ours: Callable[[Case], int]) -> list[Row]:
    return [Row(name, CP_SAT, cases, ours, _cp_sat_optimum), Row(name, RC2_NAME, cases, ours, _rc2_optimum)]


def _case(position: Position, rule: Rule = Rule.SWISH) -> Case:
    program = largest_swish_program(position, rule)
    return Case(position, program, program.cnf(2), rule)


@cache
def _deal(seed: int) -> Position:
    deck = built_in_deck("swish-60").position
    return deck.part(deal(deck, 16, seed))


def _set_case(deck: Deck, cards: int, seed: int) -> Case:
    position = SetPosition(deck, tuple(islice(RandomNumbers(seed).shuffled(deck.size), cards)))
    program = set_program(position)
    return Case(position, program, program.cnf())


def _of_benchmark(name: str) -> Case:
    [one] = benchmarks([name])
    program = program_of(one)
    return Case(cards_of(one), program, program.cnf())


def _has_swish(case: Case) -> bool:
    return find_any(case.cards, case.rule) is not None


def _largest(case: Case) -> int:
    return find_largest(case.cards, case.rule).size


def _no_swish(case: Case) -> int:
    return largest_no_swish_set(case.cards).size


def _has_set(case: Case) -> bool:
    return find_set(case.cards) is not None


def _satisfiable(case: Case) -> bool:
    if () in case.formula.clauses:
        return False
    with Solver(name="cadical153", bootstrap_with=map(list, case.formula.clauses)) as solver:
        return bool(solver.solve())


def _cp_sat_satisfiable(case: Case) -> bool:
    program = case.program
    if program.exactly is None:  # the same question: a swish has a card
        program = BinaryProgram(
            program.variables, (), (*program.clauses, program.counted), program.at_most_one, program.counted[:1], None
        )
    value = optimum_of(program, Budget())
    return bool(value) if case.program.exactly is not None else value is not None


def _cp_sat_optimum(case: Case) -> int | None:
    return optimum_of(case.program, Budget())


def _rc2_optimum(case: Case) -> int:
    return _most_counted(case.program)


def _most_counted(program: BinaryProgram) -> int:
    wcnf = WCNF()
    for clause in BinaryProgram(program.variables, (), program.clauses, program.at_most_one, ()).cnf().clauses:
        wcnf.append(list(clause))
    for variable in program.counted:
        wcnf.append([variable], weight=1)
    with RC2(wcnf) as solver:
        solver.compute()
        return len(program.counted) - solver.cost
