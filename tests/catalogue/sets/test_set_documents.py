import json
from math import comb

from ludex.catalogue.documents import Terms
from ludex.catalogue.sets.caps import maximum_of
from ludex.catalogue.sets.found_sets import sets_in_position
from ludex.catalogue.sets.positions import POSITIONS
from ludex.catalogue.sets.statistics import statistics_of
from ludex.catalogue.transfer import export_lines, import_lines
from ludex.sets.deck import Deck
from ludex.sets.making.games import GameParameters, play
from ludex.sets.position import is_set

PLANE = {"properties": 2, "values": 3}
TABLE = ["21", "00", "11", "12", "22"]
COUNTS = {"kind": "set-cap-counts", **PLANE, "by_size": [1, 9, 36, 72, 54], "classes": [1] * 5, "complete": True}


def import_one(database, **document):
    return import_lines(database, [json.dumps(document)])


def refusal(database, terms=None, **document):
    """The reason why a document is refused, after which nothing is stored."""
    before = list(export_lines(database))
    report = import_lines(database, [json.dumps(document)], terms)
    assert (report.new, report.duplicates, len(report.refused)) == (0, 0, 1)
    assert list(export_lines(database)) == before
    return report.refused[0].reason


def test_wrong_positions_are_refused(sqlite_database):
    position = {"kind": "set-position", **PLANE, "cards": TABLE}
    for change, reason in [
        ({"sets": 1}, "sets is 1, but must be 2"),
        ({"sets": 2, "has_set": False}, "has_set is False with 2 sets"),
        ({"has_set": False}, "has_set is False, but must be True"),
        ({"found": [[0, 1, 2]]}, "no set"),
        ({"found": [[0, 1, 5]]}, "beyond"),
        ({"found": [[-1]]}, "greater than or equal"),
        ({"label": "setposition-3-2-5-aaaaaaaaaaaaaaaa"}, "label"),
        ({"cards": ["21", "21"]}, "card 1"),
        ({"cards": ["23"]}, "digit 2"),
        ({"values": 0}, "values"),
        ({"values": 37}, "37 values"),
        ({"values": True}, "values"),
        ({"colour": 1}, "colour"),
    ]:
        assert reason in refusal(sqlite_database, **(position | change)), change
    assert import_one(sqlite_database, **position, sets=2, found=[[1, 2, 4]]).new == 1


def test_sets_found_in_another_representative_are_stored_as_the_shown_ones(sqlite_database):
    position = {"kind": "set-position", **PLANE, "cards": TABLE, "found": [[1, 2, 4]]}
    moved = {"kind": "set-position", **PLANE, "cards": ["20", "10", "11", "00", "12"], "found": [[0, 1, 3]]}
    assert import_one(sqlite_database, **moved | {"found": []}).new == 1
    assert import_one(sqlite_database, **moved).duplicates == 1
    report = import_one(sqlite_database, **position)
    with sqlite_database.reading() as session:
        shown = POSITIONS.page(session, {"cards": 5}).items
        assert report.new == len(shown) - 1
        for one in shown:
            found = sets_in_position(session, one.id)
            assert found
            assert all(set(s.codes) <= set(one.codes) and is_set(s.deck, s.cards) for s in found)


def test_wrong_caps_and_bounds_are_refused(sqlite_database):
    cap = {"kind": "set-cap", **PLANE, "cards": ["00", "01", "10", "11"]}
    assert "a set is among" in refusal(sqlite_database, **cap | {"cards": ["00", "01", "02"]})
    assert "label" in refusal(sqlite_database, **cap, label="cap-3-2-4-aaaaaaaaaaaaaaaa")
    maximum = {
        "kind": "set-cap-maximum",
        **PLANE,
        "cards": cap["cards"],
        "proved": True,
        "upper_bound": 4,
        "method": "x",
    }
    small = ["00", "01", "10"]
    for change, reason in [
        ({"proved": False}, "proved is False"),
        ({"upper_bound": 5}, "proved is True"),
        ({"upper_bound": 3, "cards": small}, "there are caps of 4 cards"),
        ({"cards": ["00", "01", "02"]}, "a set is among"),
    ]:
        assert reason in refusal(sqlite_database, **maximum | change), change
    assert import_one(sqlite_database, **maximum | {"cards": small, "proved": False, "upper_bound": 6}).new == 1
    assert import_one(sqlite_database, **maximum).new == 1
    assert import_one(sqlite_database, **maximum).duplicates == 1
    with sqlite_database.reading() as session:
        assert maximum_of(session, Deck(2, 3)).proved


