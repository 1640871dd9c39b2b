"""The orbits of a board's cells under the configurations, and the colour of each orbit."""

from ludex.games.swish.card import Cell, Configuration, Symmetry, require_board

Orbit = tuple[Cell, ...]
"""The cells that the configurations map to each other, in row order. The first cell identifies the orbit."""


def orbit_of(cell: Cell, height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Orbit:
    """Return the orbit of a `cell` of a `height` x `width` board under a `symmetry`.

    >>> orbit_of((4, 1), 4, 3)
    ((1, 1), (1, 3), (4, 1), (4, 3))
    """
    symmetry.require_board(height, width)
    return tuple(sorted({c.moves(cell, height, width) for c in symmetry.configurations}))


def orbits(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> list[Orbit]:
    """Return the orbits of a `height` x `width` board under a `symmetry`, in the order of their first cells.

    Cost: O(cells log cells).

    >>> [len(orbit) for orbit in orbits(4, 3)]
    [4, 2, 4, 2]
    """
    require_board(height, width)
    found: dict[Cell, Orbit] = {}
    for a in range(1, height + 1):
        for b in range(1, width + 1):
            orbit = orbit_of((a, b), height, width, symmetry)
            found.setdefault(orbit[0], orbit)
    return list(found.values())


def orbit_numbers(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> dict[Cell, int]:
    """Return the colour of each cell of a `height` x `width` board, which is the index of its orbit in :func:`orbits`.

    Colours are numbered from 0. The orbits are those of a `symmetry`. On the commercial 4 x 3 board, the four colours
    correspond to those in section 1.1: 0 is blue (corners), 1 is green (middle column, outer rows), 2 is orange (inner
    rows, outer columns), and 3 is purple (middle column, inner rows).
    """
    return {cell: number for number, orbit in enumerate(orbits(height, width, symmetry)) for cell in orbit}


def configuration_between(
    source: Cell, target: Cell, height: int, width: int, symmetry: Symmetry
) -> Configuration | None:
    """Return the first configuration that maps the cell `source` to the cell `target`, or None if their orbits differ.

    The cells are cells of a `height` x `width` board, and the configurations belong to a `symmetry`.
    """
    for configuration in symmetry.configurations:
        if configuration.moves(source, height, width) == target:
            return configuration
    return None
