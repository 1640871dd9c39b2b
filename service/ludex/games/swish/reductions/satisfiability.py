"""Reduction of MAX-(2,3)-SAT to SIMPLE-SWISH, which converts formulas to cards.

Assignments are converted to swishes, and swishes to assignments.

Source: Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 3. Three errors in the printed cells are corrected.
Circles of linkage cards are in column 6 (printed: 3). Points of satisfying cards are in the row of the clause (printed:
the row of the variable). The circle of a negative satisfying card is in column 2 (printed: 1). In addition, a satisfied
clause is assigned to exactly one of the variables that satisfy it. Otherwise, circles of linkage cards would collide.

If the optimum of a formula must be known in advance, CP-SAT solves the MAX-SAT problem exactly.

In the (2,3) form of a formula, each clause has two different variables, and each variable is in at most three clauses.
The problem MAX-(2,3)-SAT requires this form (V. Raman, B. Ravikumar, S. S. Rao, "A simplified NP-complete MAXSAT
problem", Information Processing Letters 65, 1998). Lemma 3 reduces the problem to cards. Here, the two variables of a
clause must also be different, because a clause `x or not x` would lead to a card with five symbols.

Any formula is transformed by means of independent sets. Each occurrence of a literal is a vertex. Two occurrences
exclude each other if they are in the same clause, or if one is a variable and the other is its negation. The size of a
largest independent set is therefore the maximum number of clauses that can be satisfied. A vertex with k exclusions is
represented by a chain of variables y0, ..., y(k-1). The variable y0 states that the vertex is chosen. There are clauses
which state that y(i-1) implies y(i). Each exclusion is a clause `not y or not z`, where y and z are variables of the
two chains. Each variable after y0 is in one such clause, except that the last variable is in two. If y0 is the only
variable, it is in one such clause. Each chain also has the clauses `y0 or f` and `y0 or not f`, with a separate
variable f. One of these two clauses is always satisfied, and both are satisfied if y0 is true.

Any assignment can be changed as follows without reducing the number of satisfied clauses. If the variables of a chain
have different values, set all of them to false. Then at most one clause, that of y0, is no longer satisfied, and an
implication becomes satisfied. If two chains that exclude each other are true, set one of them to false. Then one clause
is no longer satisfied, and one clause becomes satisfied. The maximum number of satisfied clauses is therefore the
number of all clauses, minus the number of occurrences, plus the maximum for the original formula.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.formula import Clause, Formula, FormulaError
from ludex.games.swish.card import Card, Cell
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.card_reductions import card_of, require_room
from ludex.games.swish.swishes import Swish

MAX_VARIABLES = 10_000
MAX_OCCURRENCES = 1000
MAX_EXCLUSIONS = 20_000


def require_two_three(formula: Formula) -> None:
    """Raise FormulaError if a `formula` does not have the (2,3) form. Cost: linear.

    >>> require_two_three(Formula(2, ((1, 2), (1, -1))))
    Traceback (most recent call last):
    ...
    ludex.engine.formula.FormulaError: clause 2: a clause must have two different variables, not 1 -1
    """
    occurs: Counter[int] = Counter()
    for number, clause in enumerate(formula.clauses, start=1):
        if len(clause) != 2 or abs(clause[0]) == abs(clause[1]):
            literals = " ".join(map(str, clause[:6])) + (" ..." if len(clause) > 6 else "") or "no literals"
            raise FormulaError(f"clause {number}: a clause must have two different variables, not {literals}")
        for literal in clause:
            occurs[abs(literal)] += 1
            if occurs[abs(literal)] > 3:
                raise FormulaError(f"clause {number}: variable {abs(literal)} is in more than three clauses")


@dataclass(frozen=True, slots=True)
class TwoThreeForm:
    """A formula in the (2,3) form, made from another formula.

    The maximum number of satisfied clauses for `formula` is the maximum for `source`, plus `offset`.

    Parameters
    ----------
    source, formula : Formula
        The original formula, and the formula in the (2,3) form.
    occurrences : tuple of (int, int)
        For each vertex, the index of its clause in `source`, and its literal.
    chains : tuple of tuple of int
        For each vertex, the variables of its chain. The first variable, y0, states that the vertex is chosen.
    offset : int
        The maximum for `formula`, minus the maximum for `source`.
    """

    source: Formula
    formula: Formula
    occurrences: tuple[tuple[int, int], ...]
    chains: tuple[tuple[int, ...], ...]
    offset: int

    def assignment_of(self, of_source: Sequence[bool]) -> tuple[bool, ...]:
        """Return the assignment of `formula` for an assignment of `source`.

        The result satisfies `offset` more clauses than the given assignment.
        """
        values = [False] * self.formula.variables
        served: set[int] = set()
        for chain, (clause, literal) in zip(self.chains, self.occurrences, strict=True):
            if clause not in served and of_source[abs(literal) - 1] == (literal > 0):
                served.add(clause)
                for variable in chain:
                    values[variable - 1] = True
        return tuple(values)

    def source_of(self, of_formula: Sequence[bool]) -> tuple[bool, ...]:
        """Return the assignment of `source` for an assignment of `formula`.

        If the given assignment satisfies s clauses, the result satisfies at least `s - offset` clauses. A variable is
        true if a vertex of its positive literal is chosen. If two vertices that exclude each other are chosen, the
        second one is ignored.
        """
        values: dict[int, bool] = {}
        for chain, (_, literal) in zip(self.chains, self.occurrences, strict=True):
            if all(of_formula[variable - 1] for variable in chain):
                values.setdefault(abs(literal), literal > 0)
        return tuple(values.get(variable, False) for variable in range(1, self.source.variables + 1))


def two_three_form(source: Formula) -> TwoThreeForm:
    """Transform any formula into the (2,3) form; the result converts assignments in both directions.

    Parameters
    ----------
    source : Formula
        A formula with at most 10,000 variables and 1,000 occurrences of literals, such that at most 20,000 pairs of
        occurrences exclude each other.

    Returns
    -------
    TwoThreeForm
        The formula, and the relation between the two optima.

    Raises
    ------
    FormulaError
        If there are more variables, occurrences or pairs.

    Notes
    -----
    Cost: linear in the number of pairs that exclude each other. For p pairs and k occurrences, there are at
    most `3 p + 2 k` clauses and `2 p + 2 k` variables. The module docstring contains the proof.

    References
    ----------
    V. Raman, B. Ravikumar, S. S. Rao, "A simplified NP-complete MAXSAT problem" (1998).

    Examples
    --------
    >>> form = two_three_form(Formula(1, ((1,), (-1,))))
    >>> form.formula.variables, len(form.formula.clauses), form.offset
    (4, 5, 3)
    """
    Formula.require(source, "source")
    if source.variables > MAX_VARIABLES:
        raise FormulaError(
            f"the formula has {source.variables:,} variables; at most {MAX_VARIABLES:,} can be transformed"
        )
    clauses = [tuple(dict.fromkeys(clause)) for clause in source.clauses]
    total = sum(map(len, clauses))
    if total > MAX_OCCURRENCES:
        raise FormulaError(
            f"the formula has {total:,} occurrences of literals; at most {MAX_OCCURRENCES:,} can be transformed"
        )
    occurrences = tuple((index, literal) for index, clause in enumerate(clauses) for literal in clause)
    pairs = _exclusions(occurrences)
    degree = Counter(vertex for pair in pairs for vertex in pair)
    chains: list[tuple[int, ...]] = []
    new_clauses: list[Clause] = []
    variables = 0
    for vertex in range(len(occurrences)):
        chain = tuple(range(variables + 1, variables + 1 + max(1, degree[vertex])))
        helper = variables = chain[-1] + 1
        chains.append(chain)
        new_clauses += [(chain[0], helper), (chain[0], -helper)]
        new_clauses += [(-before, after) for before, after in pairwise(chain)]
    room = [iter((*chain[1:], chain[-1])) for chain in chains]
    new_clauses += [(-next(room[u]), -next(room[v])) for u, v in pairs]
    formula = Formula(variables, tuple(new_clauses))
    return TwoThreeForm(
        source,
        formula,
        occurrences,
        tuple(chains),
        len(new_clauses) - len(occurrences),
    )


def _exclusions(occurrences: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs of occurrences that exclude each other. Raises FormulaError."""
    in_clause: dict[int, list[int]] = defaultdict(list)
    of_literal: dict[int, list[int]] = defaultdict(list)
    for vertex, (clause, literal) in enumerate(occurrences):
        in_clause[clause].append(vertex)
        of_literal[literal].append(vertex)
    pairs = {pair for members in in_clause.values() for pair in combinations(members, 2)}
    _require_pairs(len(pairs))
    for literal, vertices in of_literal.items():
        if literal > 0:
            against = of_literal.get(-literal, [])
            _require_pairs(len(pairs) + len(vertices) * len(against))
            pairs |= {(min(u, v), max(u, v)) for u in vertices for v in against}
    return sorted(pairs)


