"""The exhibits of SET among its results show true numbers."""

from itertools import combinations

from ludex.games.sets.pages import results
from tests.pictures.svg_documents import read, texts


def test_the_shown_sets_are_all_that_are_on_the_shown_table() -> None:
    table = results.TABLE
    assert len(table) == 12
    assert sorted(map(sorted, results.SETS)) == sorted(
        sorted(codes)
        for codes in combinations(table, 3)
        if all(len(set(column)) != 2 for column in zip(*codes, strict=True))
    )


def test_the_shown_cap_has_no_set_and_is_ten_pairs_about_the_middle() -> None:
    cap = results.CAP
    assert len(set(cap)) == 20
    for codes in combinations(cap, 3):
        assert any(len(set(column)) == 2 for column in zip(*codes, strict=True))
    opposite = str.maketrans("012", "210")
    assert {code.translate(opposite) for code in cap} == set(cap)


def test_the_table_of_decks_holds_known_numbers() -> None:
    rows = {(row["deck"].values, row["deck"].properties): row for row in results.decks()}
    # 1,080 sets and 220/79 = 2.78 expected among 12 cards; caps of 4, 9, 20, 45, 112: OEIS A090245.
    assert (rows[3, 4]["deck"].size, rows[3, 4]["sets"], rows[3, 4]["expected"]) == (81, 1080, "2.78")
    assert [rows[3, p]["largest"] for p in (2, 3, 4, 5, 6)] == [4, 9, 20, 45, 112]
    assert all(rows[v, 2]["largest"] == (v - 1) ** 2 for v in (3, 4, 5, 6))
    # Of nine cards, six are laid: C(6, 3) choices of three cards, of which one in seven is one of the 12 sets.
    assert (rows[3, 2]["sets"], rows[3, 2]["expected"]) == (12, "2.86")


def test_frequencies_of_cards_are_tested_for_those_laid_first_and_those_drawn_next() -> None:
    rows = [results.CardRow(results.DECK.code(card), 12, 3) for card in range(81)]
    [experiment] = [one for one in results.EXPERIMENTS if one.name == "uniformity"]
    assert [texts(read(plot(rows)))[-2:] for plot in experiment.plots] == [
        [
            f"{cards}: 4 properties, 3 values, 10,000 trials",
            f"χ² = 0.0, 80 degrees of freedom, p = 1; {each} cards per trial",
        ]
        for cards, each in (("Initial tables", 12), ("Cards drawn", 3))
    ]
