"""A computation that is too large is refused with its place, what is too large, and what the client can do."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import ludex
from ludex.api.resources import figures
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import TooLarge
from ludex.jobs.job import problem_of
from ludex.requests.problem_types import problem_type

PACKAGE = Path(ludex.__file__).parent
KIND = "computation-too-large"

_LATE = {"time_limit": 0.05}
_SLOW_QUERY = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = 7 RETURN count(*)"
_POINTS = {"points": 18, "delta": 0.3, "seed": 1, "attempts": 1_000_000_000}
_DRAWING = {"points": [[n, n * n] for n in range(24)], "edges": [[u, v] for u in range(24) for v in range(u)]}

REQUESTS = [
    ("cypher", {"query": _SLOW_QUERY, "time_limit": 0.5}, "/time_limit", "ludex graph cypher"),
    ("swish/solve", {"deck": "swish-36", "find": "count", **_LATE}, "/time_limit", "ludex swish solve"),
    ("planarity/point-sets", {**_POINTS, **_LATE}, "/time_limit", "allow more time with `time_limit` (at most 60)"),
    ("planarity/reductions/program", {**_DRAWING, "swaps": 100}, "/swaps", "fewer swaps"),
]


def _calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield file.relative_to(PACKAGE).as_posix(), node


def _problem(answer: Any, pointer: str) -> str:
    problem = answer.get_json()
    assert (answer.status_code, problem["type"]) == (422, problem_type(KIND).uri), problem
    assert problem["errors"] == [{"pointer": pointer, "detail": problem["detail"]}]
    what, _, remedy = problem["detail"].partition("; ")
    assert what and remedy
    return str(problem["detail"])


@pytest.mark.parametrize(("address", "body", "pointer", "remedy"), REQUESTS)
def test_the_refusal_names_the_place_and_a_remedy(
    client: FlaskClient, address: str, body: dict[str, Any], pointer: str, remedy: str
) -> None:
    if address == "cypher":
        client.post("/api/v1/cypher", json={"query": "RETURN 1", "time_limit": 60})  # builds the projection
    assert remedy in _problem(client.post(f"/api/v1/{address}", json=body), pointer)


@pytest.mark.parametrize(
    ("reason", "pointer", "said"),
    [("time", "/time_limit", "takes longer than 60 s; give a smaller input"), ("memory", "", "more memory than one")],
)
def test_every_end_of_a_search_is_refused_in_the_same_form(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, reason: str, pointer: str, said: str
) -> None:
    monkeypatch.setattr(Budget, "exhausted", lambda _budget: reason)
    answer = client.post("/api/v1/planarity/point-sets", json=_POINTS | {"time_limit": 60})
    assert said in _problem(answer, pointer)


def test_a_picture_that_takes_too_long_names_its_width(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "RENDER_SECONDS", 0.001)
    level = client.post("/api/v1/planarity/levels", json={"points": [[0, 0], [1, 2], [3, 1]], "edges": [[0, 1]]})
    label = level.get_json()["label"]
    assert "svg" in _problem(client.get(f"/api/v1/objects/{label}.png?width=700"), "/width")


@pytest.mark.parametrize("error", [BudgetExhausted("time"), BudgetExhausted("memory"), TooLarge("it is long", "cut")])
def test_a_job_is_refused_in_the_same_form(error: Exception) -> None:
    problem = problem_of(error)
    assert problem["type"] == problem_type(KIND).uri
    assert [found["detail"] for found in problem["errors"]] == [problem["detail"]]
    assert problem["errors"][0]["pointer"].startswith("/arguments") and "; " in problem["detail"]


def test_there_is_one_place_where_the_problem_is_built_and_every_fault_has_a_remedy() -> None:
    named = [
        file for file in PACKAGE.rglob("*.py") if f'"{KIND}"' in file.read_text() and file.name != "problem_types.py"
    ]
    assert sorted(file.relative_to(PACKAGE).as_posix() for file in named) == [
        "api/middleware/problems.py",
        "jobs/job.py",
    ]
    raised = list(_calls("TooLarge"))
    assert len(raised) >= 8
    assert [file for file, call in raised if len(call.args) < 2] == []
