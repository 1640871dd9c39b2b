"""Upper bounds on the size of a swish: from a linear program with an integer check, and from the parity of cards.

The linear program has a variable from 0 to 1 for each placement. Each card is placed at most once, each cell has as
many points as circles, and each cell has at most one point. Every swish is a solution, so the maximum is an upper
bound.

The solver computes with floating-point numbers, so its objective value proves nothing. Its dual solution does. Take any
integer `balance` and any nonnegative integer `room` for each cell. The value of a placement is `SCALE`, minus `balance`
and `room` of the cells of its points, plus `balance` of the cells of its circles. The charge of a card is the largest
value of its placements, but at least 0. In a swish, the balances cancel, and the room of each cell counts at most once.
Therefore, `SCALE` times the size of a swish is at most the sum of all charges and of all room. This holds for any
integers; the optimal dual solution makes the bound sharp.

Source: A. Neumaier and O. Shcherbina, "Safe bounds in linear and mixed-integer linear programming", Mathematical
Programming 99 (2004).

The placements of a card with one point and one circle are arcs from the point's cell to the circle's cell. Conditions
on the cards of a swish that do not depend on their configurations follow from colours. Colour the cells with two
colours such that each configuration either preserves the colours of all cells or exchanges them. For example, the cells
of the upper and of the lower half of a board of even height can be coloured in this way. Whether the ends of a card
have different colours does not depend on its configuration. In a swish, the points and the circles are on the same
cells, so the number of cards with ends of different colours is even. The same holds for each part of a swish that has
no orbit in common with the other parts.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack

from ludex.engine.budget import Budget
from ludex.games.swish.card import orbit_numbers
from ludex.games.swish.solving.placements import Placements, Rows

SCALE = 1 << 24
_LARGEST_DUAL = 1 << 12
"""The dual values are clipped to this absolute value, so that no sum exceeds 64 bits (up to 4,096 cells)."""
_SECONDS = 5.0
"""The maximum time of the linear program."""
_SYMBOLS_PER_SECOND = 10_000
"""A linear program with more symbols than this for each second is not solved, because it cannot be interrupted."""

Integers = NDArray[np.int64]


def size_bound(placements: Placements, budget: Budget) -> int:
    """Return a number that the size of a swish of `placements` is proved not to exceed.

    The linear program takes at most a quarter of the `budget`, and at most five seconds. If it does not end in time, or
    is so large that this is unlikely, the bound is the number of cards that have a placement.
    """
    balance, room = np.zeros(placements.cells), np.zeros(placements.cells)
    seconds = min(_SECONDS, budget.share(4).remaining())
    symbols = sum(int(starts[placements.cells]) for starts, _ in (placements.with_point, placements.with_circle))
    if len(placements) and symbols <= _SYMBOLS_PER_SECOND * seconds:
        balance, room = _dual_solution(placements, seconds)
    bound = proved_bound(placements, _rounded(balance), _rounded(room))
    return bound if bound >= 2 else 0


def proved_bound(placements: Placements, balance: Integers, room: Integers) -> int:
    """Return the bound that `balance` and `room` prove, which have a value from -2^36 to 2^36 for each cell."""
    room = np.maximum(room, 0)
    points, circles = _incidence(placements, placements.with_point), _incidence(placements, placements.with_circle)
    value = SCALE - points.T @ (balance + room) + circles.T @ balance
    charge = np.zeros(len(placements.position.cards), np.int64)
    np.maximum.at(charge, placements.cards, value)
    return int(charge.sum() + room.sum()) // SCALE


def _rounded(values: NDArray[np.float64]) -> Integers:
    limited = np.clip(np.nan_to_num(values), -_LARGEST_DUAL, _LARGEST_DUAL)
    rounded: Integers = np.rint(limited * SCALE).astype(np.int64)
    return rounded


def _incidence(placements: Placements, rows: Rows) -> csr_array:
    """Return the matrix of cells and placements that has a 1 for each entry of `rows`."""
    starts = rows[0][: placements.cells + 1].astype(np.int64)
    columns = rows[1][: starts[-1]].astype(np.int64)
    return csr_array((np.ones(len(columns), np.int64), columns, starts), shape=(placements.cells, len(placements)))


def incidences(placements: Placements) -> tuple[csr_array, csr_array, csr_array]:
    """Return which placements have a point on each cell, which have a circle on it, and which are those of each card.

    Each column belongs to a placement.
    """
    count = len(placements)
    cards = csr_array(
        (np.ones(count, np.int64), (placements.cards, np.arange(count))), shape=(len(placements.position.cards), count)
    )
    return _incidence(placements, placements.with_point), _incidence(placements, placements.with_circle), cards


def _dual_solution(placements: Placements, seconds: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the dual values of the balance and of the room of each cell, or zeros after `seconds`."""
    count, cells = len(placements), placements.cells
    points, circles, cards = incidences(placements)
    at_most_one = vstack([points, cards], format="csr")
    solved = linprog(
        -np.ones(count),
        A_ub=at_most_one,
        b_ub=np.ones(at_most_one.shape[0]),
        A_eq=points - circles,
        b_eq=np.zeros(cells),
        method="highs-ipm",
        options={"time_limit": max(0.01, seconds)},
    )
    if solved.status != 0:
        return np.zeros(cells), np.zeros(cells)
    return -solved.eqlin.marginals, -solved.ineqlin.marginals[:cells]


