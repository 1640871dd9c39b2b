"""What the starting catalogue ships of SET, against the literature and closed forms."""

from fractions import Fraction
from math import comb

from ludex.card_games.deals import best_for_each_n
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import find
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.caps import known_largest_cap
from ludex.games.sets.operations.decks import all_cap_counts, stored_statistics
from ludex.games.sets.operations.positions import find_game
from ludex.games.sets.position import is_set
from ludex.games.sets.solving.playing import replay
from tests.games.sets.operations.set_samples import every

REAL = Deck(4, 3)


def test_the_largest_caps_are_those_of_the_literature_and_proved(starting):
    sizes = {(3, 1): 2, (3, 2): 4, (3, 3): 9, (3, 4): 20, (4, 1): 3, (4, 2): 9, (4, 3): 28}
    sizes |= {(5, 2): 16, (6, 2): 25, (7, 2): 36}
    for (values, properties), size in sizes.items():
        best = known_largest_cap(starting, Deck(properties, values))
        assert (best.size, best.upper_bound, best.proved) == (size, size, True)
    caps = every(starting, "set-cap")
    assert {(cap.values, cap.properties): cap.size for cap in caps} == sizes
    assert all(cap.largest and cap.proved and cap.complete for cap in caps)


def test_the_numbers_of_caps_are_those_of_the_literature(starting):
    listed = all_cap_counts(starting)
    assert [counts.deck for counts in listed] == [Deck(p, 3) for p in (1, 2, 3, 4)]
    for counts in listed:
        assert counts.complete
        cards, lines = counts.deck.size, comb(counts.deck.size, 2) // 3
        assert counts.by_size[:4] == (1, cards, comb(cards, 2), comb(cards, 3) - lines)[: len(counts.by_size)]
    # A 20-cap of AG(4, 3) is one up to symmetry and has 2,880 symmetries of the 1,965,150,720 of AGL(4, 3).
    largest = listed[-1]
    assert (largest.by_size[20], largest.classes[20], len(largest.by_size)) == (1_965_150_720 // 2880, 1, 21)


def test_the_chances_of_no_set_are_exact(starting):
    listed = stored_statistics(starting)
    assert {(deck, one.exact) for deck, one in listed} == {(REAL, True)}
    chance = {one.n: one.probability for one in best_for_each_n(one for _, one in listed)}
    assert list(chance) == list(range(1, 22))
    # Of three cards two decide the third; of twelve the odds are about 30 to 1; 21 cards always have a set.
    assert chance[3] == 1 - Fraction(1, 79)
    assert 0.0323 < chance[12] < 0.03231
    assert round(1 / chance[12]) - 1 == 30
    assert (chance[2], chance[21]) == (1, 0)
    assert all(later <= earlier for earlier, later in zip(chance.values(), list(chance.values())[1:], strict=False))


def ladder(starting, label):
    with starting.reading() as reader:
        return bool(neighbours(reader, find(reader, label).id, "in-pack"))


def test_the_tables_show_all_their_sets(starting):
    # Those of the ladder have only their numbers of sets.
    tables = [table for table in every(starting, "set-position") if not ladder(starting, table.label)]
    assert {table.size for table in tables} == {12, 15}
    assert {table.sets for table in tables} >= {0, 1, 2, 3}
    sets = {one.label: one for one in every(starting, "set-found-set")}
    with starting.reading() as reader:
        for table in tables:
            found = [sets[one.label] for one in neighbours(reader, find(reader, table.label).id, "contains")]
            assert len(found) == table.sets
            assert all(is_set(REAL, one.position.cards) and set(one.cards) <= set(table.cards) for one in found)
    assert any(table.sets == 0 and table.size == 15 for table in tables)


def test_the_games_can_be_replayed(starting):
    games = every(starting, "set-game")
    assert len(games) == 3
    for game in games:
        replay(find_game(starting, game.label))
        assert game.final_cards == 81 - 3 * game.sets
