"""What generating levels would come to: what such drawings can have, what is stored of them, a few levels made now."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludex.catalogue.kinds.planarity import LEVEL
from ludex.catalogue.listing import facets
from ludex.catalogue.reading import document_of
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.jobs.planarity import GenerateMany, parameters_of
from ludex.operations.planarity.levels import generate_levels
from ludex.requests.planarity.solving import counted
from ludex.web.addresses import list_address
from ludex.web.page import Site

_SECONDS = 5.0
_FEW = 3
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


@dataclass(frozen=True, slots=True)
class Made:
    """A level that was made now: its picture, and what it is."""

    picture: str
    about: str


def preview(asked: GenerateMany, site: Site) -> Mapping[str, Any]:
    """Return what a page shows of what is asked for. Raises Fault.

    With the same seed these are the first levels of the job. Cost: 5 seconds at most, in a computing slot.
    """
    parameters = parameters_of(asked)
    with site.search("planarity-generate", 2 * _SECONDS, "ludex planarity generate") as budget:
        started = time.monotonic()
        # Its own time ends before that of the slot: then there is an answer all the same.
        found = generate_levels(None, parameters, min(_FEW, asked.count), replace(budget, seconds=_SECONDS))
        seconds = time.monotonic() - started
    made = []
    for one in found.shown:
        level = document_of(LEVEL, one)
        grade = f", grade {level.difficulty.grade}" if level.difficulty.grade is not None else ""
        about = f"{counted(level.min_swaps or 0, 'swap')}, proved{grade}"
        made.append(Made(drawing_svg(level.drawing.drawing()), about))
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
    """Return the most edges of a plane drawing.

    >>> [most_edges(n) for n in (1, 2, 3, 8)]
    [0, 1, 3, 18]
    """
    return vertices * (vertices - 1) // 2 if vertices < 3 else 3 * vertices - 6


def duration(seconds: float) -> str:
    """Return a time in words.

    >>> duration(0.02), duration(0.5), duration(90), duration(7200), duration(10**6)
    ('less than 0.1 s', '0.5 s', '1.5 minutes', '2 hours', '12 days')
    """
    for unit, least in (("days", _DAY), ("hours", _HOUR), ("minutes", _MINUTE)):
        if seconds >= least:
            number = seconds / least
            return f"{round(number):,} {unit}" if number > 10 else f"{round(number, 1):g} {unit}"
    return "less than 0.1 s" if seconds < 0.1 else f"{seconds:.2g} s"
