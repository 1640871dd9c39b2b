"""Forms that start jobs of Swap Planarity, and the preview of generated levels."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludex.catalogue.lists.listing import facets
from ludex.catalogue.objects.reading import document_of
from ludex.engine.faults import Fault
from ludex.games.planarity.jobs import GenerateArguments, parameters_of
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.levels import generate_levels
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.games.planarity.requests.solving import counted
from ludex.games.planarity.requests.sources import drawing_of_text
from ludex.web.game_pages import Form, Site
from ludex.web.lookup_pages.notation import MOST_CHARACTERS
from ludex.web.site.addresses import list_address
from ludex.web.site.text_filters import duration

_SECONDS = 5.0
_FEW = 3


@dataclass(frozen=True, slots=True)
class PreviewLevel:
    """A generated level: its picture and its description."""

    picture: str
    about: str


def preview(request: GenerateArguments, site: Site) -> Mapping[str, Any]:
    """Return the context of the preview, the first levels that the job generates with the same seed. Raises Fault.

    Cost: at most 5 seconds, in a computing slot.
    """
    parameters = parameters_of(request)
    with site.search("planarity-generate", 2 * _SECONDS, "ludex planarity generate") as budget:
        started = time.monotonic()
        # This time limit is shorter than that of the slot, so there is always a result to show.
        found = generate_levels(None, parameters, min(_FEW, request.count), replace(budget, seconds=_SECONDS))
        seconds = time.monotonic() - started
    levels = []
    for shown in found.shown:
        level = document_of(LEVEL, shown)
        grade = f", grade {level.difficulty.grade}" if level.difficulty.grade is not None else ""
        about = f"{counted(level.min_swaps or 0, 'swap')}, proved{grade}"
        levels.append(PreviewLevel(drawing_svg(level.drawing.drawing()), about))
    each = seconds / len(levels) if levels else None
    size = {"vertices": request.vertices, "edges": request.edges}
    with site.catalogue.reading() as reader:
        stored = facets(reader, LEVEL, size, ["min_swaps"])["min_swaps"]
    address = f"{list_address(LEVEL)}?vertices={request.vertices}&edges={request.edges}"
    return {
        "levels": levels,
        "shortfall": found.shortfall,
        "estimate": "" if each is None else duration(each * request.count),
        "each": "" if each is None else duration(each),
        "most_edges": most_edges(request.vertices),
        "stored": [
            (value.value, value.count, f"{address}&min_swaps={value.value}")
            for value in sorted(stored, key=lambda value: (value.value is None, value.value))
            if value.value is not None
        ],
    }


def most_edges(vertices: int) -> int:
    """Return the maximum number of edges of a plane drawing.

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
        raise Fault("nested too deeply", ("text",)) from None
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
        'You can also <a href="/draw">draw it</a>.',
        text_title="Drawing",
        read=_drawing,
    ),
)
