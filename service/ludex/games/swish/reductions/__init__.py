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

from typing import TYPE_CHECKING

from ludex.exports import lazily, listed

if TYPE_CHECKING:
    from ludex.games.swish.reductions.card_reductions import flip_cards, three_symbol_cards
    from ludex.games.swish.reductions.even_cycles import even_cycle_cards, planted_even_cycles
    from ludex.games.swish.reductions.programs import largest_swish_program, no_swish_program, swish_of_program
    from ludex.games.swish.reductions.satisfiability import satisfiability_cards
    from ludex.games.swish.reductions.two_three import two_three_form

_MODULES = {
    "even_cycle_cards": "even_cycles",
    "flip_cards": "card_reductions",
    "largest_swish_program": "programs",
    "no_swish_program": "programs",
    "planted_even_cycles": "even_cycles",
    "satisfiability_cards": "satisfiability",
    "swish_of_program": "programs",
    "three_symbol_cards": "card_reductions",
    "two_three_form": "two_three",
}

__all__ = [
    "even_cycle_cards",
    "flip_cards",
    "largest_swish_program",
    "no_swish_program",
    "planted_even_cycles",
    "satisfiability_cards",
    "swish_of_program",
    "three_symbol_cards",
    "two_three_form",
]
__getattr__ = lazily(__name__, _MODULES)
__dir__ = listed(__all__)
