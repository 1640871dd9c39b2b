import dataclasses

import pytest

from ludex.catalogue.kinds.registry import GameKinds, Registry
from ludex.catalogue.kinds.relation import Relation
from tests.catalogue.necklaces import LETTER, TOYS

OTHER = dataclasses.replace(LETTER, name="other-letter", address="others/letters")


def game(**changes):
    return dataclasses.replace(GameKinds("Others", (OTHER,)), **changes)


def test_a_relation_that_games_share_is_one_with_the_kinds_of_all_of_them():
    holds = Relation("holds", "held-by", ("other-letter",), ("other-letter",), "itself")
    registry = Registry((TOYS, game(relations=(holds,))))
    assert registry.relation["holds"].sources == ("toy-multiset", "other-letter")
    assert registry.directed["held-by"] == (registry.relation["holds"], True)
    with pytest.raises(KeyError):
        registry.directed["held"]


@pytest.mark.parametrize(
    "games",
    [
        (TOYS, TOYS),
        (
            TOYS,
            game(relations=(Relation("holds", "held-by", ("other-letter",), ("other-letter",), "", counted=True),)),
        ),
        (game(relations=(Relation("loves", "loved-by", ("other-letter",), ("nothing",), ""),)),),
    ],
)
def test_declarations_that_clash_are_refused(games):
    with pytest.raises(ValueError, match=r"name|declare the relation|no kind"):
        Registry(games)


def test_a_kind_has_a_table_of_its_facts():
    registry = Registry((TOYS,))
    table = registry.facts["toy-necklace"]
    assert table.name == "toy_necklace"
    assert list(table.c.keys()) == ["node", "length", "period", "note", "weight", "known", "multiset"]
    assert [index.name for index in table.indexes] == ["ix_toy_necklace_multiset"]
