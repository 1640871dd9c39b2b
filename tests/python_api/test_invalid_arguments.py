"""All methods of a catalogue refuse arguments of other types at once, and name the argument."""

import re
from collections.abc import Iterator
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

from ludex import Catalogue, planarity
from ludex.engine.faults import Fault

DRAWING = planarity.Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
VALID: dict[str, Any] = {
    "kind": "levels",
    "value": DRAWING,
    "text": "x",
    "query": "MATCH (n) RETURN n LIMIT 1",
    "nodes": {"a": {"kind": "planarity-level"}},
    "path": ["holds"],
}
WRONG = ("x", None, float("nan"), ["x"], [["x"]], {"a": 1}, b"x", len)
CONFUSING = re.compile(r"has no attribute|not supported between|object is not (iterable|subscriptable)|hashable|unpack")
# Objects may be given by label, in a notation, as JSON or as a value. Such an argument has no wrong text.
GIVEN = {"name", "object", "start", "end", "value", "file", "names"}


def parameters() -> Iterator[Any]:
    for method in ("get", "look_up", "add", "find", "search", "neighbours", "walk", "paths", "match", "cypher"):
        yield from _parameters_of(method)
    for method in ("to_networkx", "claims", "cited_claims", "sequence", "next_term", "verify", "backup"):
        yield from _parameters_of(method)


def _parameters_of(method: str) -> Iterator[Any]:
    for parameter in list(signature(getattr(Catalogue, method)).parameters.values())[1:]:
        if parameter.kind is not Parameter.VAR_KEYWORD:
            yield pytest.param(method, parameter, id=f"{method}-{parameter.name}")


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    with Catalogue(tmp_path_factory.mktemp("invalid") / "catalogue.sqlite", make=True) as opened:
        yield opened


@pytest.mark.parametrize(("method", "parameter"), list(parameters()))
def test_methods_refuse_other_values_at_once(catalogue: Catalogue, method: str, parameter: Parameter) -> None:
    function = getattr(catalogue, method)
    others = [other for other in signature(function).parameters.values() if other.default is Parameter.empty]
    label = "set-sets-3-values" if method in ("sequence", "next_term") else catalogue.add(DRAWING).label
    valid = {other.name: VALID.get(other.name, label) for other in others if other is not parameter}
    valid.pop("filters", None)
    annotation = str(parameter.annotation)
    for wrong in WRONG:
        if (wrong is None and ("None" in annotation or "Optional" in annotation)) or (
            wrong == "x" and ("str" in annotation or parameter.name in GIVEN)
        ):
            continue
        if parameter.name == "name" and method == "to_networkx" and wrong is None:
            continue
        if ("Sequence[str]" in annotation and wrong == ["x"]) or ("Mapping" in annotation and isinstance(wrong, dict)):
            continue
        with pytest.raises((TypeError, ValueError)) as caught:
            if parameter.kind is Parameter.VAR_POSITIONAL:
                result = function(wrong)
            else:
                result = function(**(valid | {parameter.name: wrong}))
            if isinstance(result, Iterator):
                next(result)
            pytest.fail(f"{parameter.name}={wrong!r} is accepted")
        assert not CONFUSING.search(str(caught.value)), (wrong, caught.value)


def test_an_error_names_the_argument(catalogue: Catalogue, tmp_path: Path) -> None:
    wrong: Any = 5
    for call, message in (
        (lambda: catalogue.get(wrong), "label: should be a string, not int"),
        (lambda: catalogue.get("swish-36", wrong), "kind: should be a string, not int"),
        (lambda: catalogue.look_up(DRAWING, time_limit="x"), "time_limit: 'x' is not a number of seconds"),  # type: ignore[arg-type]
        (lambda: catalogue.walk("swish-36", wrong), "path: should be a list, not int"),
        (lambda: catalogue.backup(wrong), "file"),
        (lambda: catalogue.edit("swish-36", tags="boss"), "tags: should be an array, not str"),
        (lambda: catalogue.planarity.dedup("Cl"), "drawings: should be a list, not str"),
        (lambda: catalogue.planarity.dedup(["Cl"]), "drawings/0: should be a value, or a mapping"),
    ):
        with pytest.raises(TypeError, match=message):
            call()


def test_drawings_may_be_given_by_their_members(catalogue: Catalogue) -> None:
    members = {"points": [list(point) for point in DRAWING.points], "edges": [list(edge) for edge in DRAWING.edges]}
    [same] = catalogue.planarity.dedup([DRAWING, members, {**members, "id": "b"}], stored=False).classes
    assert (same.members, same.ids) == ((0, 1, 2), (None, None, "b"))
    assert catalogue.planarity.compare(members, DRAWING).equivalent
    with pytest.raises(Fault, match="drawings/0/edges"):
        catalogue.planarity.dedup([{**members, "edges": [[0, 9]]}])
