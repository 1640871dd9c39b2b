"""What the starting catalogue ships of Swap Planarity."""

from itertools import pairwise

from ludex.catalogue.lists.listing import count, facets, page
from ludex.catalogue.objects.links import neighbours
from ludex.engine.difficulty import difficulty_word
from ludex.games.planarity.kinds import CENSUS_CLASS, LEVEL, ORDER_TYPE, PACK, X_TYPE


def test_there_are_500_different_levels_of_mixed_size_all_proved(starting):
    with starting.reading() as reader:
        levels = [one.document() for one in page(reader, LEVEL, {"starting": True, "proved": True}, limit=1000).items]
        counted = {
            (vertices, swaps): count(reader, LEVEL, {"vertices": vertices, "min_swaps": swaps}).count
            for vertices in range(8, 15)
            for swaps in range(2, 7)
        }
    assert len({level.label for level in levels}) == len(levels) == 500
    assert {level.provenance["method"] for level in levels} == {"rejection", "repair"}
    # Each size with each minimum, in numbers that differ by one at most.
    assert sum(counted.values()) == 500
    assert max(counted.values()) - min(counted.values()) <= 1


def test_the_packs_share_the_levels_by_grade(starting):
    with starting.reading() as reader:
        packs = page(reader, PACK, {"starting": True}).items
        assert [pack.document().slug for pack in packs] == ["easy", "classic", "hard", "expert"]
        held = [[one.label for one in neighbours(reader, pack.id, "has-level")] for pack in packs]
        by_place = [page(reader, LEVEL, {"pack": pack.label}, "grade", limit=1000).items for pack in packs]
    assert [[one.label for one in listed] for listed in by_place] == held
    assert [len(labels) for labels in held] == [pack.document().size for pack in packs]
    assert len({label for labels in held for label in labels}) == sum(map(len, held)) == 500
    for pack, listed in zip(packs, by_place, strict=True):
        grades = [one.document().difficulty.grade for one in listed]
        assert (pack.document().least_grade, pack.document().greatest_grade) == (grades[0], grades[-1])
    # A pack has the words for difficulties that no easier pack has.
    for one, other in pairwise(packs):
        assert difficulty_word(one.document().greatest_grade) != difficulty_word(other.document().least_grade)
        assert one.document().greatest_grade < other.document().least_grade


def test_the_point_sets_and_the_census_are_shipped_whole(starting):
    with starting.reading() as reader:
        # Order types up to reflection: O. Aichholzer, F. Aurenhammer, H. Krasser (2002); x-types: A. Pilz, E. Welzl.
        assert [count(reader, ORDER_TYPE, {"points": n}).count for n in range(3, 8)] == [1, 2, 3, 16, 135]
        assert [count(reader, X_TYPE, {"points": n}).count for n in range(3, 7)] == [1, 2, 3, 15]
        for n, classes, largest in ((4, 15, 1), (5, 598, 3)):
            minima = facets(reader, CENSUS_CLASS, {"vertices": n}, ["min_swaps"])["min_swaps"]
            assert sum(one.count for one in minima) == classes
            assert max(one.value for one in minima if one.value is not None) == largest
