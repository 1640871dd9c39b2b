"""`POST /planarity/solve`, `/hint`, `/equivalence` and `/invariants`."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.api.service import service
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.making.generation import Scramble
from ludex.games.planarity.requests import comparing, levels, reductions, solving
from ludex.games.planarity.solving import minimum_swaps
from ludex.games.planarity.solving.solution import UNKNOWN, Solution
from ludex.games.planarity.untangle import read_untangle
from ludex.requests.problem_types import problem_type
from ludex.requests.session import Session
from tests.games.planarity.requests.drawn import CYCLE, KITE, PLANARITY, SQUARE, problem
from tests.games.planarity.sample_drawings import plane_grid
from tests.oracles.small_drawings import crossed_pairs, swapped

SOLVE = f"{PLANARITY}/solve"


def is_plane_after(drawing: dict[str, Any], swaps: list[list[int]]) -> bool:
    points = tuple(map(tuple, drawing["points"]))
    edges = {frozenset(edge) for edge in drawing["edges"]}
    for swap in swaps:
        assert frozenset(swap) in edges
        points = swapped(points, (swap[0], swap[1]))
    return not crossed_pairs(points, tuple((u, v) for u, v in drawing["edges"]))


def test_what_is_not_proved_in_time_says_so(client: FlaskClient) -> None:
    side = 8
    # Points of a bent grid, no three on a line; the vertices of a grid graph are laid on them in another order.
    points = [[1000 * (i % side) + i * i, 1000 * (i // side) + 7 * i * i * i % 97] for i in range(side * side)]
    order = [(29 * i + 3) % 64 for i in range(64)]
    edges = [[i, i + 1] for i in range(64) if i % side < side - 1] + [[i, i + side] for i in range(56)]
    drawing = {"points": [points[place] for place in order], "edges": edges}
    response = client.post(SOLVE, json=drawing | {"time_limit": 0.3})
    assert response.status_code == 200, response.text
    answer = response.get_json()
    assert answer["proved"] is False
    assert answer["lower_bound"] >= 1
    assert set(answer["difficulty"].values()) == {None}
    if answer["min_swaps"] is not None:
        assert len(answer["swaps"]) == answer["min_swaps"] >= answer["lower_bound"]
        assert is_plane_after(drawing, answer["swaps"])


def test_decimals_are_the_drawing_that_they_write(client: FlaskClient) -> None:
    text = '{"points": [[0, 0], [0.4, 0.0], [0.50, 4e-1], [-0, 0.3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'
    answer = client.post(f"{PLANARITY}/invariants", data=text, content_type="application/json").get_json()
    assert answer["drawing"]["points"] == SQUARE["points"]
    assert answer == client.post(f"{PLANARITY}/invariants", json=SQUARE).get_json()


def test_a_relation_that_fails_names_what_differs(client: FlaskClient) -> None:
    other = {"points": SQUARE["points"], "edges": SQUARE["edges"][:3]}
    answer = client.post(f"{PLANARITY}/equivalence", json={"a": SQUARE, "b": other}).get_json()
    assert (answer["equivalent"], answer["matching"]) == (False, None)
    assert "edges" in answer["reason"]
    assert "4" in answer["reason"]


ONTO = f"{PLANARITY}/variants/drag/onto"


def test_vertices_are_dragged_to_given_points_so_that_nothing_crosses(client: FlaskClient) -> None:
    onto = [[0.5, 0], [9, 1], [3, 8], [4, 3], [7, 5]]
    answer = client.post(ONTO, json=SQUARE | {"onto": onto}).get_json()
    assert answer["proved"] is True
    assert {tuple(point) for point in answer["drawing"]["points"]} <= {(int(10 * x), int(10 * y)) for x, y in onto}
    assert answer["drawing"]["edges"] == sorted(sorted(edge) for edge in SQUARE["edges"])
    assert is_plane_after(answer["drawing"], [])


def test_what_no_points_can_carry_is_proved(client: FlaskClient) -> None:
    complete = {"points": KITE, "edges": [[u, v] for u in range(4) for v in range(u)]}
    answer = client.post(ONTO, json=complete | {"onto": [[0, 0], [1, 1], [2, 4], [3, 9]]}).get_json()
    assert (answer["drawing"], answer["proved"]) == (None, True)


@pytest.mark.parametrize(
    ("onto", "pointer"),
    [([[0, 0], [1, 1], [2, 4]], "/onto"), ([[0, 0], [1, 1], [2, 2], [5, 1]], "/onto/2")],
)
def test_points_that_nothing_can_be_dragged_to_are_refused(client: FlaskClient, onto: list, pointer: str) -> None:
    answer = client.post(ONTO, json=SQUARE | {"onto": onto})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize("path", ["solve", "variants/exchange/minimum", "levels"])
def test_what_nobody_waits_for_ends_without_an_answer(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("ludex.api.service.client_gone", lambda _environ: lambda: True)
    before = client.get(f"{PLANARITY}/levels").get_json()["count"]
    assert problem(client.post(f"{PLANARITY}/{path}", json=CYCLE), 503)["type"] == problem_type("busy").uri
    assert client.get(f"{PLANARITY}/levels").get_json()["count"] == before


HINT = f"{PLANARITY}/hint"


def test_the_stored_solution_of_a_level_is_a_hint_if_the_search_fails(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = Scramble(plane_grid(Random(1)), RandomNumbers(1))
    walk.swap(30)
    drawing, solution = walk.drawing(), [list(edge) for edge in reversed(walk.swaps)]
    line = {"points": list(map(list, drawing.points)), "edges": list(map(list, drawing.edges)), "swaps": solution}
    imported = client.post(
        f"{PLANARITY}/levels/import?time_limit=1", data=json.dumps(line), content_type="application/x-ndjson"
    )
    label = imported.get_json()["lines"][0]["label"]
    level = client.get(f"{PLANARITY}/levels/{label}/solution").get_json()
    assert not level["proved"] and level["min_swaps"] <= 30
    lost = Solution(1, None, False, (), None, None, 1, UNKNOWN), None
    monkeypatch.setattr(minimum_swaps, "solve_with_paths", lambda *_, **__: lost)
    made: list[list[int]] = []
    for left in range(level["min_swaps"], 0, -1):
        answer = client.post(HINT, json={"label": label, "swaps": made}).get_json()
        assert (answer["remaining"], answer["proved"], len(answer["best"])) == (left, False, 1)
        made += answer["best"]
    assert client.post(HINT, json={"label": label, "swaps": made}).get_json()["remaining"] == 0
    off = client.post(HINT, json={"label": label, "swaps": [[0, 1]]}).get_json()
    assert off["best"]


def test_what_is_no_edge_of_the_drawing_is_refused_at_its_place(client: FlaskClient) -> None:
    problem(client.post(HINT, json=SQUARE | {"swaps": [[0, 1], [1, 2]]}), 422, "/swaps/1")
    problem(client.post(HINT, json=SQUARE | {"swaps": [[0, 9]]}), 422, "/swaps/0")
    problem(client.post(HINT, json=SQUARE | {"swaps": [[0, 1, 2]]}), 400, "/swaps/0")
    problem(client.post(HINT, json=SQUARE | {"swaps": [[0, 1]] * 1001}), 400, "/swaps")
    problem(client.post(HINT, json={"swaps": []}), 400, "/points")


DRAWING = read_untangle("4:0-1,1-3,2-3,0-2")


@pytest.mark.parametrize(
    ("request_of", "arguments"),
    [
        (comparing.compare, {"a": DRAWING, "b": DRAWING}),
        (comparing.dedup, {"drawings": [DRAWING, DRAWING]}),
        (solving.invariants, {"drawing": DRAWING}),
        (reductions.one_in_three, {"clauses": [[0, 1, 2]]}),
        (reductions.program, {"drawing": DRAWING, "swaps": 1}),
        (levels.one_swap_levels, {}),
    ],
)
def test_an_exhausted_budget_ends_the_request(
    app: Flask, request_of: Callable[..., Any], arguments: dict[str, Any]
) -> None:
    with app.app_context():
        store = service().catalogue
        if request_of is levels.one_swap_levels:
            arguments = {"label": levels.add(Session(store), DRAWING).label}
        limits: list[float | None] = []

        def search(seconds: float | None) -> Any:
            limits.append(seconds)
            return nullcontext(Budget(stop=lambda: True))

        with pytest.raises(BudgetExhausted):
            request_of(Session(store, search=search), **arguments, time_limit=7)
        assert limits == [7]
