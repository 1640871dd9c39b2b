import pytest
from sqlalchemy import text

from ludex.catalogue.sets.verification import SET_CHECKS
from ludex.catalogue.verify import verify
from ludex.engine.budget import Budget
from tests.catalogue.filling import fill_with_sets


def test_a_sound_catalogue_is_found_sound(database):
    fill_with_sets(database)
    reports = []
    report = verify(database, Budget(progress=reports.append))
    assert report.findings == []
    assert report.unchecked == []
    assert all(report.checked[check.model.__tablename__] > 0 for check in SET_CHECKS)
    assert reports[-1].done == reports[-1].total == sum(report.checked.values())


CARD_21 = "SELECT id FROM card WHERE code = '21'"
CORRUPTIONS = [
    ("card", "UPDATE card SET code = '02' WHERE code = '01'", "key"),
    ("card", "UPDATE card SET code = '03' WHERE code = '01'", "'3'"),
    ("card", "UPDATE card SET property_values = 4 WHERE code = '01'", "key"),
    ("deck", "UPDATE deck SET cards = 8 WHERE cards = 9", "cards"),
    ("deck", "UPDATE deck_card SET card_id = 1 WHERE listing_index = 4", "listing"),
    ("deck", "DELETE FROM deck_slug", "slug"),
    ("deck", "DELETE FROM deck_card WHERE listing_index = 3", "key"),
    ("position", "UPDATE position SET sets = '00013' WHERE sets IS NOT NULL", "sets is 3, but must be 2"),
    ("position", "UPDATE position SET has_set = 0 WHERE sets IS NOT NULL", "has_set"),
    ("position", "UPDATE position SET canonical_order = '[1, 2]' WHERE cards = 2", "order"),
    ("position", "UPDATE position_card SET first_index = 9 WHERE first_index = 1", "indices"),
    ("position", "UPDATE position_card SET copies = 2 WHERE first_index = 1", "indices"),
    ("position", "DELETE FROM position_card WHERE first_index = 0", "key"),
    ("position", "UPDATE position SET cards = 7", "cards"),
    ("found_set", "UPDATE found_set SET differing = 2 WHERE differing = 1", "differing"),
    (
        "found_set",
        "UPDATE found_set_card SET card_id = (SELECT id FROM card WHERE code = '21') WHERE place = 2",
        "no set",
    ),
    ("found_set", "UPDATE found_set_card SET place = 7 WHERE place = 0", "not in order"),
    ("found_set_position", "UPDATE found_set_position SET set_id = 1", "does not show"),
    ("cap", "UPDATE cap SET complete = 1 WHERE size = 2", "complete"),
    ("cap", "UPDATE cap SET size = 3 WHERE size = 2", "size"),
    ("cap", "UPDATE cap_card SET card_id = (SELECT id FROM card WHERE code = '22') WHERE cap_id = 2 AND place = 0", ""),
    ("cap_maximum", "UPDATE cap_maximum SET size = 3, upper_bound = 3", "size"),
    ("cap_maximum", "UPDATE cap_maximum SET cap_id = 1, size = 2, proved = 1, upper_bound = 2", "caps of 4 cards"),
    ("cap_count", "UPDATE cap_count SET caps = '000271' WHERE size = 3", "71 caps of 3 cards"),
    ("cap_count", "UPDATE cap_count SET classes = 2 WHERE size = 3", "in 2 classes"),
    ("cap_count", "DELETE FROM cap_count WHERE size = 3", "missing"),
    ("cap_count", "UPDATE cap_count SET caps = '00010', classes = 0 WHERE size = 4", "4 cards"),
    ("no_set_statistic", "UPDATE no_set_statistic SET numerator = '000271' WHERE exact", "the caps of 3 cards are 72"),
    ("no_set_statistic", "UPDATE no_set_statistic SET denominator = '000285' WHERE exact", "are 84"),
    ("no_set_statistic", "UPDATE no_set_statistic SET low = 0.8 WHERE NOT exact", "interval"),
    ("set_game", "UPDATE set_game SET sets = 7", "sets"),
    ("set_game", "UPDATE set_game SET seed = 6", "seed"),
    ("set_game", "UPDATE set_game SET document = replace(document, '\"seed\": 5', '\"seed\": 6')", "dealt"),
    ("set_game", "UPDATE set_game SET document = '{}'", "fields"),
]


@pytest.mark.parametrize(("table", "corruption", "problem"), CORRUPTIONS)
def test_a_corrupted_row_is_found_and_named(sqlite_database, table, corruption, problem):
    fill_with_sets(sqlite_database)
    with sqlite_database.writing() as session:
        session.execute(text("PRAGMA ignore_check_constraints = ON"))
        assert session.execute(text(corruption.replace(": ", "\\: "))).rowcount > 0
    report = verify(sqlite_database)
    found = [finding for finding in report.findings if finding.table == table]
    assert any(problem in finding.problem for finding in found), report.findings
    assert not report.sound


@pytest.mark.parametrize("order", ["[0, 1]", "[1, 0]"])
def test_another_order_of_the_same_class_is_sound(sqlite_database, order):
    # A symmetry exchanges any two cards.
    fill_with_sets(sqlite_database)
    with sqlite_database.writing() as session:
        session.execute(text(f"UPDATE position SET canonical_order = '{order}' WHERE cards = 2"))
    assert verify(sqlite_database).sound


def test_what_takes_too_long_is_said_not_to_be_checked(sqlite_database, monkeypatch):
    from ludex.catalogue.sets import verification

    fill_with_sets(sqlite_database)
    monkeypatch.setattr(verification, "CHECK_SECONDS", 0.0)
    report = verify(sqlite_database)
    assert report.findings == []
    assert {finding.table for finding in report.unchecked} >= {"cap", "cap_count", "set_game"}