def _require_pairs(number: int) -> None:
    if number > MAX_EXCLUSIONS:
        raise FormulaError(f"more than {MAX_EXCLUSIONS:,} pairs of occurrences exclude each other")


_WIDTH = 6

Role = tuple[str, int, tuple[int, ...]]
"""The role of a card: a kind, a variable or clause, and additional parameters.

("variable", v, (1,)) states that variable v is true, and ("variable", v, (0,)) states that it is false. ("linkage", v,
J) states that the clauses J are assigned to v. ("satisfying", v, (1,)) belongs to the first variable card of v, and
("satisfying", v, (0,)) belongs to the second. ("clause", j, S) states which literals of clause j are true: the first
(1), the second (2) or both. Variables and clauses are numbered from 1.
"""


@dataclass(frozen=True, slots=True)
class SatisfiabilityCards:
    """The cards of a formula.

    The largest simple-swish has three cards for each variable, plus one card for each clause in a largest set of
    clauses that can be satisfied together.

    Parameters
    ----------
    formula : Formula
        A formula in the (2,3) form.
    position : Position
        The cards, with at most four symbols each. The board has six columns, and a row for each clause and each
        variable.
    roles : tuple of Role
        The role of each card.
    """

    formula: Formula
    position: Position
    roles: tuple[Role, ...]

    def largest(self, satisfied: int) -> int:
        """Return the size of a largest simple-swish if at most `satisfied` clauses can be satisfied."""
        return 3 * self.formula.variables + satisfied

    def swish_of(self, assignment: Sequence[bool]) -> Swish:
        """Return the simple-swish of an `assignment`: three cards per variable, and one per satisfied clause.

        Raises FormulaError if the assignment does not have one value for each variable.
        """
        if len(assignment) != self.formula.variables:
            raise FormulaError(f"{len(assignment)} values for {self.formula.variables} variables")
        index = {role: place for place, role in enumerate(self.roles)}
        chosen, answers_for = [], defaultdict[int, list[int]](list)
        for number, literals in enumerate(self.formula.clauses, start=1):
            true = tuple(
                place for place, literal in enumerate(literals, 1) if assignment[abs(literal) - 1] == (literal > 0)
            )
            if true:
                answers_for[abs(literals[true[0] - 1])].append(number)
                chosen.append(index["clause", number, true])
        for variable, value in enumerate(assignment, start=1):
            chosen.append(index["variable", variable, (int(value),)])
            chosen.append(index["satisfying", variable, (int(value),)])
            chosen.append(index["linkage", variable, tuple(answers_for[variable])])
        return Swish.as_written(self.position.cards, chosen)

    def assignment_of(self, swish: Swish) -> tuple[bool, ...]:
        """Return the assignment of a simple-swish.

        If the swish has c cards and there are v variables, the assignment satisfies at least `c - 3 v` clauses.

        A variable without a variable card in the swish is true.
        """
        values = [True] * self.formula.variables
        for index in swish.indices:
            kind, number, value = self.roles[index]
            if kind == "variable":
                values[number - 1] = value == (1,)
        return tuple(values)


