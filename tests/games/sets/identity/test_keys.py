"""Keys never change. The golden ones were made once, fifty of each kind, from `random.Random(2028)`.

The forms of cards, decks and sets are written down here a second time; positions and caps come with an equivalent one.
"""

import json
from base64 import b32encode
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.keys import (
    canonical_position,
    count_differing_properties,
    deck_key,
    representative,
    set_key,
)
from ludex.games.sets.named_decks import built_in_deck, built_in_slug
from ludex.games.sets.position import Position, PositionTooLarge
from tests.games.sets.keys import cap_key, position_key
from tests.games.sets.sample_positions import moved, positions
from tests.oracles import set_brute_force, set_symmetries
from tests.trials import examples

DATA = Path(__file__).parents[3] / "data"


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
@pytest.mark.parametrize("one", golden("caps"))
def test_a_golden_class_of_caps_keeps_its_key(one, name):
    assert cap_key(position(one, name)).hex() == one["key"]


@pytest.mark.parametrize("deck", [Deck(4, 3), Deck(1, 1), Deck(6, 10), Deck(2, 36), Deck(19, 2)], ids=built_in_slug)
def test_a_whole_deck_is_named_by_its_slug(deck):
    assert built_in_deck(built_in_slug(deck)) == deck


@pytest.mark.parametrize("slug", ["set-3", "set-0-4", "set-37-1", "set-10-7", "set-03-4", "swish-3-4", "set-3-4-5", ""])
def test_other_texts_name_no_whole_deck(slug):
    assert built_in_deck(slug) is None


def test_the_key_of_the_largest_deck_is_that_of_its_definition():
    whole = Position.whole(Deck(6, 10))
    form = bytes([10, 6]) + b"".join(number.to_bytes(4, "big") for number in range(10**6))
    assert deck_key(whole) == b"\x01" + blake2b(b"setdeck\0" + form, digest_size=32).digest()


@settings(max_examples=examples(300), deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_a_symmetry_and_another_order_of_the_cards_keep_the_form(position: Position, rng: Random) -> None:
    assert canonical_position(moved(position, rng)).form == canonical_position(position).form


@settings(max_examples=examples(100), deadline=None)
@given(positions())
def test_the_form_is_that_of_its_representative(position: Position) -> None:
    canonical = canonical_position(position)
    assert sorted(canonical.order) == list(range(len(position.cards)))
    assert canonical_position(representative(position)).form == canonical.form


def _orbits(deck: Deck, maps: list[dict], sizes: range) -> dict[frozenset, int]:
    """Number the orbits of all positions of these sizes, one map after the other."""
    number: dict[frozenset, int] = {}
    for size in sizes:
        for chosen in combinations(set_symmetries.cards(deck.properties, deck.values), size):
            if frozenset(chosen) not in number:
                orbit = len(number)
                for image in maps:
                    number[frozenset(image[card] for card in chosen)] = orbit
    return number


@pytest.mark.parametrize(
    ("deck", "sizes"),
    [(Deck(2, 3), range(1, 10)), (Deck(2, 4), range(1, 5)), (Deck(1, 5), range(1, 6))],
    ids=["3^2, all", "4^2, to 4 cards", "5^1, all"],
)
def test_forms_are_equal_where_a_symmetry_takes_one_position_to_the_other(deck: Deck, sizes: range) -> None:
    p, v = deck.properties, deck.values
    maps = set_symmetries.affine_maps(p) if v == 3 else set_symmetries.property_maps(p, v)
    orbits = _orbits(deck, maps, sizes)
    forms = {
        chosen: canonical_position(Position(deck, tuple(map(deck.card, sorted(chosen))))).form for chosen in orbits
    }
    assert len(set(forms.values())) == len(set(orbits.values())) == len({(forms[c], orbits[c]) for c in orbits})


@pytest.mark.parametrize(("properties", "values"), [(1, 3), (2, 3), (3, 3), (1, 4), (2, 4), (2, 5)])
def test_the_symmetries_are_all_permutations_that_keep_sets(properties: int, values: int) -> None:
    """The order of the group by BLISS is that of AGL(p, 3), for v >= 4 that of S_v wr S_p."""
    deck = Deck(properties, values)
    codes = set_brute_force.whole_deck(properties, values)
    sets = [[tuple(map(int, code)) for code in found] for found in sorted(set_brute_force.all_sets(codes, values))]
    count = set_symmetries.symmetries_of_all_sets(properties, values, sets)
    if values == 3:
        order = deck.size
        for i in range(properties):
            order *= deck.size - 3**i
    else:
        from math import factorial

        order = factorial(values) ** properties * factorial(properties)
    assert count == order


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from([Deck(3, 3), Deck(4, 3), Deck(3, 4), Deck(2, 6)]), st.integers(3, 9), st.randoms())
def test_forms_agree_with_isomorphism_of_coloured_graphs(deck: Deck, size: int, rng: Random) -> None:
    """Two positions that differ in a card only, and so are often equivalent."""
    *rest, one, other = rng.sample(range(deck.size), size + 1)
    a, b = Position(deck, (*rest, one)), Position(deck, (*rest, other))
    digits = [[deck.digits(card) for card in each.cards] for each in (a, b)]
    expected = set_symmetries.are_equivalent(digits[0], digits[1], deck.values)
    assert (canonical_position(a).form == canonical_position(b).form) is expected


@pytest.mark.parametrize("deck", [Deck(4, 3), Deck(2, 6), Deck(3, 4), Deck(1, 36), Deck(10, 2)], ids=str)
def test_a_whole_deck_has_a_form_whatever_the_order_of_its_cards(deck: Deck) -> None:
    whole = Position.whole(deck)
    assert canonical_position(moved(whole, Random(3))).form == canonical_position(whole).form


def test_independent_cards_of_many_properties_are_equivalent() -> None:
    """Twelve cards of 3^12 that no affine dependency joins: their partitions are counted by dependencies, of none."""
    deck = Deck(12, 3)
    units = Position(deck, tuple(3**k for k in range(12)))
    assert canonical_position(moved(units, Random(1))).form == canonical_position(units).form


def test_positions_beyond_the_bounds_are_refused() -> None:
    with pytest.raises(PositionTooLarge, match="at most 4096"):
        canonical_position(Position(Deck(7, 4), tuple(range(4097))))
    with pytest.raises(PositionTooLarge, match="span 12 dimensions"):
        canonical_position(Position(Deck(12, 3), tuple(Random(1).sample(range(3**12), 200))))


def test_a_form_ends_with_its_budget() -> None:
    with pytest.raises(BudgetExhausted):
        canonical_position(Position.whole(Deck(4, 3)), Budget(seconds=0.0))


def test_positions_of_other_decks_have_other_keys() -> None:
    keys = {position_key(Position(Deck(p, v), (0, 1))) for p, v in ((2, 2), (3, 2), (2, 3), (3, 3), (2, 4))}
    assert len(keys) == 5
