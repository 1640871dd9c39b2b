"""Keys are permanent: golden cards fail on any change of the canonical form, and other keys are those of an oracle.

tests/data/golden-swish-cards.json was made once, from `random.Random(2026)`: fifty cards on boards of sides 1 to 6,
every third under symmetry square, each cell a point with probability 0.2 and a circle with probability 0.2 (blank cards
and repetitions drawn again), with the key that `card_key` gave and the label.
"""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given

from ludex.games.swish.card import Card, Symmetry, one_pair_cards
from ludex.games.swish.identity.card_matching import (
    canonical_numbers,
    canonical_stack,
    card_key,
    cards_form,
    deck_key,
    holds_cards,
    holds_image,
    no_swish_key,
    place_from_detail,
    place_stack,
    placement_detail,
    position_key,
    renumbered,
    swish_key,
)
from ludex.games.swish.identity.hypergraph import canonical_hypergraph
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.search import find_all
from ludex.games.swish.swishes import Stack
from tests.games.swish.commercial import dealt
from tests.games.swish.random_cards import cards_and_symmetries, positions
from tests.oracles import swish_cards as oracle
from tests.oracles import swish_stacks

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


def by_subsets(position, pattern):
    form = canonical_hypergraph(pattern).form
    return any(
        canonical_hypergraph(position.part(some)).form == form
        for some in combinations(range(len(position.cards)), len(pattern.cards))
    )


def test_images_are_found_where_a_subset_has_the_same_hypergraph():
    numbers, answers = Random(3), []
    for board, symmetry in (((3, 3), Symmetry.RECTANGLE), ((2, 3), Symmetry.RECTANGLE), ((2, 2), Symmetry.SQUARE)):
        cards = one_pair_cards(*board, symmetry)
        for _ in range(25):
            position = Position(tuple(numbers.choices(cards, k=6)), symmetry)
            pattern = Position(tuple(numbers.choices(cards, k=numbers.randint(2, 3))), symmetry)
            wanted = by_subsets(position, pattern)
            assert holds_image(position, pattern) is wanted
            answers.append(wanted)
            assert not holds_cards(position, pattern) or wanted
    assert {True, False} == set(answers)


def test_cards_are_numbered_in_their_canonical_order() -> None:
    position = Position.from_codes([".*o", "o.*", "*o.", "*.o"])
    numbers = canonical_numbers(position)
    assert sorted(numbers) == [0, 1, 2, 3]
    canonical = position.canonical().cards
    assert [canonical[number] for number in numbers] == [card.canonical(position.symmetry) for card in position.cards]
    assert renumbered([[0, 3], [2]], (3, 0, 2, 1)) == ((1, 3), (2,))


@pytest.mark.parametrize(
    ("cards", "held"),
    [(["*.o"], True), (["o.*", "*.o"], True), (["*.o"] * 3, False), (["*o"], False), (["*./o."], False)],
)
def test_a_position_holds_cards_with_as_many_copies_on_the_same_board(cards, held):
    assert holds_cards(Position.from_codes(["*o.", "o.*", "*.o"]), Position.from_codes(cards)) is held


def test_a_swish_in_a_position_is_sorted_by_its_cards():
    position = Position.from_codes(["o*.", "*o."])
    stack = Stack(canonical_stack(position.cards, position.symmetry), position.symmetry)
    swish = place_stack(stack.cards[::-1], position)
    assert swish.indices == (0, 1)
    assert placement_detail(stack, position)["indices"] == [position.cards.index(card) for card in stack.cards]


def test_an_image_has_no_more_cards_and_the_same_symmetry() -> None:
    two, three = (Position.from_codes(codes) for codes in (["*o.", "o.*"], ["*o.", "o.*", "*.o"]))
    assert holds_image(three, two) and holds_image(two, two)
    assert not holds_image(two, three)
    flipped, turned = (Position.from_codes(["*o/.."], symmetry) for symmetry in Symmetry)
    assert holds_image(flipped, flipped) and not holds_image(flipped, turned)


@given(cards_and_symmetries())
def test_configurations_share_a_key(given_card: tuple[Card, Symmetry]) -> None:
    card, symmetry = given_card
    for _, laid in card.configurations(symmetry):
        assert card_key(laid, symmetry) == card_key(card, symmetry)


def test_the_symmetry_is_part_of_a_cards_identity() -> None:
    card = Card.from_code("*o/..")
    assert card_key(card, Symmetry.RECTANGLE) != card_key(card, Symmetry.SQUARE)


@given(positions())
def test_keys_hash_the_symmetry_the_board_and_the_sorted_canonical_cards(position: Position) -> None:
    symmetry = position.symmetry.value
    codes = [oracle.canonical(str(card), symmetry) for card in position.cards]
    codes.sort(key=lambda code: (oracle.cells_of(code, "*"), oracle.cells_of(code, "o")))
    form = f"{symmetry} {position.height}x{position.width} {' '.join(codes)}"
    assert cards_form(position) == form.encode()
    for kind, key_of in (("position", position_key), ("deck", deck_key), ("noswish", no_swish_key)):
        assert key_of(position) == oracle.key(kind, form)


@given(positions())
def test_a_stack_has_the_key_of_each_of_its_configurations(position: Position) -> None:
    symmetry = position.symmetry
    expected = swish_stacks.swish_key(list(map(str, position.cards)), symmetry.value)
    for configuration in symmetry.configurations:
        stack = [card.configured(configuration) for card in reversed(position.cards)]
        assert swish_key(stack, symmetry) == expected
        assert canonical_stack(stack, symmetry) == canonical_stack(position.cards, symmetry)