def satisfiability_cards(formula: Formula) -> SatisfiabilityCards:
    """Return cards whose largest simple-swish determines how many clauses of a `formula` can be satisfied.

    Parameters
    ----------
    formula : Formula
        A formula in the (2,3) form with at most 255 variables and 255 clauses. To transform any formula into this form,
        use `two_three_form`.

    Returns
    -------
    SatisfiabilityCards
        The cards, at most 12 for each variable and 3 for each clause, and their roles.

    Raises
    ------
    FormulaError
        If the formula does not have the (2,3) form, or has no variables.
    BoardError
        If the formula has more than 255 variables or clauses.

    Notes
    -----
    Cost: linear.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 3.

    Examples
    --------
    >>> reduction = satisfiability_cards(Formula(2, ((1, 2), (-1, -2))))
    >>> len(reduction.position.cards), reduction.position.height, reduction.largest(2)
    (22, 2, 8)
    >>> reduction.swish_of((True, False)).size, reduction.assignment_of(reduction.swish_of((True, False)))
    (8, (True, False))
    """
    Formula.require(formula)
    require_two_three(formula)
    if not formula.variables:
        raise FormulaError("a formula without variables has no cards")
    height = max(formula.variables, len(formula.clauses))
    in_clauses: dict[int, list[int]] = defaultdict(list)
    for number, clause in enumerate(formula.clauses, start=1):
        for literal in clause:
            in_clauses[abs(literal)].append(number)
    sizes = (4 + 2 ** len(in_clauses[variable]) for variable in range(1, formula.variables + 1))
    require_room(height, _WIDTH, sum(sizes) + 3 * len(formula.clauses))
    cards: dict[Role, Card] = {}

    def add(kind: str, number: int, of: tuple[int, ...], points: list[Cell], circles: list[Cell]) -> None:
        cards[kind, number, of] = card_of((height, _WIDTH), points, circles)

    for variable in range(1, formula.variables + 1):
        clauses = in_clauses[variable]
        for value, column in ((1, 1), (0, 2)):
            add("variable", variable, (value,), [(variable, column)], [(variable, 3)])
            literal = variable if value else -variable
            points = [
                (number, 4 + place)
                for number in clauses
                for place, occurring in enumerate(formula.clauses[number - 1])
                if occurring == literal
            ]
            add("satisfying", variable, (value,), points, [(variable, column)])
        for size in range(len(clauses) + 1):
            for chosen in combinations(clauses, size):
                add("linkage", variable, chosen, [(variable, 3)], [(number, 6) for number in chosen])
    for number in range(1, len(formula.clauses) + 1):
        for true in ((1,), (2,), (1, 2)):
            add("clause", number, true, [(number, 6)], [(number, 3 + place) for place in true])
    return SatisfiabilityCards(formula, Position(tuple(cards.values())), tuple(cards))


