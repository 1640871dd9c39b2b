import pytest

from ludex.games.swish.identity.card_matching import place_from_detail, place_stack, placement_detail
from ludex.games.swish.identity.keys import canonical_stack
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.search import find_all
from ludex.games.swish.swishes import Stack
from tests.games.swish.commercial import dealt

COPIES = Position.from_codes(["*o.", "*o.", "*.o"])
STACK = Stack(Position.from_codes(["*o.", "o*."]).cards)


def test_every_swish_lies_where_it_is_said_to():
    position = dealt(8, n=9)
    swishes = find_all(position).items
    assert swishes
    for swish in swishes:
        stack = Stack(canonical_stack(swish.stack, position.symmetry), position.symmetry)
        found = place_from_detail(stack, position, placement_detail(Stack(swish.stack, position.symmetry), position))
        assert sorted(found.stack) == sorted(stack.cards)
        for placed in found.cards:
            assert position.cards[placed.index].configured(placed.configuration) == placed.placed


def test_of_several_copies_a_stack_has_the_first():
    one = Stack(Position.from_codes(["*o."]).cards)
    assert placement_detail(one, COPIES)["indices"] == [0]
    assert place_stack(one.cards, COPIES).indices == (0,)
    with pytest.raises(PositionError, match="a card that is not in the position"):
        placement_detail(STACK, COPIES)
    with pytest.raises(PositionError, match="a card that is not in the position"):
        place_stack(STACK.cards, COPIES)


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        (None, "indices must be numbers of cards, 0 to 2"),
        ({"indices": "01", "configurations": []}, "indices must be numbers"),
        ({"indices": [0, 3], "configurations": []}, "indices must be numbers"),
        ({"indices": [0, 0], "configurations": ["identity", "identity"]}, "an index is repeated"),
        ({"indices": [0, 1], "configurations": ["identity"]}, "each card must have a configuration"),
        ({"indices": [0, 1], "configurations": ["identity", "sideways"]}, "sideways"),
        ({"indices": [0, 1], "configurations": [["identity"], "identity"]}, "identity"),
        ({"indices": [0, 1], "configurations": ["identity", "flip-left"]}, "do not form the swish"),
    ],
)
def test_what_does_not_lay_the_swish_is_refused(stated, message):
    two = Stack(COPIES.part([0, 1]).cards)
    assert place_from_detail(two, COPIES, {"indices": [0, 1], "configurations": ["identity"] * 2}).indices == (0, 1)
    with pytest.raises(ValueError, match=message):
        place_from_detail(two, COPIES, stated)
