r"""The hardness results of SWISH as programs: reductions to cards, with solutions converted in both directions.

Formulas, graphs and cards are reduced to cards. Each reduction returns an object that converts solutions in both
directions, for example with `swish_of(assignment)` and `assignment_of(swish)`.

References
----------
Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 2; Horiyama et al. (arXiv 2601.09289).

Examples
--------
    >>> import ludex
    >>> from ludex.games.swish import Rule, find_largest, reductions
    >>> formula = ludex.Formula.from_dimacs("p cnf 2 2\n1 2 0\n-1 -2 0")
    >>> reduction = reductions.satisfiability_cards(formula)
    >>> found = find_largest(reduction.position, Rule.SIMPLE)
    >>> found.size == reduction.largest(2), formula.satisfied(reduction.assignment_of(found.swish))
    (True, (0, 1))
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
