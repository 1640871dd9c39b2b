"""Export and import of SET: what is exported comes in again as it was, and what is not so is refused."""

import json

import pytest

from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.caps import known_largest_cap, store_largest_cap
from ludex.games.sets.operations.decks import known_cap_counts, stored_statistics
from ludex.games.sets.operations.positions import store_position
from ludex.games.sets.solving.solver import Find
from tests.catalogue.importing import import_export
from tests.games.sets.operations.set_samples import PLANE, TABLE, every, fill


@pytest.fixture(scope="module")
def lines(sqlite_template, tmp_path_factory):
    """The lines of a catalogue with something of everything, by kind or claim."""
    from ludex.catalogue.catalogue import Catalogue
    from ludex.games.kinds import GAMES

    file = tmp_path_factory.mktemp("lines") / "catalogue.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    fill(catalogue)
    exported = [json.loads(line) for line in export_lines(catalogue)]
    catalogue.close()
    return exported


def of(lines, name, **wanted):
    """Copies of the lines of a kind or a statement that have these values."""
    return [
        json.loads(json.dumps(one))
        for one in lines
        if one.get("kind", one.get("claim")) == name and all(one.get(key) == value for key, value in wanted.items())
    ]


def take(catalogue, *documents, seconds=10.0):
    return import_export(catalogue, map(json.dumps, documents), seconds)


def refusal(catalogue, document, *before, seconds=10.0):
    """The reason why a line is refused, after which nothing more is stored."""
    assert not take(catalogue, *before).refused
    stored = list(export_lines(catalogue))
    report = take(catalogue, document, seconds=seconds)
    assert (report.new, report.duplicates, report.refused) == (0, 0, 1)
    assert list(export_lines(catalogue)) == stored
    return report.lines[0].reason


def test_an_import_of_an_export_makes_an_equal_catalogue(catalogue, lines):
    report = take(catalogue, *lines)
    assert (report.new, report.refused) == (len(lines), 0)
    assert [json.loads(line) for line in export_lines(catalogue)] == lines
    again = take(catalogue, *lines)
    assert (again.new, again.duplicates) == (0, len(lines))
    assert known_largest_cap(catalogue, PLANE).proved
    assert known_cap_counts(catalogue, PLANE).by_size == (1, 9, 36, 72, 54)
    assert len(stored_statistics(catalogue, PLANE)) == 2
    assert {one["kind"] for one in lines if "kind" in one} == {
        f"set-{word}" for word in ("card", "deck", "position", "found-set", "cap", "game")
    }


def test_wrong_positions_are_refused(catalogue, lines):
    cards = of(lines, "set-card")
    [position] = of(lines, "set-position", size=5)
    for change, reason in [
        ({"sets": 1}, "sets is 1, but must be 2"),
        ({"label": "set-position-3-2-5-aaaaaaaaaaaaaaaa"}, "label"),
        ({"size": 4}, "size is 4, but must be 5"),
        ({"canonical_order": [1, 0, 2, 4, 3]}, "canonical_order"),
        ({"cards": ["21", "21"]}, "card 1"),
        ({"values": 37}, "must be 1 to 36, not 37"),
        ({"colour": 1}, "colour"),
    ]:
        assert reason in refusal(catalogue, position | change, *cards), change
    assert take(catalogue, position).new == 1


def test_wrong_sets_and_places_of_sets_are_refused(catalogue, lines):
    before = [*of(lines, "set-card"), *of(lines, "set-position")]
    found = of(lines, "set-found-set")[0]
    [link] = found["links"]
    others = [one["target"] for other in of(lines, "set-found-set") for one in other["links"]]
    small = of(lines, "set-position", size=2)[0]["label"]
    assert small not in others
    for change, reason in [
        ({"cards": ["00", "01", "10"]}, "are not a set"),
        ({"cards": found["cards"][::-1]}, "in the order"),
        ({"label": "set-found-set-3-2-1-aaaaaaaaaaaaaaaa"}, "label"),
        ({"links": [link | {"target": small}]}, "is not in the position"),
        ({"links": [link | {"detail": {"indices": [0, 1, 2]}}]}, "the indices of the set"),
        ({"links": [link | {"relation": "holds"}]}, "cannot have a link"),
    ]:
        assert reason in refusal(catalogue, found | change, *before), change
    assert take(catalogue, found).new == 1


def test_wrong_caps_are_refused(catalogue, lines):
    whole = [*of(lines, "set-deck", size=9), *of(lines, "set.cap-maximum")]
    [large], [small] = of(lines, "set-cap", size=4), of(lines, "set-cap", size=2)
    before = [*of(lines, "set-card"), *whole]
    for line, change, reason in [
        (large, {"cards": ["00", "01", "02", "11"]}, "the cards contain a set"),
        (large, {"label": "set-cap-3-2-4-aaaaaaaaaaaaaaaa"}, "label"),
        (large, {"largest": False, "proved": None, "evidence": None}, "it is the largest cap of its deck"),
        (large, {"proved": False, "evidence": None}, "proved is True in the claim"),
        (small, {"largest": True, "proved": False}, "there are caps of 4 cards"),
        (small, {"links": large["links"]}, "claimed for the deck has 4 cards"),
    ]:
        assert reason in refusal(catalogue, line | change, *before), change
    assert take(catalogue, large, small).new == 2


