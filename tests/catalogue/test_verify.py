import pytest
from sqlalchemy import text

from ludex.catalogue.swish.decks import store_deck
from ludex.catalogue.swish.hypergraphs import hypergraph_of
from ludex.catalogue.swish.no_swish_sets import store_maximum
from ludex.catalogue.swish.positions import store_position
from ludex.catalogue.swish.swishes import store_largest, store_swishes
from ludex.catalogue.swish.verification import SWISH_CHECKS
from ludex.catalogue.verify import verify
from ludex.engine.budget import Budget
from ludex.swish.deck import Deck
from ludex.swish.making.deals import deal
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import largest_no_swish_set
from ludex.swish.solving.search import find_all, find_largest

DECK = Position.from_codes(["*o./...", "*../..o", "*.o/...", ".*./o..", ".../*.o", "*o./..."])


def filled(database):
    """A small catalogue with a row of each kind."""
    from ludex.catalogue.swish.deals import DealStatistic, store_deal, store_statistics

    dealt = Position(tuple(DECK.cards[index] for index in deal(DECK, 5, 4)))
    largest = find_largest(dealt)
    with database.writing() as session:
        deck = store_deck(session, Deck("mine", "", "", DECK)).row
        store_maximum(session, deck, DECK, DECK, largest_no_swish_set(DECK))
        position = store_position(session, dealt, hypergraph_of(dealt)).row
        store_swishes(session, position, dealt, find_all(dealt).items)
        store_largest(session, position, dealt, largest.swish, largest.proved)
        store_deal(session, deck, 5, 4, position)
        store_statistics(session, deck, [DealStatistic(2, 5, 15, exact=True)])
    return database


@pytest.fixture
def catalogue(sqlite_database):
    return filled(sqlite_database)


def test_a_sound_catalogue_is_found_sound(database):
    reports = []
    report = verify(filled(database), Budget(progress=reports.append))
    assert report.findings == []
    assert report.sound
    assert all(report.checked[check.model.__tablename__] > 0 for check in SWISH_CHECKS)
    assert reports[-1].done == reports[-1].total == sum(report.checked.values())


CORRUPTIONS = [
    ("card", "UPDATE card SET code = '.../.*o' WHERE id = 1", "code"),
    ("card", "UPDATE card SET code = 'x' WHERE id = 1", "'x'"),
    ("card", "UPDATE card SET label = 'card-2x3-aaaaaaaaaaaaaaaa' WHERE id = 1", "label"),
    ("card", "UPDATE card SET configurations = 7 WHERE id = 1", "configurations"),
    ("card", "UPDATE card SET symmetry = 'round' WHERE id = 1", "round"),
    ("deck", "UPDATE deck SET cards = 7", "cards"),
    ("deck", "UPDATE deck_card SET code = '**./o..' WHERE listing_index = 1", "key"),
    ("deck", "DELETE FROM deck_card WHERE listing_index = 5", "key"),
    ("deck", "UPDATE deck_card SET card_id = 1 WHERE listing_index = 4", "listing"),
    ("deck", "DELETE FROM deck_slug", "slug"),
    ("position", "UPDATE position SET width = 9", "width"),
    ("position", "UPDATE position_card SET copies = copies + 1 WHERE first_index = 0", "key"),
    (
        "position",
        "UPDATE position_card SET first_index = 77 WHERE first_index = (SELECT max(first_index) FROM position_card)",
        "indices",
    ),
    ("position", "DELETE FROM position_card WHERE first_index = 0", "key"),
    ("position", "DELETE FROM position_card", "at least one card"),
    ("position", "UPDATE position SET hypergraph_order = '[0, 1, 2, 3, 3]'", "order"),
    ("hypergraph", "UPDATE hypergraph SET arcs = arcs + 1", "arcs"),
    ("swish", 'UPDATE swish SET stack = \'["*o./...", "*o./..."]\' WHERE id = 1', "not a swish"),
    ("swish", "UPDATE swish SET size = 9 WHERE id = 1", "size"),
    ("swish", "DELETE FROM swish_card WHERE swish_id = 1", "refers to"),
    ("swish_position", "UPDATE swish_position SET indices = '[0, 0]' WHERE swish_id = 1", "are not the swish"),
    ("swish_position", "UPDATE swish_position SET indices = '[0, 99]' WHERE swish_id = 1", "range"),
    (
        "largest_swish",
        "UPDATE largest_swish SET size = 0, swish_id = NULL",
        "largest",
    ),
    ("no_swish_set", "UPDATE no_swish_set SET size = 1", "size"),
    ("no_swish_set", "UPDATE no_swish_set_card SET copies = copies + 1 WHERE first_index = 0", "key"),
    ("no_swish_maximum", "UPDATE no_swish_maximum SET certificate = '[]'", "certificate allows"),
    ("no_swish_maximum", "UPDATE no_swish_maximum SET certificate = '[[0, 1, 2]]'", "no swish"),
    ("no_swish_maximum", "UPDATE no_swish_maximum SET indices = '[0]'", "indices"),
    ("no_swish_maximum", "UPDATE no_swish_maximum SET upper_bound = 99", "upper bound"),
    ("deal", "UPDATE deal SET seed = 3", "another position"),
    ("deal_statistic", "UPDATE deal_statistic SET numerator = '16'", "no share"),
    ("deal_statistic", "UPDATE deal_statistic SET denominator = '14'", "are 15"),
]


@pytest.mark.parametrize(("table", "corruption", "problem"), CORRUPTIONS)
def test_a_corrupted_row_is_found_and_named(catalogue, table, corruption, problem):
    with catalogue.writing() as session:
        session.execute(text(corruption.replace(":", "\\:")))
    report = verify(catalogue)
    found = [finding for finding in report.findings if finding.table == table]
    assert any(problem in finding.problem for finding in found), report.findings
    assert str(found[0]).startswith(f"{table}: ")
    assert report.complete
    assert not report.sound


def test_a_wrong_key_is_found(catalogue):
    with catalogue.writing() as session:
        session.execute(text("UPDATE position SET key = :key"), {"key": b"\x01" + b"x" * 32})
    assert any("key" in finding.problem for finding in verify(catalogue).findings)


def test_another_numbering_of_the_same_hypergraph_is_sound(database):
    # Three copies: every order of the cards is an automorphism.
    position = Position.from_codes(["*o", "*o", "*o"])
    with database.writing() as session:
        store_position(session, position, hypergraph_of(position))
        session.execute(text("UPDATE position SET hypergraph_order = '[2, 0, 1]'"))
    assert verify(database).sound


def test_a_verification_ends_with_its_budget(catalogue):
    report = verify(catalogue, Budget(seconds=0.0))
    assert not report.complete
    assert not report.sound


def test_the_whole_starting_catalogue_is_sound(sqlite_database, monkeypatch):
    from ludex.catalogue.starting import fill

    # The numbers of caps of 81 cards take minutes to count again: only the first of them are.
    monkeypatch.setattr("ludex.catalogue.sets.verification.CHECK_SECONDS", 3.0)
    fill(sqlite_database)
    report = verify(sqlite_database)
    assert report.sound, report.findings
