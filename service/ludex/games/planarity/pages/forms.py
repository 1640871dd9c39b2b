"""Forms that start Swap Planarity jobs, the preview of generated levels, and the import of drawings as levels."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from ludex.catalogue.lists.listing import facets
from ludex.catalogue.objects.reading import ObjectView, document_of
from ludex.engine.faults import Fault
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.jobs import GenerateArguments
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.level import ImportedDrawing
from ludex.games.planarity.operations.levels import generate_levels, generate_to_order
from ludex.games.planarity.pages.level import difficulty_words
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.games.planarity.requests.inputs import drawing_of_text
from ludex.games.planarity.requests.levels import LEVELS
from ludex.games.planarity.study.level_orders import LevelOrder
from ludex.pictures.svg import PictureTooLarge
from ludex.web.declarations import MOST_CHARACTERS, ImportTab
from ludex.web.game_pages import Form, site
from ludex.web.site.addresses import list_address
from ludex.web.site.text_filters import counted, duration

_SECONDS = 5.0
_FEW = 3


@dataclass(frozen=True, slots=True)
class PreviewLevel:
    """A generated level: its picture and its description."""

    picture: str
    about: str


def preview(request: GenerateArguments) -> Mapping[str, Any]:
    """Return the template context of the preview, which shows the first levels that a job with this seed will generate.

    Raises Fault.

    Cost: at most 5 seconds, in a computing slot.
    """
    parameters = request.read(None)
    few = min(_FEW, request.count)
    with site.search("planarity-generate", 2 * _SECONDS, "ludex planarity generate") as budget:
        started = time.monotonic()
        # This time limit is shorter than the slot's time limit, so there is always a result to show.
        within = replace(budget, seconds=_SECONDS)
        if isinstance(parameters, LevelOrder):
            found = generate_to_order(site.catalogue, parameters, few, within, stores=False)
        else:
            found = generate_levels(None, parameters, few, within)
        seconds = time.monotonic() - started
    levels = []
    for shown in found.shown:
        level = document_of(LEVEL, shown)
        words = (counted(level.min_swaps or 0, "swap"), "proved", difficulty_words(level.difficulty.grade).lower())
        about = ", ".join(filter(None, words))
        levels.append(PreviewLevel(drawing_svg(level.drawing.drawing()), about))
    each = seconds / len(levels) if levels else None
    sizes = {name: getattr(request, name) for name in ("vertices", "edges")}
    size = {name: least if least == most else f"{least}..{most}" for name, (least, most) in sizes.items()}
    with site.catalogue.reading() as reader:
        stored = facets(reader, LEVEL, size, ["min_swaps"])["min_swaps"]
    address = f"{list_address(LEVEL)}?{urlencode(size)}"
    return {
        "levels": levels,
        "shortfall": found.shortfall,
        "estimate": "" if each is None else duration(each * request.count),
        "each": "" if each is None else duration(each),
        "most_edges": most_edges(request.vertices[1]),
        "stored": [
            (value.value, value.count, f"{address}&min_swaps={value.value}")
            for value in sorted(stored, key=lambda value: (value.value is None, value.value))
            if value.value is not None
        ],
    }


def most_edges(vertices: int) -> int:
    """Return the maximum number of edges of a plane drawing with a number of vertices.

    >>> [most_edges(n) for n in (1, 2, 3, 8)]
    [0, 1, 3, 18]
    """
    return vertices * (vertices - 1) // 2 if vertices < 3 else 3 * vertices - 6


def _drawing(values: Mapping[str, str]) -> dict[str, Any]:
    text = values.get("text", "").strip()
    if not text:
        raise Fault("enter a drawing", ("text",))
    if len(text) > MOST_CHARACTERS:
        raise Fault(f"{len(text):,} characters; the limit is {MOST_CHARACTERS:,}", ("text",))
    try:
        return drawing_of_text(text)
    except RecursionError:
        raise Fault("the JSON is nested too deeply", ("text",)) from None
    except ValueError as error:
        raise Fault(str(error), ("text",)) from None


FORMS = (
    Form(
        "levels",
        "Generate levels",
        "Generate any number of Swap Planarity levels of a given size and a given, proved minimum.",
        "planarity-generate",
        ("vertices", "edges", "swaps", "count"),
        ("delta", "flips", "seed", "method"),
        {"vertices": "8", "edges": "12", "swaps": "3", "count": "20"},
        preview=preview,
    ),
    Form(
        "drawing",
        "Solve a drawing",
        "Find and prove the minimum number of swaps for a drawing, however long it takes, and store it as a level.",
        "planarity-add",
        text="A drawing as JSON, graph6 or an Untangle game description, or the label of a stored drawing. "
        'You can also <a href="../draw">draw it</a>.',
        text_title="Drawing",
        read=_drawing,
    ),
)


_ABOUT = (
    "One drawing per line, each line in its own format: graph6 (<code>D~{</code>), an edge list (<code>0-1 1-2 "
    "2-0</code>, or one edge per line and an empty line between graphs), an Untangle game description "
    "(<code>4:0-2,1-3</code>), JSON with <code>points</code> and <code>edges</code>, or a label. You can also paste "
    "a whole file: CSV with a header, lines from a downloaded list or from <code>ludex export</code>, or the file of "
    "a pack. Graphs without points are drawn on a circle."
)
EXAMPLES = (
    ("graph6", "E?~o\nDQo\nEhEG\tsix-cycle\n"),
    ("edge lists", "0-1 0-2 1-3 2-3\n\n0 2\n2 4\n4 1\n1 3\n3 0\n"),
    ("Untangle", "4:0-2,1-3,0-1\n6:0-2,2-4,4-1,1-3,3-5,5-0\n"),
    (
        "CSV",
        "name,points,edges\n"
        'bow tie,"[[0, 0], [4, 0], [5, 4], [0, 3]]","[[0, 2], [2, 3], [3, 1], [1, 0]]"\n'
        'star,"[[0, 1], [4, 0], [7, 5], [3, 9], [1, 6]]","[[0, 2], [2, 4], [4, 1], [1, 3], [3, 0]]"\n',
    ),
    (
        "JSON",
        '{"name": "bow tie", "points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 2], [2, 3], [3, 1], [1, 0]]}\n'
        '{"graph6": "DQo", "name": "a cycle"}\n',
    ),
)


def _describe(imported: ImportedDrawing) -> tuple[str, str]:
    drawing = imported.drawing
    name = f"{imported.name}: " if imported.name else ""
    vertices = "1 vertex" if drawing.vertices == 1 else f"{drawing.vertices} vertices"
    crossings = counted(count_crossings(drawing), "crossing")
    about = f"{name}{vertices}, {counted(len(drawing.edges), 'edge')}, {crossings}"
    try:
        return drawing_svg(drawing), about
    except PictureTooLarge:
        return "", about


def _result(level: ObjectView) -> str:
    """Return the minimum and the difficulty of a stored level in words."""
    members = json.loads(level.text())
    minimum = members["min_swaps"]
    if minimum is None:
        return "impossible" if members["proved"] else "not solved in time"
    difficulty = difficulty_words((members.get("difficulty") or {}).get("grade"))
    proved = "" if members["proved"] else "at most "
    return ", ".join(filter(None, (f"{proved}{counted(minimum, 'swap')}", difficulty.lower())))


IMPORT_TAB = ImportTab(LEVELS, "levels", _ABOUT, EXAMPLES, _describe, _result)