def test_wrong_largest_caps_are_refused(catalogue, lines):
    [deck], [maximum] = of(lines, "set-deck", size=9), of(lines, "set.cap-maximum")
    mine = of(lines, "set-deck", size=5)[0]
    bound = maximum["certificate"]["bound"]
    small = {"value": 3, "lower": 3, "certificate": {"cards": ["00", "01", "10"], "bound": bound}}
    for change, reason in [
        ({"proved": False}, "must have the evidence null, not certificate"),
        ({"evidence": "search"}, "must have the evidence certificate, not search"),
        ({"certificate": {"cards": ["00", "01", "02", "11"], "bound": bound}}, "the cards contain a set"),
        ({"certificate": {"cards": ["09"], "bound": bound}}, "digit 2"),
        ({"certificate": {"cards": maximum["certificate"]["cards"]}}, "must have the evidence search, not certificate"),
        (small | {"upper": 3}, "there are caps of 4 cards"),
        ({"subject": mine["label"]}, "only whole decks have claims"),
        ({"subject": of(lines, "set-card")[0]["label"]}, "only whole decks have claims"),
    ]:
        assert reason in refusal(catalogue, maximum | change, *of(lines, "set-card"), deck, mine), change
    assert take(catalogue, maximum | small | {"proved": False, "evidence": None, "upper": 6}).new == 1
    assert take(catalogue, maximum).new == 1
    assert take(catalogue, maximum).duplicates == 1


def test_a_bound_that_nobody_has_proved_is_refused(catalogue, lines):
    from ludex.games.sets.operations.decks import store_deck
    from ludex.games.sets.position import Position

    deck = store_deck(catalogue, Position.whole(Deck(5, 3))).label
    line = {"claim": "set.cap-maximum", "subject": deck, "value": 1, "lower": 1, "upper": 7, "method": "hearsay"}
    line |= {"certificate": {"cards": ["00000"]}, "proved": False}
    assert "upper_bound is 7" in refusal(catalogue, line, seconds=0.2)


def test_wrong_decks_and_games_are_refused(catalogue, lines):
    [mine], [whole], [game] = of(lines, "set-deck", size=5), of(lines, "set-deck", size=9), of(lines, "set-game")
    record = game["record"]
    for line, change, reason in [
        (mine, {"slugs": ["set-3-4"]}, "built-in"),
        (mine, {"cards": []}, "at least one"),
        (whole, {"title": "Mine"}, "title is Mine"),
        (game, {"record": record | {"rounds": record["rounds"][:-1]}}, "rounds"),
        (game, {"record": record | {"seed": 6}}, "dealt"),
        (game, {"seed": 6}, "seed is 6"),
        (game, {"label": "set-game-3-2-1-aaaaaaaaaaaaaaaa"}, "label"),
    ]:
        assert reason in refusal(catalogue, line | change, *of(lines, "set-card")), change
    assert take(catalogue, mine, whole, game).new == 3


def test_a_better_cap_that_comes_in_is_the_largest_and_the_next_search_settles_the_one_before(
    catalogue, lines, monkeypatch
):
    from ludex.games.sets.solving import caps

    with monkeypatch.context() as patch:
        poor = caps.Cap((0, 1, 3), False, 6, "counting")
        patch.setattr(caps, "largest_cap", lambda _deck, _budget=None: poor)
        store_largest_cap(catalogue, PLANE, Budget())
    assert not take(catalogue, *lines).refused
    best = known_largest_cap(catalogue, PLANE)
    assert (best.size, best.proved) == (4, True)
    assert not verify(catalogue).sound
    assert store_largest_cap(catalogue, PLANE, Budget()) == best
    assert sorted((one.size, one.largest) for one in every(catalogue, "set-cap")) == [
        (2, False),
        (3, False),
        (4, True),
    ]
    assert verify(catalogue).sound


def test_a_position_that_is_known_learns_what_a_line_knows(catalogue, lines):
    from random import Random

    from tests.games.sets.sample_positions import moved

    other = moved(TABLE, Random(3))
    store_position(catalogue, other)
    [position] = of(lines, "set-position", size=5)
    assert take(catalogue, position).duplicates == 1
    [stored] = every(catalogue, "set-position")
    assert (stored.position, stored.sets, stored.has_set) == (other, 2, True)
    assert not store_position(catalogue, TABLE, Find.ALL).stored.created