@dataclass(frozen=True, slots=True)
class CardArcs:
    """The arcs of the placements of cards with one point and one circle each, and the orbits of the cells.

    Parameters
    ----------
    tail, head, card : int64 (placements)
        The cell of the point, the cell of the circle, and the card of each placement.
    orbit : int64 (cells)
        The orbit of each cell. Only orbits with a cell that a placement touches are numbered, from 0.
    images : int64 (configurations, cells)
        The image of each cell in each configuration of the board.
    """

    tail: Integers
    head: Integers
    card: Integers
    orbit: Integers
    images: Integers

    @classmethod
    def of(cls, placements: Placements) -> "CardArcs":
        """Return the arcs of `placements`, whose cards can be placed in all configurations."""
        position = placements.position
        count = len(placements)
        tail, head = np.zeros(count, np.int64), np.zeros(count, np.int64)
        for ends, (starts, values) in ((tail, placements.with_point), (head, placements.with_circle)):
            ends[values[: starts[-1]]] = np.repeat(np.arange(placements.cells), np.diff(starts))
        number = {}
        for place, laid in enumerate(placements.placed):
            number[laid.placed.points[0]] = int(tail[place])
            number[laid.placed.circles[0]] = int(head[place])
        orbit_of = orbit_numbers(position.height, position.width, position.symmetry)
        orbit, images = np.zeros(len(number), np.int64), []
        for cell, at in number.items():
            orbit[at] = orbit_of[cell]
        for configuration in position.symmetry.configurations:
            image = np.zeros(len(number), np.int64)
            for cell, at in number.items():
                image[at] = number[configuration.moves(cell, position.height, position.width)]
            images.append(image)
        card = np.asarray(placements.cards, np.int64)
        return cls(tail, head, card, np.unique(orbit, return_inverse=True)[1], np.array(images))

    @property
    def orbits(self) -> int:
        """Return the number of orbits."""
        return int(self.orbit.max(initial=-1)) + 1


Booleans = NDArray[np.bool_]


class CardParities:
    """The colourings of the cells of some arcs that each configuration preserves or exchanges."""

    def __init__(self, arcs: CardArcs) -> None:
        self._arcs = arcs
        images, starts = arcs.images, np.unique(arcs.orbit, return_index=True)[1]
        number = {tuple(image): at for at, image in enumerate(images.tolist())}
        composed = np.array([[number[tuple(first[second])] for second in images.tolist()] for first in images])
        self._colourings: list[tuple[Booleans, Booleans]] = []
        for values in product([False, True], repeat=len(images)):
            exchanges = np.array(values)
            if exchanges.any() and (exchanges[composed] == exchanges[:, None] ^ exchanges).all():
                colour = np.zeros(len(arcs.orbit), np.bool_)
                colour[images[exchanges][:, starts]] = True
                # An orbit has no such colouring if a configuration that exchanges the colours preserves a cell.
                coloured = ~(images[exchanges][:, starts] == starts).any(axis=0)
                self._colourings.append((colour, coloured))

    def allow(self, cards: Integers) -> bool:
        """Return whether some cards, each given by one of its placements, can form a swish as far as parity decides."""
        tails, heads, orbit = self._arcs.tail[cards], self._arcs.head[cards], self._arcs.orbit
        return not any(
            coloured[orbit[tails]].all() and coloured[orbit[heads]].all() and (colour[tails] ^ colour[heads]).sum() % 2
            for colour, coloured in self._colourings
        )
