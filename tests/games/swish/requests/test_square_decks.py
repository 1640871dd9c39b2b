"""A board's whole deck under the eight symmetries of the square: its cards, and its largest set without a swish."""

import pytest
from flask.testing import FlaskClient

# n -> all cards and the largest no-swish set of the n x n board.
BOARDS = {2: (2, 2), 3: (12, 8), 4: (33, 18)}


@pytest.mark.parametrize("n", BOARDS)
def test_a_square_deck_agrees_with_its_board(client: FlaskClient, n: int) -> None:
    cards, largest = BOARDS[n]
    board = client.get(f"/api/v1/swish/boards/{n}x{n}?symmetry=square").get_json()
    asked = {"deck": f"swish-{n}x{n}", "symmetry": "square"}
    answer = client.post("/api/v1/swish/no-swish-sets", json=asked)
    again = client.post("/api/v1/swish/no-swish-sets", json={"deck": f"swish-{n}x{n}-square"})
    assert (board["cards"], board["largest_no_swish_set"]) == (cards, largest)
    assert (answer.status_code, answer.get_json()["size"], answer.get_json()["proved"]) == (201, largest, True)
    assert (again.status_code, again.get_json()["label"]) == (200, answer.get_json()["label"])
    deck = client.get(f"/api/v1/swish/decks/swish-{n}x{n}-square").get_json()
    assert (deck["size"], deck["symmetry"]) == (cards, "square")


def test_a_deck_of_ones_own_keeps_its_cards_under_another_symmetry(client: FlaskClient) -> None:
    client.post("/api/v1/swish/decks", json={"slug": "corner", "title": "Corner", "cards": ["*o/..", "*./o."]})
    asked = {"deck": "corner", "find": "largest"}
    rectangle = client.post("/api/v1/swish/solve", json=asked).get_json()
    square = client.post("/api/v1/swish/solve", json=asked | {"symmetry": "square"}).get_json()
    assert (rectangle["size"], square["size"]) == (0, 2)


def test_a_board_that_is_not_square_has_no_square_deck(client: FlaskClient) -> None:
    asked = {"deck": "swish-4x3", "symmetry": "square", "find": "any"}
    answer = client.post("/api/v1/swish/solve", json=asked)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, "/symmetry")
    assert client.get("/api/v1/swish/decks/swish-4x3-square").status_code == 404
