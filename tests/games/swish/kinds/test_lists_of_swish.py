import json

import pytest

from ludex.catalogue.lists.listing import facets, page
from ludex.catalogue.objects.pictures import picture_of
from ludex.games.swish.kinds import DECK, PACK, POSITION, SWISH
from tests.games.swish.kinds.filling_swish import fill

STORED = [kind for kind in SWISH.kinds if kind is not PACK]


def test_facets_count_the_objects(catalogue):
    fill(catalogue)
    with catalogue.reading() as reader:
        found = facets(reader, POSITION, {}, ["largest_size", "symmetry", "height"])
        assert {(one.value, one.count) for one in found["largest_size"]} == {(None, 2), (4, 1)}
        assert {(one.value, one.count) for one in found["symmetry"]} == {("rectangle", 2), ("square", 1)}
        ordered = [json.loads(one.text()) for one in page(reader, POSITION, {}, "largest_size", descending=True).items]
        # A position whose largest swish is not known comes after the others.
        assert [(one["largest_swish"] or {}).get("size") for one in ordered] == [4, None, None]
        titles = [json.loads(one.text())["title"] for one in page(reader, DECK, {}, "title").items]
        assert titles == ["All one-point-one-circle cards of the 4 x 3 board", "Mine — «ä»"]


@pytest.mark.parametrize("kind", STORED, ids=lambda kind: kind.noun)
def test_every_kind_has_its_picture(catalogue, kind):
    fill(catalogue)
    with catalogue.reading() as reader:
        [first] = page(reader, kind, {}, limit=1, whole=True).items
        assert picture_of(reader, first).startswith("<svg")
