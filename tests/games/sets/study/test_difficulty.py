"""Grades of tables: the expected looks of the first player, and a second player that confirms the grades."""

from fractions import Fraction
from itertools import combinations, islice, product
from math import log2

import pytest
from scipy.stats import spearmanr

from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, is_set
from ludex.games.sets.solving.search import find_all
from ludex.games.sets.study.difficulty import expected_looks, grade_of

DECK = Deck(4, 3)


def table(cards: int, seed: int) -> Position:
    return Position(DECK, tuple(islice(DECK.shuffled(seed), cards)))


def looks_by_states(position: Position) -> Fraction | None:
    """Return the expected looks by a second method: the mean times to leave the states, which are sets still unseen."""
    digits = [position.deck.digits(card) for card in position.cards]
    weight = {
        pair: 2 ** sum(map(int.__eq__, *(digits[card] for card in pair)))
        for pair in combinations(range(len(digits)), 2)
    }
    total = sum(weight.values())
    sets = [
        sum(weight[pair] for pair in combinations(three, 2))
        for three in combinations(range(len(digits)), 3)
        if is_set(position.deck, [position.cards[card] for card in three])
    ]
    times: dict[int, Fraction] = {0: Fraction(0)}
    for state in range(1, 2 ** len(sets)):
        left = [place for place in range(len(sets)) if state >> place & 1]
        leaving = sum(sets[place] for place in left)
        onward = sum(sets[place] * times[state & ~(1 << place)] for place in left)
        times[state] = (total + onward) / Fraction(leaving)
    return times[2 ** len(sets) - 1] if sets else None


@pytest.mark.parametrize("seed", range(12))
def test_the_expected_looks_are_those_of_the_states(seed: int) -> None:
    position = table(6 + seed % 7, seed)
    assert expected_looks(position) == looks_by_states(position)


def test_a_grade_is_three_for_each_doubling() -> None:
    for seed in range(20):
        looks = expected_looks(table(12, seed))
        if looks is not None:
            assert grade_of(table(12, seed)) == max(0, int(3 * log2(looks)) - 4)


def test_only_small_tables_with_a_set_have_a_grade() -> None:
    assert grade_of(table(24, 1)) is not None
    assert grade_of(table(25, 1)) is None
    assert grade_of(Position.from_codes(DECK, ["0000", "0001", "1110"])) is None
    assert grade_of(Position.whole(Deck(2, 2))) is None


def play(position: Position, source: RandomNumbers) -> int:
    """Return the number of pairs at which the second player looks until every set has been found, at most 20,000.

    The player chooses a property and a value, and goes through the pairs of the cards that have this value. Every
    fourth time, it goes through as many random pairs of all cards instead, because a set may agree in no property.
    """
    deck, cards = position.deck, position.cards
    unseen = {frozenset(found) for found in find_all(position)}
    looks = 0
    while unseen and looks < 20_000:
        place, value = source.below(deck.properties), source.below(deck.values)
        group = [card for card in cards if deck.digits(card)[place] == value]
        pairs = list(combinations(group, 2))
        if not source.below(4):
            pairs = [(source.choice(cards), source.choice(cards)) for _ in pairs]
        for first, second in pairs:
            looks += 1
            if first != second:
                unseen = {found for found in unseen if not (first in found and second in found)}
    return looks


def test_a_simulated_player_confirms_the_grades() -> None:
    grades, efforts = [], []
    for cards, seed in product(range(6, 16), range(8)):
        position = table(cards, seed)
        if (grade := grade_of(position)) is not None:
            source = random_numbers(seed)
            grades.append(grade)
            efforts.append(sum(log2(play(position, source)) for _ in range(6)))
    assert len(grades) > 40
    assert spearmanr(grades, efforts).statistic > 0.9
