"""Verification of SET: each cell that does not say what is so is found and named."""

import pytest

from ludex.catalogue import verification
from ludex.catalogue.verification import verify, verify_some
from ludex.engine.budget import Budget
from tests.catalogue.kinds.filled import copied, filled_once
from tests.catalogue.kinds.spoiling import labels
from tests.games.sets.operations.set_samples import fill
from tests.tampering import spoil


@pytest.fixture(scope="module")
def filled_file(sqlite_template, tmp_path_factory):
    """A file with a filled catalogue, to copy."""
    return filled_once(sqlite_template, tmp_path_factory.mktemp("filled"), fill)


@pytest.fixture
def filled(filled_file, tmp_path):
    yield from copied(filled_file, tmp_path)


def test_a_sound_catalogue_is_found_sound(catalogue):
    fill(catalogue)
    reports = []
    report = verify(catalogue, Budget(progress=reports.append))
    assert (report.findings, report.unchecked) == ([], [])
    assert all(number > 0 for kind, number in report.checked.items() if kind.startswith("set-"))
    assert reports[-1].done == reports[-1].total == sum(report.checked.values())


NODE = "(SELECT node FROM {} WHERE {})"
CARD_01 = NODE.format("set_card", "code = '01'")
TABLE = NODE.format("set_position", "size = 5")
PAIR = NODE.format("set_position", "size = 2")
WHOLE = NODE.format("set_deck", "size = 9")
LARGE, SMALL = NODE.format("set_cap", "size = 4"), NODE.format("set_cap", "size = 2")
FOUND = "(SELECT min(node) FROM set_found_set)"


def rewritten(node, old, new, part="body"):
    return f"UPDATE document SET {part} = replace({part}, '{old}', '{new}') WHERE node = {node}"


def claimed(statement, change, condition="1"):
    return f"UPDATE claim SET {change} WHERE statement = '{statement}' AND {condition}"


CORRUPTIONS = [
    ("set-card", rewritten(CARD_01, '"01"', '"02"'), "key"),
    ("set-card", rewritten(CARD_01, '"01"', '"03"'), "'3'"),
    ("set-card", rewritten(CARD_01, '"values":3', '"values":4'), "key"),
    ("set-card", f"UPDATE set_card SET code = '02' WHERE node = {CARD_01}", "the fact code"),
    ("set-deck", "UPDATE set_deck SET size = 8 WHERE size = 9", "the fact size"),
    ("set-deck", rewritten(WHOLE, "All 9", "All 10"), "title"),
    ("set-deck", rewritten(NODE.format("set_deck", "size = 5"), '"21"', '"20"', "rest"), "key"),
    (
        "set-deck",
        "DELETE FROM link WHERE relation = 'holds' AND place = 3 AND source = " + NODE.format("set_deck", "size = 5"),
        "is missing",
    ),
    ("set-position", rewritten(TABLE, '"sets":2', '"sets":3'), "sets is 3, but must be 2"),
    ("set-position", rewritten(TABLE, '"has_set":true', '"has_set":false'), "has_set"),
    ("set-position", "UPDATE set_position SET sets = NULL WHERE size = 5", "the fact sets"),
    ("set-position", rewritten(TABLE, "[0,1,2", "[1,0,2", "rest"), "canonical_order"),
    ("set-position", f"UPDATE link SET place = 9 WHERE relation = 'holds' AND place = 1 AND source = {PAIR}", "follow"),
    ("set-position", rewritten(PAIR, '"size":2', '"size":7'), "size is 7"),
    ("set-found-set", rewritten(FOUND, '"differing":', '"differing":7'), "differing is 7"),
    (
        "set-found-set",
        f"UPDATE link SET target = {PAIR} WHERE relation = 'lies-in' AND source = {FOUND}",
        "is not in the position",
    ),
    ("set-found-set", f"UPDATE link SET detail = '[1]' WHERE relation = 'lies-in' AND source = {FOUND}", "the indices"),
    ("set-cap", rewritten(SMALL, '"complete":false', '"complete":true'), "complete is True"),
    ("set-cap", rewritten(SMALL, '"largest":false,"proved":null', '"largest":true,"proved":false'), "caps of 4 cards"),
    ("set-cap", rewritten(LARGE, '"largest":true,"proved":true', '"largest":false,"proved":null'), "it is the largest"),
    ("set-cap", rewritten(LARGE, '"proved":true', '"proved":false'), "proved is True in the claim"),
    ("set-cap", rewritten(SMALL, '"00"', '"22"'), ""),
    ("set-cap", f"UPDATE link SET source = {SMALL} WHERE relation = 'witnesses'", "claimed for the deck has 4 cards"),
    ("set-deck", claimed("set.cap-maximum", "value = '3', lower = '00013'"), "must be 4, the number of cards"),
    ("set-cap", claimed("set.cap-maximum", "upper = '00015', proved = 0"), "proved is False in the claim"),
    ("set-deck", claimed("set.cap-maximum", "certificate = replace(certificate, '01', '99')"), "digit 1"),
    ("set-deck", claimed("set.cap-counts", "value = replace(value, '72,', '71,')"), "do not add up to 71"),
    ("set-deck", claimed("set.cap-counts", "value = replace(value, '[72,1]', '[72,2]')"), "is not the stated number"),
    ("set-deck", claimed("set.cap-counts", "value = replace(value, ',[54,1]', '')"), "is not the stated number"),
    (
        "set-deck",
        claimed("set.no-set-probability", "value = replace(value, '72', '71')", "proved"),
        "the caps of 3 cards are 72",
    ),
    ("set-deck", claimed("set.no-set-probability", "value = replace(value, '84', '85')", "proved"), "is 84"),
    ("set-deck", claimed("set.no-set-probability", "value = replace(value, '0.3', '0.8')", "NOT proved"), "interval"),
    ("set-game", "UPDATE set_game SET sets = 7", "the fact sets"),
    ("set-game", rewritten("(SELECT node FROM set_game)", '"seed":5', '"seed":6'), "seed is 6"),
    ("set-game", rewritten("(SELECT node FROM set_game)", '"seed":5', '"seed":6', "rest"), "dealt"),
    ("set-game", "UPDATE document SET rest = '\"record\":{}' WHERE node = (SELECT node FROM set_game)", "fields"),
]


@pytest.mark.parametrize(("kind", "corruption", "problem"), CORRUPTIONS)
def test_a_cell_that_does_not_say_what_is_so_is_found(filled, kind, corruption, problem):
    with filled.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        assert spoil(connection, corruption) == 1
    filled.database.close()
    report = verify_some(filled, labels(filled, kind))
    assert any(problem in one.problem for one in report.findings), list(map(str, report.findings))
    assert not report.sound


def test_what_takes_too_long_is_said_not_to_be_checked(filled, monkeypatch):
    for bound in ("CHECK_SECONDS", "CLAIM_SECONDS"):
        monkeypatch.setattr(verification, bound, 0.0)
    report = verify(filled)
    assert report.findings == []
    assert {one.kind for one in report.unchecked} >= {"set-cap", "set-deck", "set-game"}
