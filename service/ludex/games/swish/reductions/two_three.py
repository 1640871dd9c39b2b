"""The (2,3) form of a formula: each clause has two different variables, and each variable is in at most three clauses.

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

from ludex.engine.formula import Clause, Formula, FormulaError

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
