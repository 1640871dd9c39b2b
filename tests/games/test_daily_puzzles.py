"""The frozen lists of daily puzzles: a week becomes harder from Monday to Sunday, and each puzzle is what it says."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.objects.reading import document_of, find_many
from ludex.games import games, part
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import LEVEL
from ludex.games.sets import daily as sets
from ludex.games.sets.solving.search import find_all
from ludex.games.swish import daily as swish
from ludex.games.swish.solving.search import find_largest
from ludex.requests.daily import FIRST_DAY, DailyPuzzles, NoPuzzleYet

PUZZLES: dict[str, DailyPuzzles] = {game.name: part(game, "daily") for game in games() if game.daily}


def test_every_game_has_a_puzzle_for_whole_weeks_each_once() -> None:
    assert set(PUZZLES) == {"planarity", "swish", "sets"}
    for daily in PUZZLES.values():
        rows = [tuple(row.values()) for row in daily.rows()]
        assert len(rows) % 7 == 0
        assert len(rows) >= 52 * 7
        assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_a_list_that_ended_begins_again_on_the_same_weekday(name: str) -> None:
    daily = PUZZLES[name]
    again = FIRST_DAY + timedelta(len(daily.rows()))
    assert daily.row(again) == daily.row(FIRST_DAY)
    assert again.weekday() == FIRST_DAY.weekday()
    with pytest.raises(NoPuzzleYet, match="2026-01-01"):
        daily.row(FIRST_DAY - timedelta(1))


def test_levels_become_harder_from_monday_to_sunday(starting_address: str) -> None:
    catalogue = Catalogue(starting_address, GAMES)
    labels = [row["label"] for row in PUZZLES["planarity"].rows()]
    with catalogue.reading() as reader:
        found = find_many(reader, LEVEL, labels)
        levels = {label: document_of(LEVEL, view) for label, view in found.items()}
    catalogue.close()
    assert all(level.proved and level.min_swaps for level in levels.values())
    grades: list[list[int]] = [[] for _ in range(7)]
    for number, label in enumerate(labels):
        grades[(FIRST_DAY + timedelta(number)).weekday()].append(levels[label].difficulty.grade)
    assert all(max(easier) <= min(harder) for easier, harder in pairwise(grades))


def test_the_proved_results_of_the_first_weeks_are_those_in_the_lists() -> None:
    for row in PUZZLES["swish"].rows()[:14]:
        position = swish.dealt(row)
        assert (len(position.cards), find_largest(position).size) == (int(row["cards"]), int(row["largest"]))
    for row in PUZZLES["sets"].rows()[:140]:
        assert len(list(find_all(sets.dealt(int(row["seed"]))))) == int(row["sets"])


def test_mondays_have_fewer_cards_and_sets_than_sundays() -> None:
    monday, sunday = date(2026, 1, 5), date(2026, 1, 4)
    assert int(PUZZLES["swish"].row(monday)["cards"]) < int(PUZZLES["swish"].row(sunday)["cards"])
    assert int(PUZZLES["sets"].row(monday)["sets"]) < int(PUZZLES["sets"].row(sunday)["sets"])


def test_no_cards_of_a_day_contain_those_of_another_day_within_a_year() -> None:
    days = {
        "swish": [Counter(map(str, swish.dealt(row).cards)) for row in PUZZLES["swish"].rows()],
        "sets": [Counter(sets.dealt(int(row["seed"])).cards) for row in PUZZLES["sets"].rows()],
    }
    for tables in days.values():
        for place, table in enumerate(tables):
            assert not [other for other in tables[place + 1 :] if table <= other or other <= table]
