"""What the starting catalogue ships of SET, against the literature and closed forms."""

from fractions import Fraction
from math import comb

import pytest

from ludex.catalogue.documents import store_in_turn
from ludex.catalogue.sets.cap_counts import cap_counts_of, decks_with_cap_counts
from ludex.catalogue.sets.caps import CAPS, stored_maxima
from ludex.catalogue.sets.decks import DECKS, find_deck
from ludex.catalogue.sets.documents import SetDocuments
from ludex.catalogue.sets.found_sets import sets_in_position
from ludex.catalogue.sets.games import GAMES
from ludex.catalogue.sets.positions import POSITIONS
from ludex.catalogue.sets.statistics import STATISTICS, statistics_of
from ludex.catalogue.starting import starting_documents
from ludex.sets.deck import Deck
from ludex.sets.position import is_set

REAL = Deck(4, 3)


@pytest.fixture(scope="module")
def starting(sqlite_template, tmp_path_factory):
    from ludex.catalogue.database import Database
    from ludex.catalogue.documents import Terms

    file = tmp_path_factory.mktemp("starting") / "catalogue.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{file}")
    of_sets = [one.prepare(Terms(starting=True)) for one in starting_documents() if isinstance(one, SetDocuments)]
    with database.writing() as session:
        store_in_turn(session, of_sets)
    with database.reading() as session:
        yield session
    database.close()


def test_the_decks_are_there_to_stay(starting):
    decks = list(DECKS.stream(starting, {}))
    assert {deck.slug for deck in decks} >= {"set-3-3", "set-3-4", "set-4-2", "set-4-3"}
    assert all(deck.starting and deck.cards == deck.deck.size for deck in decks)
    assert find_deck(starting, "set-3-4").cards == 81


def test_the_largest_caps_are_those_of_the_literature_and_proved(starting):
    maxima = {(one.values, one.properties): one.size for one in stored_maxima(starting)}
    assert maxima == {(3, 1): 2, (3, 2): 4, (3, 3): 9, (3, 4): 20, (4, 2): 9, (4, 3): 28, (5, 2): 16, (6, 2): 25}
    assert all(one.proved and one.upper_bound == one.size for one in stored_maxima(starting))
    assert all(cap.largest and cap.proved and cap.complete for cap in CAPS.stream(starting, {}))


def test_the_numbers_of_caps_are_those_of_the_literature(starting):
    assert decks_with_cap_counts(starting) == [Deck(p, 3) for p in (1, 2, 3, 4)]
    for deck in decks_with_cap_counts(starting):
        counts = cap_counts_of(starting, deck)
        assert counts.complete
        cards, lines = deck.size, comb(deck.size, 2) // 3
        assert counts.by_size[:4] == (1, cards, comb(cards, 2), comb(cards, 3) - lines)[: len(counts.by_size)]
    # A 20-cap of AG(4, 3) is one up to symmetry and has 2,880 symmetries of the 1,965,150,720 of AGL(4, 3).
    largest = cap_counts_of(starting, REAL)
    assert (largest.by_size[20], largest.classes[20], len(largest.by_size)) == (1_965_150_720 // 2880, 1, 21)


def test_the_chances_of_no_set_are_exact(starting):
    assert [one.statistic.n for one in STATISTICS.stream(starting, {})] == list(range(1, 22))
    chance = {one.n: one.probability for one in statistics_of(starting, REAL)}
    # Of three cards two decide the third; of twelve the odds are about 30 to 1; 21 cards always have a set.
    assert chance[3] == 1 - Fraction(1, 79)
    assert 0.0323 < chance[12] < 0.03231
    assert round(1 / chance[12]) - 1 == 30
    assert (chance[2], chance[21]) == (1, 0)
    assert all(later <= earlier for earlier, later in zip(chance.values(), list(chance.values())[1:], strict=False))


def test_the_tables_show_all_their_sets(starting):
    tables = list(POSITIONS.stream(starting, {}))
    assert {table.cards for table in tables} == {12, 15}
    assert {table.sets for table in tables} >= {0, 1, 2, 3}
    for table in POSITIONS.page(starting, {}, limit=1000).items:
        found = sets_in_position(starting, table.id)
        assert len(found) == table.sets
        assert all(is_set(REAL, one.cards) and set(one.codes) <= set(table.codes) for one in found)
    assert any(table.sets == 0 and table.cards == 15 for table in tables)


def test_the_games_can_be_replayed(starting):
    from ludex.sets.making.replay import replay

    games = list(GAMES.stream(starting, {}))
    assert len(games) == 3
    for game in games:
        replay(game.record)
        assert game.final_cards == 81 - 3 * game.sets
