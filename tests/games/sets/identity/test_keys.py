"""Keys never change. The golden ones were made once, fifty of each kind, from `random.Random(2028)`.

The forms of cards, decks and sets are written down here a second time; positions and caps come with an equivalent one.
"""

import json
from base64 import b32encode
from hashlib import blake2b
from pathlib import Path

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import from_document
from ludex.games.sets.identity.keys import card_key, count_differing_properties, deck_key, game_key, set_key
from ludex.games.sets.named_decks import built_in_deck, built_in_slug, built_in_title, whole_deck
from ludex.games.sets.position import Position
from tests.games.sets.keys import cap_key, position_key

DATA = Path(__file__).parents[3] / "data"
KINDS = ("cards", "decks", "positions", "found-sets", "caps", "games")


def golden(kind):
    listed = json.loads((DATA / f"golden-set-{kind}.json").read_text())
    return [pytest.param(one, id=one["label"]) for one in listed]


def position(one, name="cards"):
    return Position.from_codes(Deck(one["properties"], one["values"]), one[name])


def plain_key(kind, one, codes):
    """The key by its definition: numbers of the cards, ascending, in four bytes."""
    numbers = sorted(sum(int(c, 36) * one["values"] ** k for k, c in enumerate(reversed(code))) for code in codes)
    form = bytes([one["values"], one["properties"]]) + b"".join(number.to_bytes(4, "big") for number in numbers)
    return b"\x01" + blake2b(kind.encode() + b"\0" + form, digest_size=32).digest()


def hashed(key):
    return b32encode(key[1:]).decode().lower()[:16]


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_fifty_of_each_kind_with_different_labels(kind):
    labels = {one.values[0]["label"] for one in golden(kind)}
    assert len(labels) == len(golden(kind)) == 50


@pytest.mark.parametrize("one", golden("cards"))
def test_a_golden_card_keeps_its_key(one):
    deck = Deck(one["properties"], one["values"])
    number = deck.number(one["card"])
    key = plain_key("setcard", one, [one["card"]])
    assert card_key(deck, number).hex() == one["key"] == key.hex()
    assert one["label"] == f"set-card-{one['values']}-{one['properties']}-{one['card']}-{hashed(key)}"


@pytest.mark.parametrize("one", golden("decks"))
def test_a_golden_deck_keeps_its_key_in_any_order(one):
    listing = position(one)
    key = plain_key("setdeck", one, one["cards"])
    assert deck_key(listing).hex() == deck_key(listing.sorted()).hex() == one["key"] == key.hex()
    assert one["label"] == f"set-deck-{one['values']}-{one['properties']}-{len(one['cards'])}-{hashed(key)}"


@pytest.mark.parametrize("one", golden("found-sets"))
def test_a_golden_set_keeps_its_key_in_any_order(one):
    cards = position(one)
    differ = sum(len(set(column)) > 1 for column in zip(*one["cards"], strict=True))
    key = plain_key("set", one, one["cards"])
    assert set_key(cards.deck, cards.cards).hex() == one["key"] == key.hex()
    assert one["label"] == f"set-found-set-{one['values']}-{one['properties']}-{differ}-{hashed(key)}"
    assert count_differing_properties(cards.deck, cards.cards) == differ


@pytest.mark.parametrize("name", ["cards", "equivalent"])
@pytest.mark.parametrize("one", golden("positions"))
def test_a_golden_class_of_positions_keeps_its_key(one, name):
    assert position_key(position(one, name)).hex() == one["key"]


@pytest.mark.parametrize("name", ["cards", "equivalent"])
@pytest.mark.parametrize("one", golden("caps"))
def test_a_golden_class_of_caps_keeps_its_key(one, name):
    assert cap_key(position(one, name)).hex() == one["key"]


@pytest.mark.parametrize("one", golden("games"))
def test_a_golden_game_keeps_its_key(one):
    record = from_document(one["game"])
    assert game_key(record).hex() == one["key"]


@pytest.mark.parametrize("deck", [Deck(4, 3), Deck(1, 1), Deck(6, 10), Deck(2, 36), Deck(19, 2)], ids=built_in_slug)
def test_a_whole_deck_is_named_by_its_slug(deck):
    assert built_in_deck(built_in_slug(deck)) == deck


def test_whole_decks_list_every_card_once():
    named = whole_deck(Deck(3, 2))
    assert named.position.codes == ("000", "001", "010", "011", "100", "101", "110", "111")
    assert built_in_title(Deck(1, 1)) == "The one card of 1 property with 1 value each"


@pytest.mark.parametrize("slug", ["set-3", "set-0-4", "set-37-1", "set-10-7", "set-03-4", "swish-3-4", "set-3-4-5", ""])
def test_other_texts_name_no_whole_deck(slug):
    assert built_in_deck(slug) is None


def test_the_key_of_the_largest_deck_is_that_of_its_definition():
    whole = Position.whole(Deck(6, 10))
    form = bytes([10, 6]) + b"".join(number.to_bytes(4, "big") for number in range(10**6))
    assert deck_key(whole) == b"\x01" + blake2b(b"setdeck\0" + form, digest_size=32).digest()
