"""The checker accepts the dual solutions of bounds on caps, and nothing else."""

from copy import deepcopy
from typing import Any

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.study.closed_forms import cap_bound, cap_upper_bound
from ludex_check_claims.sets import statements
from ludex_check_claims.verdicts import Wrong


@pytest.mark.parametrize("properties", [6, 7, 9])
def test_the_steps_prove_the_bound(properties: int) -> None:
    deck = Deck(properties, 3)
    bound = cap_bound(deck, "hyperplanes")
    assert statements._hyperplanes(bound, properties, 3) == cap_upper_bound(deck)


def changed(step: int, member: str, value: Any) -> dict[str, Any]:
    bound = deepcopy(cap_bound(Deck(6, 3), "hyperplanes"))
    bound["steps"][step][member] = value
    return bound


@pytest.mark.parametrize(
    "bound",
    [
        changed(-1, "most", 119),
        changed(-1, "smaller", 45),
        changed(-1, "multipliers", [0, 0, 0]),
        changed(-1, "multipliers", [20361229240, -13112948, 356594.5]),
        changed(2, "most", 45),
        changed(0, "properties", 4),
    ],
)
def test_other_steps_are_refused(bound: dict[str, Any]) -> None:
    with pytest.raises(Wrong):
        statements._hyperplanes(bound, 6, 3)
