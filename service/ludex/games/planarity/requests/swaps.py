"""What a swap leads to among what is stored: levels one swap away."""

from collections.abc import Iterator
from typing import Annotated

from ludex.games.planarity import operations
from ludex.requests.fields import Argument, Label, Timed
from ludex.requests.json_text import JsonText
from ludex.requests.request import ExecutionContext, Request, Result


class NearLevels(Timed):
    """The level around which others are looked for."""

    level: Annotated[Label, Argument("LABEL", "The label of a stored level.")]


def one_swap_levels(asked: NearLevels, work: ExecutionContext) -> Result:
    """List the stored levels that one swap of a level leads to, with the swaps that do."""
    with work.search() as budget:
        found = operations.levels.one_swap_levels(work.catalogue, asked.level, budget)
    items = [{"level": JsonText(one.level.text()), "swaps": one.swaps} for one in found]
    return Result({"items": items, "next": None, "count": len(found), "count_exact": True}, of=found)


def _near(told: Result, _asked: NearLevels) -> Iterator[str]:
    for one in told.of:
        yield f"{one.level.label}  {' '.join(f'{u}-{v}' for u, v in one.swaps)}"
    if not told.of:
        yield "no stored level is one swap away"


ONE_SWAP_LEVELS = Request("", "planarity one-swap-levels", one_swap_levels, _near, "planarity/levels")
