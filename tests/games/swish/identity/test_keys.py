"""Keys of cards are permanent: the golden ones fail on any change of the canonical form.

tests/data/golden-swish-cards.json was made once, from `random.Random(2026)`: fifty cards on boards of sides 1 to 6,
every third under symmetry square, each cell a point with probability 0.2 and a circle with probability 0.2 (blank cards
and repetitions drawn again), with the key that `card_key` gave and the label.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.identity.keys import card_key
from tests.games.swish.random_cards import cards_and_symmetries
from tests.oracles import swish_cards as oracle

GOLDEN = json.loads((Path(__file__).parents[3] / "data" / "golden-swish-cards.json").read_text())


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["label"])
def test_a_golden_card_keeps_its_key(golden: dict[str, str]) -> None:
    card, symmetry = Card.from_code(golden["card"]), Symmetry(golden["symmetry"])
    assert card_key(card, symmetry).hex() == golden["key"] == oracle.card_key(golden["card"], golden["symmetry"]).hex()


def test_there_are_fifty_golden_cards_with_different_keys() -> None:
    assert len({golden["key"] for golden in GOLDEN}) == len(GOLDEN) == 50


@given(cards_and_symmetries())
def test_configurations_share_a_key(given_card: tuple[Card, Symmetry]) -> None:
    card, symmetry = given_card
    for _, laid in card.configurations(symmetry):
        assert card_key(laid, symmetry) == card_key(card, symmetry)


def test_the_symmetry_is_part_of_a_cards_identity() -> None:
    card = Card.from_code("*o/..")
    assert card_key(card, Symmetry.RECTANGLE) != card_key(card, Symmetry.SQUARE)
