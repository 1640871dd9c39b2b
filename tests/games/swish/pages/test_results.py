"""The exhibits of SWISH among its results show true numbers."""

from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.games.swish.pages import results
from ludex.games.swish.swishes import is_swish
from tests.web.filling import store_largest_set_of_the_commercial_deck


def test_the_page_shows_the_largest_set_of_the_commercial_deck_once_it_is_stored(
    client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    assert "28 of the 60 cards" not in client.get("/swish").text
    store_largest_set_of_the_commercial_deck(sqlite_catalogue)
    text = client.get("/swish").text
    assert "28 of the 60 cards" in text
    assert "A no-swish set of 28 cards" in text


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


def test_settled_and_corrected_questions_state_the_numbers_of_the_closed_forms() -> None:
    said = " ".join(found.result for found in (*results.settled(), *results.corrected()))
    # Burnside's lemma: (12 * 11 + 12) / 4, 256 * 255 / 4, (16 * 15 + 2 * 12) / 8 and (10 * 9 + 2) / 4 cards.
    assert "For the 36 different cards of the commercial board, the maximum is 20 cards" in said
    assert f"For the board 16 × 16 it is {100 * 8192 / 16320:.1f} %." in said
    assert "for the 33 different cards of the board 4 × 4, the largest" in said
    assert "On the board 2 × 5, the largest set has 13 of 23 cards." in said
