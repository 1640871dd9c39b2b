"""Lines of drawings with solutions, read in bulk: the number of swaps is taken over as the minimum that is claimed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError

from ludex.engine.faults import Fault
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.named_line import NamedLine
from ludex.requests.fields import faults_of
from ludex.requests.imported import Line
from ludex.requests.planarity.sources import EdgeList, NamedDrawing, named_drawing_of_line
from ludex.requests.written_numbers import exact_json

if TYPE_CHECKING:
    from ludex.operations.bulk import Lines, Made, Making

_SOLUTION = ("swaps", "min_swaps")
_PLAIN = frozenset({"points", "edges", "name", "id", *_SOLUTION})


class ClaimedDrawing(NamedDrawing):
    """A drawing with swaps that make it plane, and how many those are, if that is said."""

    swaps: EdgeList
    min_swaps: int | None = Field(default=None, ge=0)


@dataclass(frozen=True, slots=True)
class ClaimedLine:
    """A drawing of a line, with its own name and id, and the swaps that are claimed to make it plane."""

    named: NamedLine
    swaps: Sequence[Edge]


def making(source: str) -> "Making":
    """Return what makes rows of lines of drawings with solutions, in whatever process."""
    return partial(make, source)


def make(source: str, lines: "Lines") -> "Made":
    """Return what is stored of drawings with solutions, and the reports of those lines that are refused."""
    from ludex.catalogue.imported import ImportedLine
    from ludex.catalogue.kind import prepare
    from ludex.catalogue.kinds.planarity import LEVEL
    from ludex.operations.bulk import Ready
    from ludex.planarity.claimed import claimed_level

    made: list[Ready | ImportedLine] = []
    for number, line in lines:
        try:
            given = read_claimed(line)
            own = given.named.own
            level = claimed_level(given.named.drawing, given.swaps, {"source": source, **own, "claimed": True})
            made.append(Ready.of(number, prepare(LEVEL, level), own))
        except ValueError as error:
            made.append(ImportedLine.refused(number, str(error)))
    return made


def read_claimed(line: Line) -> ClaimedLine:
    """Read a line: a drawing, as an import of drawings takes it, in JSON and with its `swaps`. Raises ValueError.

    >>> found = read_claimed('{"points": [[0, 0], [2, 2], [2, 0], [0, 2]], "edges": [[0, 1], [2, 3]], "swaps": []}')
    >>> found.named.drawing.edges, found.swaps
    (((0, 1), (2, 3)), [])
    """
    text = line.decode("utf-8") if isinstance(line, bytes) else line
    return _plain(text) or _read(text)


def _plain(text: str) -> ClaimedLine | None:
    """Read a line of whole numbers alone, as most are: a tenth of the time that a model takes. None for any other."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if type(found) is not dict or not _PLAIN.issuperset(found) or not {"name", "id"}.isdisjoint(found):
        return None
    pairs: list[Any] = [found.get(name) for name in ("points", "edges", "swaps")]
    if not all(type(one) is list and all(map(_is_pair, one)) for one in pairs):
        return None
    points, edges, swaps = pairs
    if found.get("min_swaps", len(swaps)) != len(swaps):
        return None
    drawing = Drawing.from_numbers(points, edges)
    return ClaimedLine(NamedLine(drawing), swaps)


def _is_pair(value: Any) -> bool:  # noqa: ANN401 - any JSON
    return type(value) is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int


def _read(text: str) -> ClaimedLine:
    if not text.lstrip().startswith("{"):
        raise ValueError("a drawing with its solution is an object of JSON with points, edges and swaps")
    found = exact_json(text)
    given = named_drawing_of_line(text) | {name: found[name] for name in _SOLUTION if name in found}
    if given.get("swaps") is None:
        raise ValueError("no swaps are given: without a solution a drawing is solved, as it is if nothing is claimed")
    if "label" in given:
        raise ValueError("label: a drawing that is claimed to have a solution comes with its points and edges")
    try:
        model = ClaimedDrawing.model_validate(given)
    except ValidationError as error:
        place, said = faults_of(error)[0]
        raise Fault(said, place) from None
    if model.min_swaps not in (None, len(model.swaps)):
        raise Fault(f"{model.min_swaps}, but there are {len(model.swaps)} swaps; leave it out", ("min_swaps",))
    # No stored drawing is asked for by its label: nothing of a catalogue is needed.
    return ClaimedLine(model.named(None), [(u, v) for u, v in model.swaps])  # type: ignore[arg-type]
