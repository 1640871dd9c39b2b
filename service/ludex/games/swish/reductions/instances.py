"""Hard positions with a known largest swish, constructed from a formula or a directed graph, with their provenance.

The provenance is a JSON object. Its member `problem` is either `max-sat` or `even-cycles`. In the first case, `cnf` is
the formula. In the second case, `vertices` and `arcs` give the graph. `reductions` lists the applied reductions in
order. `optimum` is the maximum number of satisfied clauses, or the maximum number of vertices that disjoint even cycles
cover.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludex.engine.budget import Budget, BudgetExhausted, unchecked_without_time
from ludex.engine.formula import Formula, FormulaError
from ludex.games.swish import solving
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.card_reductions import Arc, even_cycle_cards, flip_cards, three_symbol_cards
from ludex.games.swish.reductions.satisfiability import (
    require_two_three,
    satisfiability_cards,
    solve_max_sat,
    two_three_form,
)
from ludex.games.swish.swishes import Largest

TWO_THREE = "two-three-form"
CARDS = "lemma-3"
THREE_SYMBOLS = "lemma-4"
FLIPS = "theorem-1"
EVEN_CYCLES = "even-cycles"
MOST_VARIABLES = 18
"""The maximum number of variables of a formula that `ludex-check-claims` solves again."""
_BY_REDUCTION = {"by": "reduction"}
"""The certificate of a largest swish that follows from the optimum of the problem."""

Provenance = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Instance:
    """A position, its provenance, and its largest swish with flips, which is proved to be largest."""

    position: Position
    largest: Largest
    provenance: Provenance


def instance_of_formula(formula: Formula, *, three_symbols: bool = False, budget: Budget | None = None) -> Instance:
    """Return the position that Lemma 3 and Theorem 1 construct from a formula, with its largest swish.

    Parameters
    ----------
    formula : Formula
        Any formula. A formula that does not have the (2,3) form is transformed into this form.
    three_symbols : bool
        Whether Lemma 4 is also applied, which gives four times as many cards with at most three symbols each.
    budget : Budget, optional
        The limits of the search for the maximum number of satisfied clauses. The default has no limits.

    Returns
    -------
    Instance
        The position. Its largest swish corresponds to an optimal assignment.

    Raises
    ------
    FormulaError, BoardError, PositionError
        If the position would be out of bounds.
    BudgetExhausted
        If the budget is exhausted before the maximum is proved.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemmas 3 and 4, Theorem 1.

    Examples
    --------
    >>> instance = instance_of_formula(Formula(2, ((1, 2), (-1, -2))))
    >>> instance.largest.size, instance.provenance["reductions"], instance.provenance["optimum"]
    (32, ['lemma-3', 'theorem-1'], 2)
    """
    reductions = [CARDS, *([THREE_SYMBOLS] if three_symbols else []), FLIPS]
    try:
        require_two_three(formula)
        form = None
    except FormulaError:
        form = two_three_form(formula)
        reductions.insert(0, TWO_THREE)
    cards = satisfiability_cards(form.formula if form else formula)
    less = three_symbol_cards(cards.position) if three_symbols else None
    flipped = flip_cards(less.position if less else cards.position)
    best = solve_max_sat(formula, budget)
    if not best.proved:
        raise BudgetExhausted("time")
    swish = cards.swish_of(form.assignment_of(best.assignment) if form else best.assignment)
    provenance = {"problem": "max-sat", "cnf": formula.dimacs(), "reductions": reductions, "optimum": len(best.clauses)}
    found = flipped.swish_of(less.swish_of(swish) if less else swish)
    bound = _BY_REDUCTION if formula.variables <= MOST_VARIABLES else None
    return Instance(flipped.position, Largest(found, proved=True, bound=bound), provenance)


def instance_of_digraph(vertices: int, arcs: Sequence[Arc], budget: Budget | None = None) -> Instance:
    """Return the position that is constructed from a directed graph, with its largest swish.

    Parameters
    ----------
    vertices : int
        The number of vertices, 1 to 127.
    arcs : sequence of (int, int)
        Pairs of distinct vertices, counted from 0, without repetition.
    budget : Budget, optional
        The limits of the search for the largest swish. The default has no limits.

    Returns
    -------
    Instance
        The cards of the vertices, then the cards of the arcs.

    Raises
    ------
    DigraphError
        If the arguments do not form a directed graph without loops, or the graph is too large.
    BudgetExhausted
        If the budget is exhausted before the largest swish is proved.

    Examples
    --------
    >>> instance_of_digraph(3, [(0, 1), (1, 2), (2, 0), (1, 0)]).provenance["optimum"]
    2
    """
    reduction = even_cycle_cards(vertices, arcs)
    largest = solving.search.find_largest(reduction.position, budget=budget)
    if not largest.proved:
        raise BudgetExhausted("time")
    provenance = {
        "problem": "even-cycles",
        "vertices": vertices,
        "arcs": [list(arc) for arc in arcs],
        "reductions": [EVEN_CYCLES],
        "optimum": largest.size // 2,
    }
    return Instance(reduction.position, replace(largest, bound=_BY_REDUCTION), provenance)


def rebuild_instance(provenance: Any, budget: Budget) -> Instance:  # noqa: ANN401 - whatever JSON holds
    """Return the instance described by a provenance.

    Raises ValueError if the provenance is invalid, and BudgetExhausted.
    """
    if not isinstance(provenance, dict):
        raise ValueError("a provenance must be an object")
    problem, reductions = provenance.get("problem"), provenance.get("reductions")
    try:
        if problem == "max-sat" and isinstance(reductions, list):
            formula = Formula.from_dimacs(provenance["cnf"])
            return instance_of_formula(formula, three_symbols=THREE_SYMBOLS in reductions, budget=budget)
        if problem == "even-cycles":
            return instance_of_digraph(provenance["vertices"], [(u, v) for u, v in provenance["arcs"]], budget)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"the provenance has an invalid form: {error}") from None
    raise ValueError("the problem of a provenance must be max-sat or even-cycles")


@unchecked_without_time("the instance could not be solved again in time")
def provenance_faults(position: Position, provenance: Any, budget: Budget) -> Iterator[str]:  # noqa: ANN401 - as above
    """Rebuild the instance from the `provenance` of a position, and yield the differences.

    The `budget` limits the time for rebuilding the instance.
    """
    try:
        again = rebuild_instance(provenance, budget)
    except ValueError as error:
        yield str(error)
        return
    if again.position.canonical() != position.canonical():
        yield "the provenance yields other cards"
    if again.provenance != provenance:
        yield "the provenance differs from that of the rebuilt instance"
