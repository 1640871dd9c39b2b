"""The exhibits of SWISH among its results show true numbers."""

from ludex.games.swish.pages import results
from ludex.games.swish.swishes import is_swish


def test_the_shown_swish_is_one_and_lies_in_the_shown_deal() -> None:
    assert is_swish(results.example_swish())
    assert len(results.example_deal().cards) == 16


def test_the_table_of_boards_holds_known_numbers() -> None:
    rows = {(row.height, row.width, str(row.symmetry)): row for row in results.boards()}
    # Section 3.2 and the closed forms: 36 cards, 20 without a swish; 784 cards of 7 x 8; 3 of 2 x 2.
    commercial = rows[4, 3, "rectangle"]
    assert (commercial.cards, commercial.largest_no_swish_set) == (36, 20)
    assert rows[7, 8, "rectangle"].cards == 784
    assert rows[2, 2, "rectangle"].largest_no_swish_set == 2
    assert rows[16, 16, "rectangle"].largest_no_swish_set == 8192
