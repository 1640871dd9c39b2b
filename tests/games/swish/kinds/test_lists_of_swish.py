import json

import pytest

from ludex.catalogue.lists.listing import facets, page, selectable_of
from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.objects.reading import find
from ludex.games.swish.kinds import CARD, DECK, HYPERGRAPH, NO_SWISH_SET, PACK, POSITION, SWISH, SWISH_STACK
from tests.games.swish.kinds.filling_swish import fill

STORED = [kind for kind in SWISH.kinds if kind is not PACK]
BOARD = {"symmetry", "height", "width", "size"}


@pytest.mark.parametrize(
    ("kind", "facts", "others"),
    [
        (
            CARD,
            {"symmetry", "height", "width", "points", "circles", "configurations"},
            {"deck", "position", "swish", "no_swish_set"},
        ),
        (DECK, BOARD | {"title", "distinct_cards"}, {"card", "position", "no_swish_set", "slug"}),
        (HYPERGRAPH, {"nodes", "arcs", "hypernodes"}, {"position"}),
        (
            POSITION,
            BOARD | {"distinct_cards", "largest_size", "largest_proved", "grade"},
            {"card", "deck", "hypergraph", "swish", "no_swish_set"},
        ),
        (SWISH_STACK, BOARD, {"card", "deck", "position"}),
        (NO_SWISH_SET, BOARD, {"card", "deck", "position"}),
    ],
    ids=[kind.noun for kind in (CARD, DECK, HYPERGRAPH, POSITION, SWISH_STACK, NO_SWISH_SET)],
)
def test_what_lists_can_be_asked_by(catalogue, kind, facts, others):
    asked = selectable_of(catalogue.registry, kind)
    assert set(asked.facts) == facts
    assert {one.name for one in asked.filters.values()} >= facts | others | {"starting"}


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


def test_lists_leave_out_what_only_the_object_shows(catalogue):
    fill(catalogue)
    with catalogue.reading() as reader:
        for kind in STORED:
            [first] = page(reader, kind, {}, limit=1).items
            listed, whole = json.loads(first.text()), json.loads(find(reader, first.label).text())
            left_out = {
                "swish-deck": {"cards"},
                "swish-hypergraph": {"form", "position_count"},
                "swish-board": {"construction"},
            }
            assert set(whole) - set(listed) == left_out.get(kind.name, set()) | {"claims"}


@pytest.mark.parametrize("kind", STORED, ids=lambda kind: kind.noun)
def test_every_kind_has_its_picture(catalogue, kind):
    fill(catalogue)
    with catalogue.reading() as reader:
        [first] = page(reader, kind, {}, limit=1, whole=True).items
        assert picture_of(reader, first).startswith("<svg")
