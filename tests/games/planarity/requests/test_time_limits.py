"""A time limit ends every request of Swap Planarity that computes without a partial result."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from flask import Flask

from ludex.api.service import service
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.requests import comparing, levels, reductions, solving
from ludex.games.planarity.untangle import read_untangle
from ludex.requests.session import Session

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
