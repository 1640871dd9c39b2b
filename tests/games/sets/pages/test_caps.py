"""The results on caps of SET have known numbers."""

from math import comb

from flask.testing import FlaskClient

from tests.web.reading import csv_rows


def test_the_table_of_caps_holds_known_numbers(visitor: FlaskClient) -> None:
    rows = {(int(one["values"]), int(one["properties"])): one for one in csv_rows(visitor, "/results/caps?format=csv")}
    # OEIS A090245, and (v-1)^2 for two properties.
    known = {(3, 1): 2, (3, 2): 4, (3, 3): 9, (3, 4): 20, (3, 5): 45} | {(v, 2): (v - 1) ** 2 for v in (4, 5, 6, 7)}
    for deck, size in known.items():
        assert (rows[deck]["lower"], rows[deck]["upper"], rows[deck]["proved"]) == (str(size), str(size), "True")
    assert (rows[3, 6]["lower"], rows[3, 6]["upper"], rows[3, 6]["proved"]) == ("112", "114", "False")
    assert all(int(one["lower"]) <= int(one["upper"]) for one in rows.values())


def test_numbers_of_caps_start_as_all_sets_of_cards_do(visitor: FlaskClient) -> None:
    rows = csv_rows(visitor, "/results/caps?format=csv&table=counts")
    commercial = [int(one["caps"]) for one in rows if (one["properties"], one["values"]) == ("4", "3")]
    assert commercial[:4] == [1, 81, comb(81, 2), comb(81, 3) - 1080]
    assert len(commercial) == 21
