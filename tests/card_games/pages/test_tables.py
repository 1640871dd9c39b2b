"""Tables of cards to play with: a seed deals them, one without a solution only if it is asked for."""

import re

import pytest
from flask.testing import FlaskClient


def test_who_asks_for_no_seed_is_led_to_one(reader: FlaskClient) -> None:
    for path in ("/play/swish", "/play/sets"):
        assert f'href="{path}"' in reader.get("/play").text
        answer = reader.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (302, "no-store")
        assert re.match(rf"{path}\?seed=\d+", answer.headers["Location"])
        assert reader.get(answer.headers["Location"]).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        "swish?seed=x",
        "swish?seed=-1",
        "swish?seed=9223372036854775808",
        "swish?seed=1&cards=25",
        "swish?seed=1&deck=swish-9x9",
        "sets?seed=٣",
        f"sets?seed={'9' * 5000}",
    ],
)
def test_what_cannot_be_dealt_is_told(reader: FlaskClient, asked: str) -> None:
    answer = reader.get(f"/play/{asked}", headers={"Accept": "text/html"})
    assert answer.status_code == 422
    assert "must be a whole number" in answer.text or "unknown deck" in answer.text.lower()
