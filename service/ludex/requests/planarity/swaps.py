"""What a swap leads to among what is stored: the class of the census that a drawing is of, levels one swap away."""

from collections.abc import Iterator
from typing import Annotated

from ludex.requests import lines
from ludex.requests.answers import matches_answer
from ludex.requests.fields import Argument, Label, Timed
from ludex.requests.json_text import JsonText
from ludex.requests.planarity.sources import TimedDrawing
from ludex.requests.request import Matches, Request, Told, Work


class NearLevels(Timed):
    """The level around which others are looked for."""

    level: Annotated[Label, Argument("LABEL", "The label of a stored level.")]


def look_up_class(asked: TimedDrawing, work: Work) -> Matches:
    """Find the class of the census that a drawing is of, with a matching. Nothing is stored. There is one at most."""
    from ludex.operations.planarity.swaps import class_in_census

    drawing = asked.read(work)
    with work.search():
        found = class_in_census(work.catalogue, drawing)
    return Matches([], []) if found is None else Matches([found.item], [found.matching])


def one_swap_levels(asked: NearLevels, work: Work) -> Told:
    """List the stored levels that one swap of a level leads to, with the swaps that do."""
    from ludex.operations.planarity import swaps

    with work.search() as budget:
        found = swaps.one_swap_levels(work.catalogue, asked.level, budget)
    items = [{"level": JsonText(one.level.text()), "swaps": one.swaps} for one in found]
    return Told({"items": items, "next": None, "count": len(found), "count_exact": True}, of=found)


def _near(told: Told, _asked: NearLevels) -> Iterator[str]:
    for one in told.of:
        yield f"{one.level.label}  {' '.join(f'{u}-{v}' for u, v in one.swaps)}"
    if not told.of:
        yield "no stored level is one swap away"


LOOKUP_CLASS = Request(
    "POST /planarity/census/classes/lookup",
    "planarity census-class",
    look_up_class,
    lambda found, _asked: lines.matches(found, "matching", "no stored class of the census has this drawing"),
    "planarity/census/classes",
    answers=matches_answer("CensusClassOfDrawing", "planarity-census-class"),
)
ONE_SWAP_LEVELS = Request("", "planarity one-swap-levels", one_swap_levels, _near, "planarity/levels")
