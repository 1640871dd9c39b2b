"""The placements of cards with one point and one circle each, as arcs from the point's cell to the circle's cell."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludex.games.swish.card import orbit_numbers
from ludex.games.swish.solving.placements import Placements

Integers = NDArray[np.int64]


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
