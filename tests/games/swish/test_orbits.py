"""The orbits of a board are its cells up to flips and turns."""

import pytest

from ludex.games.swish.card import BoardError, Configuration, Symmetry
from ludex.games.swish.orbits import configuration_between, orbit_numbers, orbit_of, orbits
from tests.oracles import swish_cards as oracle

SMALL_BOARDS = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 3), (4, 3), (3, 4), (4, 4), (5, 5), (6, 5)]
SEVERAL_BOARDS = [*SMALL_BOARDS, (8, 8), (9, 9), (1, 255), (255, 16)]


def symmetries(height: int, width: int) -> list[Symmetry]:
    return list(Symmetry) if height == width else [Symmetry.RECTANGLE]


@pytest.mark.parametrize(("height", "width"), SEVERAL_BOARDS)
def test_orbits_partition_the_board_as_the_symmetries_move_its_cells(height: int, width: int) -> None:
    for symmetry in symmetries(height, width):
        found = orbits(height, width, symmetry)
        assert {frozenset(orbit) for orbit in found} == oracle.cell_orbits(height, width, symmetry)
        assert sorted(cell for orbit in found for cell in orbit) == [
            (a, b) for a in range(1, height + 1) for b in range(1, width + 1)
        ]
        assert found == sorted(found)
        assert all(list(orbit) == sorted(orbit) for orbit in found)


@pytest.mark.parametrize(("height", "width"), [(4, 3), (4, 4), (5, 5)])
def test_a_cell_names_its_orbit_and_its_number(height: int, width: int) -> None:
    for symmetry in symmetries(height, width):
        found = orbits(height, width, symmetry)
        for cell, number in orbit_numbers(height, width, symmetry).items():
            assert cell in found[number]
            assert orbit_of(cell, height, width, symmetry) == found[number]


@pytest.mark.parametrize(("height", "width"), [(4, 3), (3, 3), (4, 4)])
def test_a_configuration_takes_a_cell_to_each_of_its_orbit_and_to_no_other(height: int, width: int) -> None:
    for symmetry in symmetries(height, width):
        number = orbit_numbers(height, width, symmetry)
        for source in number:
            assert configuration_between(source, source, height, width, symmetry) is Configuration.IDENTITY
            for target in number:
                found = configuration_between(source, target, height, width, symmetry)
                assert (found is not None) == (number[source] == number[target])
                if found is not None:
                    assert found in symmetry.configurations
                    assert found.moves(source, height, width) == target


def test_boards_out_of_bounds_have_no_orbits() -> None:
    with pytest.raises(BoardError):
        orbits(256, 1)
    with pytest.raises(BoardError):
        orbits(4, 3, Symmetry.SQUARE)
