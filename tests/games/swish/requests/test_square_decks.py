"""A board's whole deck under the eight symmetries of the square: its cards, and its largest set without a swish."""

from flask.testing import FlaskClient


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
