"""What the starting catalogue ships of Swap Planarity, read as it is shipped."""

from collections import Counter
from itertools import pairwise

import pytest
from ludex.catalogue.documents import Document
from ludex.catalogue.planarity.documents import CensusClassDocument, LevelDocument, OrderTypeDocument, PackDocument

from ludex.catalogue.starting import starting_documents


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return list(starting_documents())


@pytest.fixture(scope="module")
def levels(documents: list[Document]) -> list[LevelDocument]:
    return [document for document in documents if isinstance(document, LevelDocument)]


def test_there_are_500_different_levels_of_mixed_size_all_proved(levels: list[LevelDocument]) -> None:
    assert len({level.label for level in levels}) == len(levels) == 500
    assert all(level.proved and len(level.swaps or ()) == level.min_swaps for level in levels)
    assert {len(level.points) for level in levels} == set(range(8, 15))
    assert {level.min_swaps for level in levels} == set(range(2, 7))
    assert {level.provenance["method"] for level in levels} == {"rejection", "repair"}
    # Each size with each minimum, in numbers that differ by one at most.
    mixed = Counter((len(level.points), level.min_swaps) for level in levels)
    assert len(mixed) == 35 and max(mixed.values()) - min(mixed.values()) <= 1


def test_the_packs_share_the_levels_by_grade(documents: list[Document], levels: list[LevelDocument]) -> None:
    grades = {level.label: level.difficulty.grade for level in levels if level.difficulty is not None}
    packs = {pack.slug: pack.levels for pack in documents if isinstance(pack, PackDocument)}
    easy, classic, hard = (packs[slug] for slug in ("easy", "classic", "hard"))
    assert sorted(easy + classic + hard) == sorted(grades)
    ordered = [[grades[label] for label in pack] for pack in (easy, classic, hard)]
    assert all(pack == sorted(pack) for pack in ordered)
    assert all(one[-1] <= other[0] for one, other in pairwise(ordered))


def test_a_point_set_of_each_order_type_is_shipped(documents: list[Document]) -> None:
    types = [document for document in documents if isinstance(document, OrderTypeDocument)]
    # Order types up to reflection: O. Aichholzer, F. Aurenhammer, H. Krasser (2002).
    assert Counter(len(one.points) for one in types) == {3: 1, 4: 2, 5: 3, 6: 16, 7: 135}
    assert len({one.label for one in types}) == len(types)


def test_the_census_of_four_and_five_points_is_shipped_whole(documents: list[Document]) -> None:
    classes = [document for document in documents if isinstance(document, CensusClassDocument)]
    assert Counter(len(one.points) for one in classes) == {4: 15, 5: 598}
    for n, largest in ((4, 1), (5, 3)):
        minima = [one.min_swaps for one in classes if len(one.points) == n]
        assert max(minimum for minimum in minima if minimum is not None) == largest
