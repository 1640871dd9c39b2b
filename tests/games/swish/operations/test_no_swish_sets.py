from random import Random

import pytest

from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.kinds.kind import identify_value
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import find, plain_value
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.deck import Deck, built_in_deck
from ludex.games.swish.kinds import DECK, NO_SWISH_SET, POSITION
from ludex.games.swish.operations.decks import Cards, store_deck
from ludex.games.swish.operations.no_swish_sets import (
    all_largest_no_swish_sets,
    largest_no_swish_set,
    store_maxima,
    stored_maximum,
)
from ludex.games.swish.position import Position
from ludex.games.swish.solving.certificate import check_certificate
from ludex.games.swish.solving.no_swish import NoSwishMaximum
from tests.games.swish.commercial import dealt, deck

THREE = Position.from_codes(["..o/*../.../...", "*o./.../.../...", "..*/o../.../..."])


def maximum(*indices, proved=True, certificate=()):
    return NoSwishMaximum(indices, proved, len(indices), certificate)


def claim_of(catalogue, kind, name):
    with catalogue.reading() as reader:
        found = find(reader, name, kind)
        [claim] = claims_of(reader, found.id, "swish.no-swish-maximum")
        witnesses = neighbours(reader, found.id, "witnessed-by")
    return claim, witnesses


def test_a_maximum_counts_in_the_canonical_order(catalogue):
    assert THREE.canonical_order() == (1, 2, 0)
    [stored] = store_maxima(catalogue, Cards(THREE), [maximum(0, 1, certificate=((0, 2),))])
    with catalogue.reading() as reader:
        [position] = page(reader, POSITION, {}).items
    claim, [witness] = claim_of(catalogue, POSITION, position.label)
    assert claim.certificate == {"indices": [0, 2], "swishes": [[1, 2]], "up_to_copies": False, "weights": None}
    assert (claim.value, claim.lower, claim.upper, claim.proved) == (2, 2, 2, True)
    assert (witness.label, witness.detail) == (stored.label, {"indices": [0, 2]})
    with catalogue.reading() as reader:
        kept = plain_value(NO_SWISH_SET, find(reader, stored.label))
    assert kept == Position((THREE.cards[0], THREE.cards[1])).canonical()


def test_a_stored_maximum_is_answered_by_the_indices_of_any_listing(catalogue, monkeypatch):
    from ludex.games.swish.solving import no_swish

    position = dealt(6, n=12)
    first = largest_no_swish_set(catalogue, Cards(position), Budget())
    assert first.duplicate_of is None
    monkeypatch.setattr(no_swish, "largest_no_swish_set", None)  # it is not searched for again
    numbers = list(range(12))
    Random(3).shuffle(numbers)
    asked = Position(tuple(position.cards[number] for number in numbers))
    again = largest_no_swish_set(catalogue, Cards(asked), Budget(), stored_maximum(catalogue, Cards(asked)))
    assert (again.label, again.proved) == (first.label, True)
    check_certificate(asked, again.indices, again.certificate.swishes)
    kept = [asked.cards[index] for index in again.indices]
    with catalogue.reading() as reader:
        stored = plain_value(NO_SWISH_SET, find(reader, again.label))
    assert again.duplicate_of is not None
    matching = again.duplicate_of.matching or ()
    assert [card.canonical(asked.symmetry) for card in kept] == [stored.cards[place] for place in matching]


def test_the_maximum_of_a_deck_is_stored_with_the_deck(catalogue):
    cards = Cards(deck("swish-60"), built_in_deck("swish-60"))
    made = largest_no_swish_set(catalogue, cards, Budget())
    assert (made.size, made.duplicate_of) == (28, None)
    claim, [witness] = claim_of(catalogue, DECK, "swish-60")
    assert (claim.value, claim.proved, witness.label) == (28, True, made.label)
    # The same cards as a position are another subject, and the set is the same object.
    again = largest_no_swish_set(catalogue, Cards(deck("swish-60")), Budget())
    assert again.duplicate_of is not None
    with catalogue.reading() as reader:
        assert count(reader, NO_SWISH_SET, {"deck": "swish-60", "size": 28}).count == 1
        assert count(reader, POSITION, {"no_swish_set": again.label}).count == 1


def test_without_a_catalogue_nothing_is_stored():
    made = largest_no_swish_set(None, Cards(THREE), Budget())
    assert made.proved
    assert made.duplicate_of is None
    kept = Position(tuple(THREE.cards[index] for index in made.indices))
    assert made.label == identify_value(NO_SWISH_SET, kept).label


def test_where_the_budget_ends_before_a_card_is_kept_it_says_so(catalogue):
    with pytest.raises(BudgetExhausted):
        largest_no_swish_set(catalogue, Cards(deck("swish-60")), Budget(seconds=0.0))
    with catalogue.reading() as reader:
        assert count(reader, POSITION, {}).count == 0


def test_larger_sets_and_proved_ones_take_the_place_of_others(catalogue):
    cards = Cards(deck("swish-36"), built_in_deck("swish-36"))

    def known():
        claim, witnesses = claim_of(catalogue, DECK, "swish-36")
        return claim.value, claim.proved, len(witnesses)

    store_maxima(catalogue, cards, [maximum(0, 1, proved=False)])
    assert known() == (2, False, 1)
    store_maxima(catalogue, cards, [maximum(0, 1, 2, proved=False)])
    assert known() == (3, False, 1)
    store_maxima(catalogue, cards, [maximum(0, 1, 3, proved=False)])
    assert known() == (3, False, 2)
    store_maxima(catalogue, cards, [maximum(0, 1, 2, certificate=((4, 5),))])
    assert known() == (3, True, 2)
    store_maxima(catalogue, cards, [maximum(0, 1, 2, 3, proved=False)])
    assert known() == (3, True, 2)
    claim, _ = claim_of(catalogue, DECK, "swish-36")
    assert claim.certificate["swishes"] == [[4, 5]]
    with catalogue.reading() as reader:
        assert count(reader, NO_SWISH_SET, {}).count == 4
        assert count(reader, NO_SWISH_SET, {"deck": "swish-36"}).count == 2


def test_every_maximum_of_a_small_deck_with_its_classes(catalogue):
    codes = ["*o./...", "o*./...", "*../o..", "o../*..", "*../.o."]
    store_deck(catalogue, Position.from_codes(codes), "five")
    cards = Cards(Position.from_codes(codes), Deck("five", "", "", Position.from_codes(codes)))
    found = all_largest_no_swish_sets(catalogue, cards, Budget())
    assert len(found.sets) > 1
    assert sorted(place for one in found.classes for place in one) == list(range(len(found.sets)))
    assert len(found.classes_with_reversal) <= len(found.classes)
    claim, witnesses = claim_of(catalogue, DECK, "five")
    assert (claim.value, claim.proved) == (found.size, True)
    kept = {
        identify_value(NO_SWISH_SET, Position(tuple(cards.position.cards[i] for i in one))).label for one in found.sets
    }
    assert {one.label for one in witnesses} == kept
    assert all_largest_no_swish_sets(None, cards, Budget()) == found
