"""Bulk import of drawings with solutions. The number of swaps in a line is stored as a minimum that is not proved."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import Field, ValidationError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.transfer.imports.objects import ParsedObject, import_in_bulk
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, LineReport
from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault
from ludex.engine.notation import is_json
from ludex.games.kinds import registry
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.level import ImportedDrawing, claimed_level
from ludex.games.planarity.requests.inputs import EdgeList, NamedDrawing, named_drawing_of_line
from ludex.requests.fields import faults_of
from ludex.requests.imports import Line
from ludex.requests.text_input import checked_line, names_of_line

_SOLUTION = ("swaps", "min_swaps")
_INTEGER_FIELDS = frozenset({"points", "edges", "name", "id", *_SOLUTION})


class DrawingWithSwaps(NamedDrawing):
    """A drawing, swaps that make it plane, and optionally the number of swaps."""

    swaps: EdgeList
    min_swaps: int | None = Field(default=None, ge=0, description="Number of swaps.")


@dataclass(frozen=True, slots=True)
class DrawingWithSolution:
    """The contents of a line: a drawing with its external name and id, and swaps that are claimed to make it plane."""

    named: ImportedDrawing
    swaps: Sequence[Edge]


def import_with_solutions(
    catalogue: Catalogue, lines: Iterable[Line], options: ImportOptions
) -> Iterator[list[LineReport]]:
    """Store drawings with `swaps` that make them plane; see :func:`import_in_bulk`."""
    return import_in_bulk(catalogue, lines, options, partial(parse_line, options.source), names_of_line)


def parse_line(source: str, number: int, line: Line) -> ParsedObject:
    """Return the level described by a line. Raises ValueError if its swaps do not make the drawing plane."""
    parsed = read_solution(line)
    own = parsed.named.own
    level = claimed_level(parsed.named.drawing, parsed.swaps, {"source": source, **own, "claimed": True})
    return ParsedObject.of(registry(), number, prepare(LEVEL, level), own)


def read_solution(line: Line) -> DrawingWithSolution:
    """Parse a line: a drawing in the JSON format of imports, with `swaps`. Raises ValueError.

    >>> found = read_solution('{"points": [[0, 0], [2, 2], [2, 0], [0, 2]], "edges": [[0, 1], [2, 3]], "swaps": []}')
    >>> found.named.drawing.edges, found.swaps
    (((0, 1), (2, 3)), [])
    """
    text = checked_line(line)
    if not is_json(text):
        raise ValueError("not a drawing with a solution: give a JSON object with points, edges and swaps")
    members = exact_json(text)
    return _read_integers(members) or _read_any(text, members)


def _read_integers(result: Any) -> DrawingWithSolution | None:  # noqa: ANN401 - any JSON
    """Read a line in which all numbers are integers. This is ten times as fast as validation by the model."""
    if type(result) is not dict or not _INTEGER_FIELDS.issuperset(result) or not {"name", "id"}.isdisjoint(result):
        return None
    pairs: list[Any] = [result.get(name) for name in ("points", "edges", "swaps")]
    if not all(type(pair) is list and all(map(_is_pair, pair)) for pair in pairs):
        return None
    points, edges, swaps = pairs
    if result.get("min_swaps", len(swaps)) != len(swaps):
        return None
    drawing = Drawing.from_numbers(points, edges)
    return DrawingWithSolution(ImportedDrawing(drawing), swaps)


def _is_pair(value: Any) -> bool:  # noqa: ANN401 - any JSON
    return type(value) is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int


def _read_any(text: str, result: Any) -> DrawingWithSolution:  # noqa: ANN401 - any JSON
    fields = named_drawing_of_line(text) | {name: result[name] for name in _SOLUTION if name in result}
    if fields.get("swaps") is None:
        raise ValueError("no swaps are given; import drawings without solutions with `ludex planarity import`")
    if "label" in fields:
        raise ValueError("label: a drawing with a solution needs its points and edges")
    try:
        model = DrawingWithSwaps.model_validate(fields)
    except ValidationError as error:
        place, message = faults_of(error)[0]
        raise Fault(message, place) from None
    if model.min_swaps not in (None, len(model.swaps)):
        raise Fault(f"is {model.min_swaps}, but there are {len(model.swaps)} swaps; omit it", ("min_swaps",))
    # Without a label, this does not need a catalogue.
    return DrawingWithSolution(model.named(None), [(u, v) for u, v in model.swaps])  # type: ignore[arg-type]
