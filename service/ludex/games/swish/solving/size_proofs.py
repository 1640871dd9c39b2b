"""Certificates that no swish has more cards than a given number: all cards, weights of cells, or a refuted formula.

The weights are a dual solution of the linear program of :mod:`ludex.games.swish.solving.size_bounds`, for the
placements in the order of certificates. The formula states that there is a larger swish; it is refuted by an LRAT
proof. schema/certificates.md defines both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, vstack

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.evidence import with_digest
from ludex.engine.formula import Clause
from ludex.engine.refutation import refute
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Rule

SCALE = 1 << 24
_MOST_SYMBOLS = 40_000
"""The maximum number of symbols of all placements for which a linear program is solved."""
_MOST_CLAUSES = 60_000
_LARGEST_DUAL = 1 << 12


@dataclass(frozen=True, slots=True)
class _Placed:
    """A card in one of its configurations: the index of the card, and the cells of its points and circles."""

    card: int
    points: tuple[int, ...]
    circles: tuple[int, ...]


def prove_size(position: Position, size: int, budget: Budget, rule: Rule = Rule.SWISH) -> dict[str, Any] | None:
    """Return a certificate that no swish of a position has more than `size` cards, or None if none is found in time.

    The cards must be in canonical order. Cost: milliseconds for up to 12 cards, and usually at most a few seconds.

    >>> prove_size(Position.from_codes(["*o", "*o"]).canonical(), 2, Budget())
    {'by': 'cards'}
    >>> prove_size(Position.from_codes(["*o.", "*.o"]), 0, Budget(), Rule.SIMPLE)["by"]
    'weights'
    """
    if size == len(position.cards):
        return {"by": "cards"}
    placements = _placements(position, rule)
    cells = position.height * position.width
    if sum(len(placed.points) + len(placed.circles) for placed in placements) <= _MOST_SYMBOLS:
        weights = _weights(placements, cells, len(position.cards), size, budget)
        if weights is not None:
            return weights
    program = _program(placements, cells)
    if program is None:
        return None
    least = max(2, size + 1)
    proof = refute(program.cnf(least), budget)
    return None if proof is None else with_digest({"by": "clauses", "proof": proof})


def _placements(position: Position, rule: Rule) -> list[_Placed]:
    """Return the distinct placements of each card, in ascending order of the cells of their points and circles."""
    found: list[_Placed] = []
    for index, card in enumerate(position.cards):
        laid = [card] if rule is Rule.SIMPLE else list(card.distinct_configurations(position.symmetry))
        ways = {tuple(tuple(sorted(cells)) for cells in (placed.points, placed.circles)) for placed in laid}
        for points, circles in sorted(ways):
            numbers = ([(r - 1) * position.width + c - 1 for r, c in cells] for cells in (points, circles))
            found.append(_Placed(index, *map(tuple, numbers)))
    return found


def _weights(placements: Sequence[_Placed], cells: int, cards: int, size: int, budget: Budget) -> dict[str, Any] | None:
    """Return integers for the cells that prove the bound, or None if the linear program does not prove it."""
    count = len(placements)
    points = _incidence([placed.points for placed in placements], cells)
    circles = _incidence([placed.circles for placed in placements], cells)
    of_card = _incidence([(placed.card,) for placed in placements], cards)
    solved = linprog(
        -np.ones(count),
        A_ub=vstack([points, of_card], format="csr"),
        b_ub=np.ones(cells + cards),
        A_eq=points - circles,
        b_eq=np.zeros(cells),
        method="highs",
        options={"time_limit": max(0.01, min(5.0, budget.share(4).remaining()))},
    )
    if solved.status != 0:
        return None
    balance, room = (
        np.rint(np.clip(-values, -_LARGEST_DUAL, _LARGEST_DUAL) * SCALE).astype(np.int64)
        for values in (solved.eqlin.marginals, solved.ineqlin.marginals[:cells])
    )
    room = np.maximum(room, 0)
    charge = np.zeros(cards, np.int64)
    np.maximum.at(
        charge, [placed.card for placed in placements], SCALE - points.T @ (balance + room) + circles.T @ balance
    )
    bound = int(charge.sum() + room.sum()) // SCALE
    if bound > max(size, 1):  # no swish has one card
        return None
    return with_digest({"by": "weights", "scale": SCALE, "balance": balance.tolist(), "room": room.tolist()})


def _incidence(rows: Sequence[tuple[int, ...]], height: int) -> Any:  # noqa: ANN401 - SciPy has no types
    pairs = [(row, column) for column, listed in enumerate(rows) for row in listed]
    at = tuple(np.array(numbers, np.int64) for numbers in zip(*pairs, strict=True)) if pairs else ([], [])
    return coo_array((np.ones(len(pairs), np.int64), at), shape=(height, len(rows))).tocsr()


def _program(placements: Sequence[_Placed], cells: int) -> BinaryProgram | None:
    """Return the program whose solutions are the swishes, or None if it has too many clauses."""
    of_card: dict[int, list[int]] = {}
    with_point: list[list[int]] = [[] for _ in range(cells)]
    with_circle: list[list[int]] = [[] for _ in range(cells)]
    for variable, placed in enumerate(placements, start=1):
        of_card.setdefault(placed.card, []).append(variable)
        for cell in placed.points:
            with_point[cell].append(variable)
        for cell in placed.circles:
            with_circle[cell].append(variable)
    groups = [*of_card.values(), *with_point, *with_circle]
    if sum(len(group) * len(group) for group in groups) > 2 * _MOST_CLAUSES:
        return None
    clauses: list[Clause] = [(-a, -b) for group in groups for a, b in combinations(group, 2)]
    for points, circles in zip(with_point, with_circle, strict=True):
        clauses += [(-variable, *circles) for variable in points]
        clauses += [(-variable, *points) for variable in circles]
    variables = range(1, len(placements) + 1)
    return BinaryProgram(len(placements), (), tuple(clauses), (), tuple(variables))
