"""Keys are permanent: golden cards fail on any change of the canonical form, and other keys are those of an oracle.

tests/data/golden-swish-cards.json was made once, from `random.Random(2026)`: fifty cards on boards of sides 1 to 6,
every third under symmetry square, each cell a point with probability 0.2 and a circle with probability 0.2 (blank cards
and repetitions drawn again), with the key that `card_key` gave and the label.
"""

from hypothesis import given

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.identity.keys import (
    canonical_stack,
    card_key,
    cards_form,
    deck_key,
    no_swish_key,
    position_key,
    swish_key,
)
from ludex.games.swish.position import Position
from tests.games.swish.random_cards import cards_and_symmetries, positions
from tests.oracles import swish_cards as oracle
from tests.oracles import swish_stacks


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
