"""A drawing in any notation is looked up, solved, stored and compared, without a script."""

import re

import pytest
from flask.testing import FlaskClient

from ludex.engine.budget import Budget
from ludex.games.planarity.pages.notation import NOTATION
from ludex.requests.session import Session
from ludex.web.declarations import MOST_CHARACTERS
from tests.web.lookup import SQUARE, compared, heading, look_up, stored


def test_a_new_drawing_is_stored_and_then_found_however_it_is_given(client: FlaskClient) -> None:
    assert heading(look_up(client, SQUARE)) == "Not saved yet"
    label = stored(client, SQUARE)
    turned = '{"points": [[0, 0], [0, 4], [-4, 5], [-3, 0]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'
    for text in (SQUARE, label, turned, "4:0-1,1-3,3-2,2-0"):
        answer = look_up(client, text)
        assert heading(answer) == "It is in the catalogue", text
        assert label in answer.text
    plane = look_up(client, "4:0-1,1-2,2-3,0-3")
    assert heading(plane) == "Not saved yet"
    assert "Same graph" in plane.text
    assert label in plane.text


def test_only_what_is_stored_of_a_new_drawing_is_listed(visitor: FlaskClient) -> None:
    answer = look_up(visitor, SQUARE)
    assert heading(answer) == "Not saved yet"
    known = answer.text.partition("What is known about it?")[2]
    assert "<dt>Graph</dt><dd><a" in known and "<dt>Order type</dt><dd><a" in known
    assert ">none<" not in answer.text and "not stored" not in answer.text


def test_a_drawing_is_not_its_own_relative_but_one_that_is_the_same_puzzle_is_compared(client: FlaskClient) -> None:
    stored(client, SQUARE)
    own = look_up(client, SQUARE).text
    assert "Related objects" not in own and 'class="pair"' not in own
    # No matching preserves both the graph and the orientation of every three points.
    points = "[[0, 0], [8, 0], [3, 9], [4, 3]]"
    stored(client, f'{{"points": {points}, "edges": [[3, 0], [0, 1], [1, 2]]}}')
    same = look_up(client, f'{{"points": {points}, "edges": [[2, 0], [0, 3], [3, 1]]}}')
    assert heading(same) == "It is in the catalogue"
    assert "Related objects" not in same.text and same.text.count("<figure>") == 2


def test_a_drawing_is_played_saved_or_not(client: FlaskClient) -> None:
    square = "4:0-1,0-2,1-3,2-3"
    draft = re.findall('href="(/play/planarity/draft[^"]*)"', look_up(client, square).text)[0]
    page = client.get(draft)
    assert page.status_code == 200
    assert '<dd data-live="fewest">1' in page.text and "embed" not in page.text
    assert f'href="/draw?text={square}"' in page.text
    label = stored(client, square)
    saved = look_up(client, square).text
    assert f'href="/play/planarity/{label}"' in saved and draft not in saved
    assert f'name="level" value="{label}"' in saved and f"/embed/{label}" in saved
    assert client.get("/play/planarity/draft?text=nothing").status_code == 422


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}', "Points 0, 1 and 2 are on a line"),
        ("{", "not JSON"),
        ('{"points": 3}', "should be an array"),
        ("4:0-9", "vertex 9 does not exist"),
        ("hello there", "Not a drawing"),
        ("planarity-level-4-4-aaaaaaaaaaaaaaaa", "has the label"),
        ("x" * (MOST_CHARACTERS + 1), "the limit is 65,536"),
        ('{"a":' * 5000, "n"),
    ],
)
def test_what_is_no_drawing_is_refused_with_a_reason_and_stays_in_its_field(
    reader: FlaskClient, text: str, said: str
) -> None:
    answer = reader.post("/draw", data={"text": text, "solve": "1"}, follow_redirects=True)
    assert answer.status_code == 200
    fault = re.findall('<div class="notice bad" id="fault"><p>(.*?)</p>', answer.text, re.DOTALL)[0]
    assert said.lower() in fault.lower()
    assert f'autocomplete="off" aria-describedby="notations fault">{text[:1].replace("&", "&amp;")}' in answer.text


@pytest.mark.parametrize(
    ("text", "about", "kind"),
    [
        (SQUARE, "a drawing of 4 vertices and 4 edges", "planarity-level"),
        ('{"points": [[0, 0], [4, 0], [5, 4]]}', "a set of 3 points", "planarity-order-type"),
        (
            '{"drawing": {"points": [[0, 0], [4, 0], [5, 4]], "edges": [[0, 1]]}}',
            "3 vertices and 1 edge",
            "planarity-level",
        ),
        ('{"vertices": 3, "edges": [[0, 1]]}', "a graph of 3 vertices and 1 edge, from JSON", "planarity-graph"),
        ('{"graph6": "C~"}', "a graph of 4 vertices and 6 edges, from JSON", "planarity-graph"),
        ("C~", "a graph of 4 vertices and 6 edges, from graph6", "planarity-graph"),
        ("4:0-1,1-2", "a graph of 4 vertices and 2 edges, from an Untangle game", "planarity-graph"),
    ],
)
def test_a_text_is_recognized_as_a_drawing_as_points_or_as_a_graph(text: str, about: str, kind: str) -> None:
    assert NOTATION.matches(text)
    found = NOTATION.recognize(text, Session(None), Budget())  # no text names what is stored
    assert about in found.about
    assert found.kind == kind
    assert found.picture.count("<circle") or found.picture.count("<path")


def test_what_differs_between_two_drawings_is_drawn(reader: FlaskClient) -> None:
    def pictures(a: str, b: str) -> tuple[str, list[list[str]]]:
        text = compared(reader, a, b)
        svgs = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
        return text, [re.findall(r">(\d+)</text>", svg) for svg in svgs]

    text, numbers = pictures("4:0-1,1-2,2-3", "4:0-1,0-2,0-3")
    assert "The number at each vertex is its value." in text
    assert ["1", "2", "2", "1"] in numbers and ["3", "1", "1", "1"] in numbers
    text, numbers = pictures("6:0-1,1-2,0-2,3-4,4-5,3-5", "6:0-1,1-2,2-3,3-4,4-5,0-5")
    assert ["3"] * 6 in numbers and ["6"] * 6 in numbers
