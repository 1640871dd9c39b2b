"""Values that are not what a search or a value of a game takes are refused at once, with the place."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import StrEnum
from inspect import Parameter, isclass, ismodule, signature
from typing import Any

import pytest

from ludex import Formula, planarity, sets, swish
from ludex.engine.workers import ParallelMap
from ludex.games.planarity.solving.solution import Solution


@pytest.mark.parametrize(
    ("points", "edges", "message"),
    [
        (((0, float("nan")), (1, 0)), ((0, 1),), "points/0/1: nan is not an integer"),
        (((0, 0.5), (1, 0)), ((0, 1),), "points/0/1: 0.5 is not an integer"),
        (((0, 0), (1, True)), ((0, 1),), "points/1/1: True is not an integer"),
        (((0, 0), (1, 0, 2)), ((0, 1),), "points/1: not a pair"),
        (((0, 0), (1, 0)), ((0, 1.0),), "edges/0/1: 1.0 is not an integer"),
        (((0, 0), (1, 0)), (0,), "edges/0: not a pair"),
    ],
)
def test_a_drawing_takes_pairs_of_integers(points: Any, edges: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        planarity.Drawing(points, edges)


def test_a_drawing_of_lists_is_the_drawing_of_tuples() -> None:
    points: Any = [[0, 0], [1, 0]]
    edges: Any = [[1, 0]]
    drawing = planarity.Drawing(((0, 0), (1, 0)), ((0, 1),))
    assert planarity.Drawing(points, edges) == drawing
    assert hash(planarity.Drawing(points, edges)) == hash(drawing)


@pytest.mark.parametrize("number", [0.5, float("nan"), "1", None])
def test_decimals_of_a_drawing_are_exact(number: Any) -> None:
    with pytest.raises(ValueError, match=r"points/1/0: .* is neither an integer nor a Decimal"):
        planarity.Drawing.from_numbers([[0, Decimal("0.5")], [number, 0]], [[0, 1]])


def test_a_position_takes_a_list_of_cards() -> None:
    cards: Any = [swish.Card.from_code("*o"), swish.Card.from_code("o*")]
    assert swish.Position(cards) == swish.Position.from_codes(["*o", "o*"])
    wrong: Any
    for wrong, message in (("*o", "one text"), (["*o", 3], "code 1 is a int")):
        with pytest.raises(TypeError, match=message):
            swish.Position.from_codes(wrong)
    wrong = ["*o"]
    with pytest.raises(TypeError, match="card 0 is a str"):
        swish.Position(wrong)


def test_a_search_takes_a_position() -> None:
    wrong: Any = ["*o", "o*"]
    for search in (swish.find_any, swish.find_largest, swish.find_all, swish.count_by_size):
        with pytest.raises(TypeError, match=r"a list is not a Position; Position\.from_codes creates a Position"):
            search(wrong)
    for search_sets in (sets.find_any, sets.find_all, sets.count_sets):
        with pytest.raises(TypeError, match=r"a list is not a Position; Position\.from_codes creates a Position"):
            search_sets(wrong)


def test_a_solver_of_drawings_takes_a_drawing() -> None:
    wrong: Any = {"points": [[0, 0]], "edges": []}
    with pytest.raises(TypeError, match=r"a dict is not a Drawing; Drawing\(points, edges\) creates a Drawing"):
        planarity.solve(wrong)


POSITION = swish.Position.from_codes(["*o./...", "o../.*.", "..*/.o."])
SETS = sets.Position.from_codes(sets.Deck(2, 3), ["00", "01", "02", "11"])
DRAWING = planarity.Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
PARAMETERS = planarity.GenerationParameters(4, 4, 1)
WRONG = ("x", None, float("nan"), 0.5, ["x"], [["x"]], {"a": 1}, b"x", swish.Card.from_code("*o"), len)
# Arguments that are valid in all functions of a game that have a parameter with this name.
VALID: dict[str, dict[str, Any]] = {
    "swish": {"position": POSITION, "source": POSITION, "a": POSITION, "b": POSITION, "slug": "swish-36"},
    "sets": {"position": SETS, "a": SETS, "b": SETS, "deck": SETS.deck, "slug": "set-3-4", "cards": (0, 1, 2)},
    "planarity": {"drawing": DRAWING, "a": DRAWING, "b": DRAWING, "parameters": PARAMETERS, "n": 4, "delta": 10},
}
VALID["swish"] |= {"height": 2, "width": 3, "points": ((1, 1),), "circles": (), "title": "", "description": ""}
VALID["swish"] |= {"cards": POSITION.cards, "vertices": 2, "arcs": (), "further_arcs": 0, "seed": 1, "true": ()}
VALID["swish"] |= {"formula": Formula(2, ((1, 2), (-1, -2)))}
VALID["sets"] |= {"parameters": sets.GameParameters(SETS.deck), "properties": 2, "values": 3}
VALID["planarity"] |= {"points": DRAWING.points, "edges": DRAWING.edges, "vertices": 4, "swaps": (), "source": 1}
VALID["planarity"] |= {"method": PARAMETERS.method, "graph": planarity.Graph(3, ()), "count": 1}
VALID["planarity"] |= {
    "text": "",
    "clauses": ((0, 1, 2),),
    "gadget": "split",
    "choices": (),
    "embedding": (),
    "true": (),
}
VALID_OF = {
    "GenerationParameters": {"edges": 4, "swaps": 1},
    "Graph": {"edges": ()},
    "difficulty": {"solution": Solution(1, 1, True, ((0, 1),), 1, 1, 1, "")},
    "swap_program": {"swaps": 1},
    "swaps_of_program": {"swaps": 1},
}
CONFUSING = re.compile(
    r"has no attribute|not supported between|object is not (iterable|subscriptable)|hashable|unpack|indices must"
)
MODULES = (swish, swish.reductions, sets, planarity, planarity.reductions)


def checked_parameters() -> Iterator[Any]:
    """Yield each parameter of each public function or class of the games, except flags and callbacks."""
    for module in MODULES:
        game = module.__name__.split(".")[2]
        for name in module.__all__:
            function = getattr(module, name)
            if ismodule(function) or (isclass(function) and issubclass(function, StrEnum)):
                continue
            for parameter in signature(function).parameters.values():
                if parameter.annotation not in (bool, ParallelMap):
                    yield pytest.param(game, function, parameter, id=f"{game}.{name}-{parameter.name}")


@pytest.mark.parametrize(("game", "function", "parameter"), list(checked_parameters()))
def test_public_functions_refuse_other_values_at_once(
    game: str, function: Callable[..., Any], parameter: Parameter
) -> None:
    required = [other.name for other in signature(function).parameters.values() if other.default is Parameter.empty]
    valid = {name: VALID[game].get(name) for name in required} | VALID_OF.get(function.__name__, {})
    annotation = str(parameter.annotation)
    for wrong in WRONG:
        if (wrong is None and "None" in annotation) or (wrong == "x" and parameter.annotation is str):
            continue
        with pytest.raises((TypeError, ValueError)) as caught:
            result = function(**(valid | {parameter.name: wrong}))
            pytest.fail(f"{parameter.name}={wrong!r} is accepted: {result!r}")
        message = str(caught.value)
        assert parameter.name.removesuffix("s") in message, (wrong, message)
        assert not CONFUSING.search(message), (wrong, message)


@pytest.mark.parametrize(
    ("method", "name", "others"),
    [
        (swish.Position.from_codes, "card|code", {}),
        (swish.Card.from_code, "code", {}),
        (SETS.deck.number, "code", {}),
        (sets.Position.from_codes, "card|code", {"deck": SETS.deck}),
        (sets.Position.from_codes, "deck", {"codes": []}),
        (planarity.Drawing.from_numbers, "points", {"edges": []}),
        (planarity.Drawing.from_numbers, "edges", {"points": [[0, 0]]}),
        (DRAWING.swapped, "swap", {}),
        (DRAWING.after, "swaps", {}),
        (DRAWING.moved, "points", {}),
    ],
)
def test_methods_of_values_refuse_other_values_at_once(
    method: Callable[..., Any], name: str, others: dict[str, Any]
) -> None:
    parameter = next(found for found in signature(method).parameters if found not in others)
    for wrong in WRONG:
        if wrong == "x" and signature(method).parameters[parameter].annotation is str:
            continue
        with pytest.raises((TypeError, ValueError)) as caught:
            method(**(others | {parameter: wrong}))
        assert re.search(name, str(caught.value)), (wrong, caught.value)
        assert not CONFUSING.search(str(caught.value)), (wrong, caught.value)
