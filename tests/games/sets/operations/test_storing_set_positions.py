from itertools import combinations
from random import Random

import pytest

from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import find
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.equivalence import compare
from ludex.games.sets.operations.positions import dedup, find_equivalent, store_position
from ludex.games.sets.position import Position, PositionTooLarge, is_set
from ludex.games.sets.solving.solver import Find
from tests.games.sets.operations.set_samples import as_sets, drawn, every, listed
from tests.games.sets.sample_positions import moved

DECKS = [Deck(4, 3), Deck(3, 4), Deck(2, 5), Deck(5, 2), Deck(1, 1)]


def through(sets, sent, there, matching):
    image = {card: there.cards[matching[index]] for index, card in enumerate(sent.cards)}
    return {tuple(sorted(image[card] for card in cards)) for cards in sets}


def found_in(catalogue, label):
    with catalogue.reading() as reader:
        return neighbours(reader, find(reader, label).id, "contains")


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_a_class_is_stored_once_and_shows_its_first_cards(catalogue, deck):
    first = drawn(1, min(9, deck.size), deck)
    other = moved(first, Random(2))
    new, again = store_position(catalogue, first), store_position(catalogue, other)
    assert (new.stored.created, again.stored.created) == (True, False)
    assert again.stored.id == new.stored.id
    assert new.matching == tuple(range(len(first.cards)))
    [document] = every(catalogue, "set-position")
    assert document.position == first == again.stored.document.position
    # The matching takes the sets of what was sent to the sets of what is shown.
    assert through(as_sets(other), other, first, again.matching) == as_sets(first)


def test_positions_that_differ_are_stored_apart(catalogue):
    positions = [drawn(seed, 12) for seed in range(20)]
    stored = [store_position(catalogue, one).stored for one in positions]
    assert len({one.id for one in stored}) == len({one.label for one in stored})
    for (i, a), (j, b) in combinations(enumerate(positions), 2):
        assert (stored[i].id == stored[j].id) == compare(a, b).equivalent


def test_what_becomes_known_of_the_sets_is_filled_in_and_stays(catalogue):
    position = drawn(5)
    number = len(as_sets(position))

    def known():
        [document] = every(catalogue, "set-position")
        return document.sets, document.has_set

    store_position(catalogue, position)
    assert known() == (None, None)
    store_position(catalogue, moved(position, Random(1)), Find.COUNT)
    assert known() == (number, number > 0)
    assert len(listed(catalogue, "set-position", {"sets": number, "has_set": number > 0})) == 1
    assert store_position(catalogue, position).stored.document.sets == number
    assert known() == (number, number > 0)


def test_an_empty_table_is_a_position(catalogue):
    stored = store_position(catalogue, Position(Deck(4, 3), ()), Find.COUNT).stored
    assert (stored.document.cards, stored.document.sets, stored.document.has_set) == ([], 0, False)


@pytest.mark.parametrize(
    ("find", "cards", "expected"),
    [
        (Find.ANY, (0, 1, 2, 3), (1, None, True, True)),
        (Find.ANY, (0, 1, 3), (0, 0, False, True)),
        (Find.COUNT, (0, 1, 2, 3), (0, 1, True, True)),
        (Find.ALL, tuple(range(9)), (2, None, True, False)),
    ],
)
def test_what_is_sought_is_said_and_stored(catalogue, find, cards, expected):
    stored = store_position(catalogue, Position(Deck(2, 3), cards), find, limit=2)
    found = stored.found
    assert (len(found.sets), found.count, found.has_set, found.complete) == expected
    assert (stored.stored.document.sets, stored.stored.document.has_set) == (found.count, found.has_set)
    assert len(found_in(catalogue, stored.stored.label)) == len(found.sets)


def test_sets_found_in_an_equivalent_position_are_those_of_the_stored_one(catalogue):
    first = drawn(1, 15)
    other = moved(first, Random(4))
    store_position(catalogue, first)
    stored = store_position(catalogue, other, Find.ALL)
    assert set(stored.found.sets) == as_sets(other)
    sets = every(catalogue, "set-found-set")
    assert {one.position.cards for one in sets} == as_sets(first)
    assert all(is_set(one.deck, one.position.cards) for one in sets)
    for one in found_in(catalogue, stored.stored.label):
        [document] = [found for found in sets if found.label == one.label]
        assert [first.cards[index] for index in one.detail["indices"]] == list(document.position.cards)
    assert listed(catalogue, "set-found-set", {"position": stored.stored.label}) == sets
    assert [one.label for one in listed(catalogue, "set-position", {"found_set": sets[0].label})] == [
        stored.stored.label
    ]
    assert not store_position(catalogue, first, Find.ALL).stored.created
    assert len(every(catalogue, "set-found-set")) == len(sets)


def test_a_class_that_comes_in_between_keeps_its_cards(catalogue, monkeypatch):
    from ludex.games.sets.operations import positions

    first = drawn(1, 15)
    other = moved(first, Random(4))
    prepared = positions._stored_cards

    def overtaken(catalogue, entry):
        answer = prepared(catalogue, entry)
        monkeypatch.setattr(positions, "_stored_cards", prepared)
        store_position(catalogue, first)
        return answer

    monkeypatch.setattr(positions, "_stored_cards", overtaken)
    stored = store_position(catalogue, other, Find.ALL)
    assert not stored.stored.created
    assert {one.position.cards for one in every(catalogue, "set-found-set")} == as_sets(first)


def test_a_stored_equivalent_is_found_with_its_matching(catalogue):
    first, other = drawn(6), drawn(7)
    store_position(catalogue, drawn(8))
    store_position(catalogue, first)
    sought = moved(first, Random(3))
    found, matching = find_equivalent(catalogue, sought)
    assert found.document().position == first
    assert through(as_sets(sought), sought, first, matching) == as_sets(first)
    assert find_equivalent(catalogue, other) is None


def test_many_positions_are_sorted_into_classes_with_those_stored(catalogue):
    a, b = drawn(1, 10), drawn(2, 10, Deck(3, 4))
    stored = store_position(catalogue, moved(a, Random(9))).stored
    batch = [a, b, moved(a, Random(1)), moved(b, Random(2)), moved(a, Random(3))]
    found = dedup(catalogue, batch)
    assert [(one.members, one.positions) for one in found] == [((0, 2, 4), (stored.label,)), ((1, 3), ())]
    for one in found:
        first = batch[one.members[0]]
        for member, matching in zip(one.members, one.matchings, strict=True):
            assert through(as_sets(first), first, batch[member], matching) == as_sets(batch[member])


def test_a_position_of_too_many_cards_is_refused(catalogue):
    with pytest.raises(PositionTooLarge, match="at most 4096"):
        store_position(catalogue, Position(Deck(13, 2), tuple(range(4097))))


def test_a_search_that_is_not_done_in_time_stores_nothing(catalogue):
    with pytest.raises(BudgetExhausted):
        store_position(catalogue, Position.whole(Deck(4, 3)), Find.COUNT, budget=Budget(seconds=0.0))
    assert every(catalogue, "set-position") == every(catalogue, "set-card") == []
