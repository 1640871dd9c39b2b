"""Storing the level collection: parts, and packs by difficulty and by theme."""

import json

from ludex.catalogue.catalogue import Catalogue
from ludex.games.planarity.kinds import PACK
from ludex.games.planarity.operations.level_collection import (
    level_lines,
    store_collection_packs,
    store_part,
    stored_levels,
)
from ludex.games.planarity.operations.levels import find_level
from ludex.games.planarity.study.level_bands import BANDS, Theme, band_of
from ludex.games.planarity.study.level_collection import make_part, parts_by_number, themes_of
from ludex.operations.packs import labels_of_pack

SMALL = 2_000
PARTS = parts_by_number(range(7), SMALL)


def store_parts(catalogue: Catalogue) -> None:
    for part in PARTS:
        store_part(catalogue, part)


def test_a_part_is_stored_once(catalogue: Catalogue) -> None:
    part = PARTS[1]
    first = store_part(catalogue, part)
    assert (first.new, first.known) == (part.size, 0)
    again = store_part(catalogue, part)
    assert (again.new, again.known) == (0, part.size)


def test_stored_levels_are_those_of_the_lines(catalogue: Catalogue) -> None:
    levels = make_part(PARTS[1])
    store_part(catalogue, PARTS[1])
    for line, level in zip(level_lines(levels), levels, strict=True):
        stored = find_level(catalogue, json.loads(line)["label"])
        assert (stored.drawing, stored.solution) == (level.drawing, level.solution)
        assert stored.provenance == level.provenance
        assert stored.fewer == level.fewer


def test_stored_levels_have_the_order_in_which_they_are_made(catalogue: Catalogue) -> None:
    for part in reversed(PARTS):
        store_part(catalogue, part)
    made = [level.drawing for part in PARTS for level in make_part(part)]
    assert [level.drawing for level in stored_levels(catalogue, SMALL)] == made


def test_packs_divide_the_levels_by_difficulty_and_collect_themes(catalogue: Catalogue) -> None:
    store_parts(catalogue)
    packs = {pack.slug: pack for pack in store_collection_packs(catalogue, SMALL)}
    labels = [labels_of_pack(catalogue, PACK, slug) for slug in packs if slug.startswith("difficulty-")]
    assert sum(map(len, labels)) == len({label for pack in labels for label in pack})
    assert sum(map(len, labels)) == sum(part.size for part in PARTS)
    for band in range(BANDS):
        slug = f"difficulty-{band + 1}-of-{SMALL}"
        if slug in packs:
            measures = [find_level(catalogue, label).difficulty for label in labels_of_pack(catalogue, PACK, slug)]
            grades = [measure.grade for measure in measures if measure is not None]
            assert grades == sorted(grades)
            assert {band_of(grade) for grade in grades} == {band}
    trees = labels_of_pack(catalogue, PACK, f"theme-trees-of-{SMALL}")
    assert len(trees) == sum(part.size for part in PARTS if part.family == "tree")
    assert all(Theme.TREES in themes_of(find_level(catalogue, label)) for label in trees)


def test_packs_follow_the_levels_that_are_stored_later(catalogue: Catalogue) -> None:
    store_part(catalogue, PARTS[0])
    before = {pack.slug: pack.levels for pack in store_collection_packs(catalogue, SMALL)}
    store_parts(catalogue)
    after = {pack.slug: pack.levels for pack in store_collection_packs(catalogue, SMALL)}
    assert before.items() != after.items()
    assert all(after[slug] >= levels for slug, levels in before.items())
    assert store_collection_packs(catalogue, SMALL) == store_collection_packs(catalogue, SMALL)
