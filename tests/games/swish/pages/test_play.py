"""Tables of SWISH are dealt by a seed."""

import re

import pytest
from flask.testing import FlaskClient

from ludex.games.swish.deck import built_in_deck, deal
from ludex.games.swish.pages.play import dealt_table
from ludex.games.swish.position import Position
from tests.oracles.swishes import all_swishes
from tests.web.lookup import look_up, stored
from tests.web.reading import table_of


def test_the_first_seed_from_the_asked_one_that_deals_a_swish_is_taken(client: FlaskClient) -> None:
    without = 0
    for seed in range(8):
        asked = f"/play/swish?seed={seed}&deck=swish-36&cards=4"
        shown = client.get(f"{asked}&unsolved=1").text
        dealt = table_of(shown)
        largest = max((len(chosen) for chosen, _ in all_swishes(dealt["cards"])), default=0)
        assert (dealt["largest"], dealt["proved"]) == (largest, True)
        answer = client.get(asked)
        if largest:
            assert re.search(rf'data-live="largest">{largest} <a class="badge proved certificate"', answer.text)
            continue
        without += 1
        assert "These cards contain no swish." in shown
        used = int(re.findall(r"seed=(\d+)&", answer.headers["Location"])[0])
        assert used > seed
        assert table_of(client.get(answer.headers["Location"]).text)["largest"] >= 2
        for between in range(seed + 1, used):
            skipped = client.get(f"/play/swish?seed={between}&deck=swish-36&cards=4&unsolved=1").text
            assert table_of(skipped)["largest"] == 0
    assert without


def test_cards_are_shuffled_and_turned_by_the_seed_alone(client: FlaskClient) -> None:
    deck = built_in_deck("swish-60")
    assert deck is not None
    tables = {seed: dealt_table(deck.position, 16, seed) for seed in range(20)}
    for seed, table in tables.items():
        plain = deck.position.part(deal(deck.position, 16, seed))
        assert table == dealt_table(deck.position, 16, seed)
        assert table.canonical() == plain.canonical()
        assert table.cards != plain.cards
    shown = table_of(client.get("/play/swish?seed=3&deck=swish-60&unsolved=1").text)
    assert shown["cards"] == [str(card) for card in tables[3].cards]


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_tutorial_says_the_largest_swish_of_its_cards(client: FlaskClient, step: int) -> None:
    dealt = table_of(client.get(f"/play/swish/tutorial?step={step}").text)
    assert dealt["largest"] == max(len(chosen) for chosen, _ in all_swishes(dealt["cards"])) == (2, 2, 3)[step - 1]
    assert client.get("/play/swish/tutorial?step=0").status_code == 422


def test_stored_positions_and_decks_lead_to_their_tables(visitor: FlaskClient) -> None:
    listed = visitor.get("/swish/positions").text
    address = re.findall(r'href="(/play/swish/positions/[^"]+)"', listed)[0]
    label = address.rpartition("/")[2]
    assert f'href="{address}">Play</a>' in visitor.get(f"/objects/{label}").text
    shown = visitor.get(address)
    document = visitor.get(f"/api/v1/swish/positions/{label}").json
    assert document is not None
    laid = Position.from_codes(table_of(shown.text)["cards"])
    assert laid.canonical() == Position.from_codes(document["cards"])
    for slug in ("swish-36", "swish-60"):
        text = visitor.get(f"/objects/{slug}", follow_redirects=True).text
        assert f'href="/play/swish?deck={slug}">Play</a>' in text
    assert visitor.get("/play/swish/positions/nothing").status_code == 404


def test_cards_are_played_saved_or_not(client: FlaskClient) -> None:
    cards = ["*o./...", "o../.*.", "..*/.o."]
    text = ", ".join(cards)
    draft = re.findall('href="(/play/swish/draft[^"]*)"', look_up(client, text, "/draw/swish").text)[0]
    page = client.get(draft).text
    table = table_of(page)
    assert (table["cards"], table["largest"], table["practice"]) == (cards, 2, True)
    assert "Make</a>" in page and ">Change the cards</a>" in page
    label = stored(client, text, "/draw/swish")
    assert f'href="/play/swish/positions/{label}"' in look_up(client, text, "/draw/swish").text


@pytest.mark.parametrize("text", ["*o", "*o," * 25, "nothing", ""])
def test_cards_that_no_table_has_are_not_played(client: FlaskClient, text: str) -> None:
    assert client.get("/play/swish/draft", query_string={"text": text}).status_code == 422
    assert "/play/swish/draft" not in look_up(client, text, "/draw/swish").text
