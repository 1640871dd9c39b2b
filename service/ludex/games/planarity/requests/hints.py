"""A hint for who plays a drawing: the best next swaps, what remains, where the minimum was missed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ludex.games.planarity import solving
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.solving import counted
from ludex.games.planarity.requests.sources import DRAWINGS, DRAWN, SQUARE, TimedDrawing, VertexPair
from ludex.games.planarity.requests.variants import pair_of_text
from ludex.requests.fields import Argument, ServiceBounds, example
from ludex.requests.request import ExecutionContext, Request
from ludex.requests.sources import stored

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry


class PlayedDrawing(TimedDrawing):
    """A drawing, and the swaps made so far."""

    model_config = example(**SQUARE, swaps=[[0, 2]])

    swaps: Annotated[
        list[VertexPair],
        ServiceBounds(bounds.HINT_SWAPS),
        Argument("EDGE...", "Edges swapped so far, in order, such as 0-3.", pair_of_text, each=True),
    ] = Field(default=[], description="The edges swapped so far, in order.")


def hint(asked: PlayedDrawing, work: ExecutionContext) -> "solving.hints.Hint":
    """Find every swap that begins a shortest solution from where some swaps lead, and how many swaps remain.

    `remaining` null and `proved` true: no plane drawing can be reached. At the time limit, `best` is the first swap of
    the best solution known, and `proved` is false. A stored level, named by its label, is answered soonest: its minimum
    is known. `minimum` is that of the drawing before the swaps. `mistake` is the
    place, from 0, of the first of the swaps after which that minimum was out of reach.
    """
    drawing, label = asked.read(work), (asked.drawing or asked).label
    # Of a stored level the minimum is known.
    known = None if label is None else getattr(stored(work, label, *DRAWN), "solution", None)
    with work.search() as budget:
        return solving.hints.hint(drawing, asked.swaps, budget, known)


def _said(found: "solving.hints.Hint", asked: PlayedDrawing) -> Iterator[str]:
    if found.remaining is None:
        yield "no plane drawing can be reached" if found.proved else "not solved in the time given"
        return
    yield f"{counted(found.remaining, 'swap')} left" + ("" if found.proved else ", not proved to be the fewest")
    if found.best:
        yield f"best next: {' '.join(f'{u}-{v}' for u, v in found.best)}"
    if found.mistake is not None:
        u, v = asked.swaps[found.mistake]
        yield f"the minimum, {found.minimum:,}, was out of reach after swap {found.mistake + 1}, {u}-{v}"


def _hint_model(_registry: "Registry") -> type[Any]:
    return solving.hints.Hint


HINT = Request("POST /planarity/hint", "planarity hint", hint, _said, DRAWINGS, answers=_hint_model)
