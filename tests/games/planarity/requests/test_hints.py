"""`POST /planarity/hint`: the best next swaps of a player, and what is refused."""

import json
from random import Random

import pytest
from flask.testing import FlaskClient

from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.making.generation import Scramble
from ludex.games.planarity.solving import minimum_swaps
from ludex.games.planarity.solving.solution import UNKNOWN, Solution
from tests.games.planarity.requests.drawn import PLANARITY, SQUARE, problem
from tests.games.planarity.sample_drawings import plane_grid

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
