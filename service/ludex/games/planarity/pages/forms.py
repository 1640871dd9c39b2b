"""Forms that start jobs of Swap Planarity, and the preview of generated levels."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludex.catalogue.lists.listing import facets
from ludex.catalogue.objects.reading import document_of
from ludex.engine.faults import Fault
from ludex.games.planarity.jobs import GenerateMany, parameters_of
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.levels import generate_levels
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.games.planarity.requests.solving import counted
from ludex.games.planarity.requests.sources import drawing_of_text
from ludex.web.making.forms import Form, Values
from ludex.web.page import Site
from ludex.web.site.addresses import list_address
from ludex.web.site.form_input import MOST_CHARACTERS
from ludex.web.site.text_filters import duration

_SECONDS = 5.0
_FEW = 3


@dataclass(frozen=True, slots=True)
class PreviewLevel:
    """A generated level: its picture and its description."""

    picture: str
    about: str


def preview(asked: GenerateMany, site: Site) -> Mapping[str, Any]:
    """Return the context of the preview. Raises Fault.

    With the same seed these are the first levels of the job. Cost: at most 5 seconds, in a computing slot.
    """
    parameters = parameters_of(asked)
    with site.search("planarity-generate", 2 * _SECONDS, "ludex planarity generate") as budget:
        started = time.monotonic()
        # This time limit ends before that of the slot, so that there is an answer in any case.
        found = generate_levels(None, parameters, min(_FEW, asked.count), replace(budget, seconds=_SECONDS))
        seconds = time.monotonic() - started
    made = []
    for one in found.shown:
        level = document_of(LEVEL, one)
        grade = f", grade {level.difficulty.grade}" if level.difficulty.grade is not None else ""
        about = f"{counted(level.min_swaps or 0, 'swap')}, proved{grade}"
        made.append(PreviewLevel(drawing_svg(level.drawing.drawing()), about))
    each = seconds / len(made) if made else None
    size = {"vertices": asked.vertices, "edges": asked.edges}
    with site.catalogue.reading() as reader:
        stored = facets(reader, LEVEL, size, ["min_swaps"])["min_swaps"]
    address = f"{list_address(LEVEL)}?vertices={asked.vertices}&edges={asked.edges}"
    return {
        "made": made,
        "shortfall": found.shortfall,
        "estimate": "" if each is None else duration(each * asked.count),
        "each": "" if each is None else duration(each),
        "most_edges": most_edges(asked.vertices),
        "stored": [
            (one.value, one.count, f"{address}&min_swaps={one.value}")
            for one in sorted(stored, key=lambda one: (one.value is None, one.value))
            if one.value is not None
        ],
    }


def most_edges(vertices: int) -> int:
    """Return the maximum number of edges of a plane drawing.

    >>> [most_edges(n) for n in (1, 2, 3, 8)]
    [0, 1, 3, 18]
    """
    return vertices * (vertices - 1) // 2 if vertices < 3 else 3 * vertices - 6


def _drawing(values: Values) -> dict[str, Any]:
    text = values.get("text", "").strip()
    if not text:
        raise Fault("is missing: paste a drawing in any notation", ("text",))
    if len(text) > MOST_CHARACTERS:
        raise Fault(f"{len(text):,} characters; at most {MOST_CHARACTERS:,} are read here", ("text",))
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
        "Levels of Swap Planarity with the size and the proved minimum that you ask for, as many as you like.",
        "planarity-generate",
        ("vertices", "edges", "swaps", "count"),
        ("delta", "flips", "seed", "method"),
        {"vertices": "8", "edges": "12", "swaps": "3", "count": "20"},
        preview=preview,
        preview_template="planarity/preview.html",
    ),
    Form(
        "drawing",
        "Solve a drawing",
        "The fewest swaps that make a drawing plane, proved, however long it takes. It is stored as a level.",
        "planarity-add",
        text="A drawing: JSON, graph6, Untangle's description, or the label of a stored one. "
        '<a href="/draw">Or draw it</a>.',
        text_title="Drawing",
        read=_drawing,
    ),
)
