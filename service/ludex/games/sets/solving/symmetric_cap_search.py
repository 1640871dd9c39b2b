"""The search, with CP-SAT, for a largest cap that is preserved by a group of symmetries.

See :mod:`ludex.games.sets.solving.symmetric_caps`.
"""

from collections.abc import Sequence

import numpy as np
from ortools.sat.python import cp_model

from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import solve
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.symmetric_caps import CardSymmetry, orbits_of_cards


def largest_symmetric_cap(
    deck: Deck, symmetries: Sequence[CardSymmetry], budget: Budget | None = None
) -> tuple[int, ...] | None:
    """Return the cards, in ascending order, of a largest cap among the caps of a `deck` that all `symmetries` preserve.

    If the `budget` is exhausted, return the largest cap found, or None if no cap was found. Cost: an integer program
    with a variable for each orbit of cards and a clause for each orbit of sets.

    >>> len(largest_symmetric_cap(Deck(3, 3), [CardSymmetry((1, 0, 2), ((0, 1, 2), (0, 2, 1), (0, 1, 2)))]))
    9
    """
    budget = budget or Budget()
    names, orbit_of, sizes = np.unique(orbits_of_cards(deck, symmetries), return_inverse=True, return_counts=True)
    listed = Lookup(deck, range(deck.size)).all(budget)
    if not listed.complete:
        return None
    model = cp_model.CpModel()
    kept = [model.new_bool_var("") for _ in names]
    for orbits in {tuple(sorted(set(row))) for row in np.unique(orbit_of[listed.cards], axis=0).tolist()}:
        model.add_bool_or([~kept[orbit] for orbit in orbits])
    model.maximize(sum(int(size) * variable for size, variable in zip(sizes, kept, strict=True)))
    solver, status = solve(model, budget)
    if status not in ("optimal", "feasible"):
        return None
    chosen = np.array([solver.boolean_value(variable) for variable in kept])
    return tuple(np.flatnonzero(chosen[orbit_of]).tolist())