def test_a_bound_that_nobody_has_proved_is_refused(sqlite_database):
    line = {"kind": "set-cap-maximum", "properties": 5, "values": 3, "cards": ["00000"], "method": "hearsay"}
    reason = refusal(sqlite_database, Terms(seconds=0.2), **line, proved=False, upper_bound=7)
    assert "upper_bound is 7" in reason


def test_wrong_counts_are_refused(sqlite_database):
    for change, reason in [
        ({"by_size": [1, 9, 36, 73, 54]}, "73 caps of 3 cards in 1 classes, but must be 72 in 1"),
        ({"classes": [1, 1, 1, 2, 1]}, "in 2 classes"),
        ({"classes": [1]}, "each size"),
        ({"by_size": [1, 9, 36, 72], "classes": [1] * 4}, "there are caps of 4 cards"),
        ({"by_size": [1, 9, 36, 72, 54, 1], "classes": [1] * 6}, "there are no caps of 5 cards"),
    ]:
        assert reason in refusal(sqlite_database, **COUNTS | change), change
    begun = COUNTS | {"by_size": [1, 9], "classes": [1, 1], "complete": False}
    assert import_one(sqlite_database, **begun).new == 1
    assert import_one(sqlite_database, **COUNTS).new == 1


def test_counts_that_are_not_done_in_time_are_taken_only_where_they_are_stored(sqlite_database):
    none = Terms(seconds=0.0)
    assert "in time" in refusal(sqlite_database, none, **COUNTS)
    import_one(sqlite_database, **COUNTS)
    assert import_lines(sqlite_database, [json.dumps(COUNTS)], none).duplicates == 1
    exact = {"kind": "no-set-statistic", **PLANE, "n": 3, "numerator": 72, "denominator": comb(9, 3), "exact": True}
    assert import_lines(sqlite_database, [json.dumps(exact)], none).new == 1


def test_wrong_statistics_are_refused(sqlite_database):
    exact = {"kind": "no-set-statistic", **PLANE, "n": 3, "numerator": 72, "denominator": 84, "exact": True}
    sample = exact | {"exact": False, "numerator": 5, "denominator": 10, "samples": 10, "low": 0.1, "high": 0.9}
    assert "must come before" in refusal(sqlite_database, **exact)
    import_one(sqlite_database, **COUNTS)
    for change, reason in [
        ({"numerator": 71}, "the caps of 3 cards are 72"),
        ({"denominator": 85}, "are 84"),
        ({"n": 10}, "from a deck of 9"),
        ({"n": 5, "denominator": 126, "numerator": 1}, "the caps of 5 cards are 0"),
    ]:
        assert reason in refusal(sqlite_database, **exact | change), change
    assert "interval" in refusal(sqlite_database, **sample | {"low": 0.6})
    assert import_one(sqlite_database, **exact).new == import_one(sqlite_database, **sample).new == 1
    assert import_one(sqlite_database, **exact | {"n": 5, "denominator": 126, "numerator": 0}).new == 1
    with sqlite_database.reading() as session:
        assert [one.n for one in statistics_of(session, Deck(2, 3))] == [3, 5]


def test_wrong_sets_decks_and_games_are_refused(sqlite_database):
    found = {"kind": "found-set", **PLANE, "cards": ["00", "01", "02"]}
    assert "no set" in refusal(sqlite_database, **found | {"cards": ["00", "01", "10"]})
    assert "label" in refusal(sqlite_database, **found, label="set-3-2-1-aaaaaaaaaaaaaaaa")
    assert import_one(sqlite_database, **found).new == 1
    deck = {"kind": "set-deck", "slug": "mine", "title": "", "description": "", **PLANE, "cards": ["00", "01"]}
    assert "built-in" in refusal(sqlite_database, **deck | {"slug": "set-3-4"})
    assert "at least one" in refusal(sqlite_database, **deck | {"cards": []})
    assert import_one(sqlite_database, **deck).new == 1
    game = play(GameParameters(Deck(2, 3), seed=5)).as_document()
    assert "/rounds" in refusal(sqlite_database, kind="set-game", game=game | {"rounds": game["rounds"][:-1]})
    assert "/dealt" in refusal(sqlite_database, kind="set-game", game=game | {"seed": 6})
    assert "label" in refusal(sqlite_database, kind="set-game", game=game, label="setgame-3-2-1-aaaaaaaaaaaaaaaa")
    assert import_one(sqlite_database, kind="set-game", game=game).new == 1
    assert import_one(sqlite_database, kind="set-game", game=game).duplicates == 1
