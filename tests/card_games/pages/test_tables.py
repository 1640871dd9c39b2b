"""Tables of cards to play with: a seed deals them, one without a solution only if it is asked for."""

import re
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.card_games.pages import tables
from ludex.card_games.pages.tables import deal_table
from ludex.engine.budget import Budget
from ludex.engine.random_numbers import MAX_SEED


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


def test_a_table_without_a_solution_leads_to_the_next_seed_with_one() -> None:
    app = Flask(__name__)
    dealt: list[int] = []

    def show(query: str) -> object:
        with app.test_request_context(f"/play/toy?{query}"):
            return deal_table(
                "", "", "ludex toy", {"cards": 3}, lambda seed: seed, lambda seed, _: seed % 10 == 3, lambda *_: {}
            )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            tables, "render_template", lambda _template, **context: dealt.append(context["seed"]) or context["next"]
        )
        patch.setattr(tables, "PageContext", lambda _command: SimpleNamespace(search=lambda: nullcontext(Budget())))
        response = show("seed=5")
        assert (response.status_code, response.headers["Location"]) == (302, "/play/toy?seed=13&cards=3")
        assert response.headers["Cache-Control"] == "no-store"
        assert show(f"seed={MAX_SEED - 1}").headers["Location"] == "/play/toy?seed=3&cards=3"
        assert (show("seed=13"), show("seed=5&unsolved=1")) == (
            "/play/toy?seed=14&cards=3",
            "/play/toy?seed=6&cards=3&unsolved=1",
        )
    assert dealt == [13, 5]
