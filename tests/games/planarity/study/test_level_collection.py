"""The collection of graded levels: its parts never overlap, and each part follows from its number alone."""

from collections import Counter

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.workers import spread
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.making.plane_families import PlaneFamily
from ludex.games.planarity.study.level_bands import BANDS, LEVELS, Theme, band_of, grades_of
from ludex.games.planarity.study.level_collection import (
    CollectionError,
    Part,
    collection_parts,
    make_part,
    make_parts,
    parts_by_number,
    themes_of,
)
from tests.oracles.triangulations import is_plane
from tests.oracles.untangling import fewest_swaps

SMALL = 2_000


def small_parts() -> tuple[Part, ...]:
    return parts_by_number(range(7), SMALL)


def test_each_band_has_a_tenth_of_the_levels_and_each_size_has_parts() -> None:
    parts = collection_parts()
    assert [sum(part.quotas[band] for part in parts) for band in range(BANDS)] == [LEVELS // BANDS] * BANDS
    assert {part.vertices for part in parts} == set(range(6, 41))
    assert [part.number for part in parts] == list(range(len(parts)))


def test_no_two_parts_have_the_same_numbers_of_vertices_and_edges() -> None:
    sizes = Counter((part.vertices, edges) for part in collection_parts() for edges in part.edges)
    assert set(sizes.values()) == {1}


def test_the_numbers_of_edges_are_those_of_the_families() -> None:
    parts = collection_parts()
    assert len(parts) == 260
    for part in parts:
        n, least, most = part.vertices, part.edges[0], part.edges[-1]
        allowed = {
            PlaneFamily.TREE: (n - 1, n - 1),
            PlaneFamily.CYCLE: (n, n),
            PlaneFamily.OUTERPLANAR: (3 * n // 2, 3 * n // 2),
            PlaneFamily.SYMMETRIC: (4 * n // 3 + 1, 4 * n // 3 + 1),
            PlaneFamily.TRIANGULATION: (2 * n + 1, 3 * n - 6),
        }
        if part.family is PlaneFamily.GENERAL:
            assert least == most and most in (n + n // 6, 5 * n // 3 + 1, 2 * n)
        else:
            assert (least, most) == allowed[part.family]
    families = Counter(part.family for part in parts)
    # One size in two has the symmetry, from 8 vertices on; there are 35 sizes, and three parts of general drawings.
    assert families == {
        PlaneFamily.TREE: 35,
        PlaneFamily.CYCLE: 35,
        PlaneFamily.OUTERPLANAR: 35,
        PlaneFamily.SYMMETRIC: 17,
        PlaneFamily.TRIANGULATION: 33,
        PlaneFamily.GENERAL: 105,
    }


def test_bands_divide_the_grades() -> None:
    for grade in range(60):
        least, most = grades_of(band_of(grade))
        assert least <= grade
        assert most is None or grade <= most


def test_a_part_fills_its_bands_with_proved_levels_of_different_classes() -> None:
    for part in small_parts():
        levels = make_part(part)
        bands = Counter(band_of(level.difficulty.grade) for level in levels if level.difficulty is not None)
        assert [bands[band] for band in range(BANDS)] == list(part.quotas)
        assert len({swap_key(level.drawing) for level in levels}) == part.size == len(levels)
        for level in levels:
            drawing, solution = level.drawing, level.solution
            assert (drawing.vertices, len(drawing.edges) in part.edges) == (part.vertices, True)
            assert is_plane(drawing.after(solution.swaps).points, drawing.edges)
            if part.vertices == 6:
                assert (solution.min_swaps, solution.arrangements, solution.sequences) == fewest_swaps(
                    drawing.points, drawing.edges
                )


def test_other_processes_make_the_same_levels() -> None:
    parts = small_parts()
    here = list(make_parts(parts))
    with spread(2) as apply:
        assert list(make_parts(parts, Budget(), apply)) == here
    assert [make_part(part) for part in reversed(parts)] == [levels for _, levels in reversed(here)]


def test_the_themes_are_those_of_the_family_and_of_the_solutions() -> None:
    levels = [level for part in small_parts() for level in make_part(part)]
    trees = [level for level in levels if Theme.TREES in themes_of(level)]
    assert trees
    assert {level.provenance["family"] for level in trees} == {"tree"}
    for level in levels:
        assert level.difficulty is not None
        assert (Theme.WORSE_FIRST in themes_of(level)) == level.difficulty.crossings_must_rise
        one_way = level.difficulty.orders == 1 and level.solution.min_swaps != 1
        assert (Theme.ONE_WAY in themes_of(level)) == one_way


def test_a_part_without_enough_levels_fails_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.planarity.study.level_collection._DRAWINGS", 30)
    part = collection_parts(SMALL)[0]
    impossible = Part(part.number, part.family, part.vertices, part.edges, (0,) * 9 + (1,), SMALL)
    with pytest.raises(CollectionError, match="part 0 has no more levels of band 9"):
        make_part(impossible)


def test_the_budget_ends_a_part() -> None:
    with pytest.raises(BudgetExhausted):
        make_part(collection_parts()[-1], Budget(stop=lambda: True))


@pytest.mark.parametrize("levels", [0, 5, 15])
def test_sizes_that_bands_cannot_share_are_refused(levels: int) -> None:
    with pytest.raises(CollectionError, match="a positive multiple of 10"):
        collection_parts(levels)


def test_unknown_parts_are_refused() -> None:
    assert [part.number for part in parts_by_number([259, 0])] == [259, 0]
    for number in (-1, 260):
        with pytest.raises(CollectionError, match=f"part {number}: the parts are 0 to 259"):
            parts_by_number([number])
