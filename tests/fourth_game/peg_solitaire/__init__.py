"""Peg solitaire on square boards: positions, their symmetries, and the fewest pegs that jumps can leave.

A peg jumps over a neighbouring peg into the empty cell behind it, and the peg it jumped over is removed.

    >>> from peg_solitaire import Position, solve
    >>> position = Position.parse("**./.../...")
    >>> solution = solve(position)
    >>> solution.pegs, solution.proved
    (1, True)
    >>> print(position.after(*solution.jumps))
    ..*/.../...
"""

from peg_solitaire.position import Position, PositionError, compare
from peg_solitaire.solving import Solution, solve

__all__ = ["Position", "PositionError", "Solution", "compare", "solve"]