@dataclass(frozen=True, slots=True)
class MaxSatResult:
    """An assignment, the indices of the clauses that it satisfies, and whether it is proved to be optimal."""

    assignment: tuple[bool, ...]
    clauses: tuple[int, ...]
    proved: bool


def solve_max_sat(formula: Formula, budget: Budget | None = None) -> MaxSatResult:
    """Return an assignment that satisfies as many clauses of a `formula` as possible.

    If the `budget` (None for no limits) is exhausted first, or HiGHS does not confirm the optimum that CP-SAT finds,
    the result is not proved to be optimal. Raises BudgetExhausted if the budget is exhausted before any assignment is
    known. Cost: exponential in the worst case; CP-SAT solves the problem.

    >>> solve_max_sat(Formula(1, ((1,), (-1,), (1,)))).clauses
    (0, 2)
    """
    from ortools.sat.python import cp_model

    from ludex.engine.constraint_solver import exhaustion_reason, solve

    budget = budget or Budget()
    budget.check()
    model = cp_model.CpModel()
    variable = [model.new_bool_var("") for _ in range(formula.variables)]
    held = [model.new_bool_var("") for _ in formula.clauses]
    for clause, holds in zip(formula.clauses, held, strict=True):
        model.add_bool_or(
            [~holds, *(variable[literal - 1] if literal > 0 else ~variable[-literal - 1] for literal in clause)]
        )
    model.maximize(sum(held))
    solver, status = solve(model, budget)
    if status not in ("optimal", "feasible"):
        raise BudgetExhausted(exhaustion_reason(budget))
    assignment = tuple(bool(solver.boolean_value(literal)) for literal in variable)
    satisfied = formula.satisfied(assignment)
    proved = status == "optimal" and _is_confirmed(formula, len(satisfied), budget)
    return MaxSatResult(assignment, satisfied, proved)


def _is_confirmed(formula: Formula, most: int, budget: Budget) -> bool:
    """Return whether HiGHS agrees that at most `most` clauses can be satisfied."""
    import numpy as np
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array

    from ludex.engine.highs import confirmed_bound

    clauses = len(formula.clauses)
    if most == clauses:
        return True
    # A clause is satisfied only if its true variables and false variables, 1 - x, add up to at least 1.
    entries = [(number, formula.variables + number, 1) for number in range(clauses)]
    entries += [
        (number, abs(literal) - 1, -1 if literal > 0 else 1)
        for number, clause in enumerate(formula.clauses)
        for literal in set(clause)
    ]
    row, column, value = zip(*entries, strict=True)
    matrix = csr_array((value, (row, column)), shape=(clauses, formula.variables + clauses))
    negated = [sum(literal < 0 for literal in set(clause)) for clause in formula.clauses]
    constraints = [LinearConstraint(matrix, -np.inf, negated)]
    weights = [0] * formula.variables + [1] * clauses
    return confirmed_bound(weights, constraints, most, clauses, budget) == most
