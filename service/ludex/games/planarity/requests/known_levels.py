"""Requests for levels whose construction proves the minimum: the cycles of Lemma 1 and the gadgets of Theorem 2."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.faults import within
from ludex.games.planarity import operations, pictures, reductions
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.reductions.known_levels import MAX_BLOCKS, Gadget, KnownLevel, gadget_level
from ludex.games.planarity.requests.reductions import REDUCTIONS
from ludex.games.planarity.requests.solving import counted, describe_bounds
from ludex.requests import text_output as lines
from ludex.requests.fields import Argument, Forms, OneOfModel, Option, RequestModel, TimeLimited, example, require_one
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores
from ludex.requests.response_models import stored_answer

if TYPE_CHECKING:
    from ludex.games.planarity.kinds.level import LevelDocument

GadgetName = Annotated[Gadget, Field(strict=False)]
Blocks = Annotated[int, Field(description=f"Number of blocks of a variable gadget: odd, 1 to {MAX_BLOCKS}.")]


def _gadget_of_text(text: str) -> str:
    """Check the name of a gadget.

    >>> _gadget_of_text("split")
    'split'
    """
    if text not in {*Gadget}:
        raise ValueError(f"not a gadget; the gadgets are {', '.join(Gadget)}")
    return text


def _number_of_text(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError("not a number of vertices, such as 6")
    return int(text)


class CycleRequest(RequestModel):
    """A cycle of Lemma 1."""

    model_config = example(vertices=8)

    vertices: Annotated[int, Argument("VERTICES", "Number of vertices: even, 4 to 64.", _number_of_text)] = Field(
        description="Number of vertices: even, 4 to 64."
    )


class GadgetRequest(RequestModel):
    """A gadget of Theorem 2."""

    model_config = example(gadget="split")

    gadget: Annotated[GadgetName, Argument("GADGET", f"One of {', '.join(Gadget)}.", _gadget_of_text)] = Field(
        description="Name of the gadget."
    )
    blocks: Blocks = 3


class LevelInstanceRequest(OneOfModel, TimeLimited):
    """The construction of the level: a cycle of Lemma 1, or a gadget of Theorem 2."""

    model_config = example(cycle=8)
    FORMS: ClassVar[Forms] = ((("cycle",), ("gadget",)),)

    cycle: int | None = Field(default=None, description="Number of vertices of a cycle of Lemma 1: even, 4 to 64.")
    gadget: Annotated[GadgetName | None, Option(read=_gadget_of_text)] = Field(
        default=None, description="Name of a gadget of Theorem 2."
    )
    blocks: Blocks = 3


@dataclass(frozen=True, slots=True)
class ConstructedLevel:
    """A drawing whose minimum number of swaps is known by construction, with a shortest solution."""

    drawing: Drawing
    vertices: Annotated[int, Field(description="Number of vertices.")]
    edges: Annotated[int, Field(description="Number of edges.")]
    crossings: Annotated[int, Field(description="Number of crossings.")]
    min_swaps: Annotated[int, Field(description="Minimum number of swaps.")]
    swaps: Annotated[tuple[Edge, ...], Field(description="A shortest solution: edges to swap, in order.")]

    @classmethod
    def of(cls, known: KnownLevel) -> "ConstructedLevel":
        """Return the response for a level."""
        drawing = known.drawing
        crossings = count_crossings(drawing)
        return cls(drawing, drawing.vertices, len(drawing.edges), crossings, known.min_swaps, known.swaps)


def cycle(request: CycleRequest, _context: ExecutionContext) -> ConstructedLevel:
    """Construct the cycle of Lemma 1, which has one crossing and a minimum of `C(n/2, 2)` swaps."""
    with within("vertices"):
        return ConstructedLevel.of(reductions.folded_cycle(request.vertices))


def gadget(request: GadgetRequest, _context: ExecutionContext) -> ConstructedLevel:
    """Construct a gadget of Theorem 2 with coordinates and a shortest solution.

    A `variable` has two solutions, true and false. A `split` at a variable has two solutions, and a `clause` has three.
    `connections` is a clause with two blocks at each end, `leg` a clause with a variable and a split at one end, and
    `variables` a whole formula with one clause.
    """
    return ConstructedLevel.of(gadget_level(request.gadget, request.blocks))


def store(request: LevelInstanceRequest, context: ExecutionContext) -> StoredResult:
    """Construct a cycle of Lemma 1 or a gadget of Theorem 2, and solve and store it as a level with its provenance.

    If the search reaches the time limit, the level is stored with the known swaps and `proved` is false.
    """
    require_one(request, "cycle", "gadget")
    if request.cycle is not None:
        with within("cycle"):
            known = reductions.folded_cycle(request.cycle)
        result: dict[str, Any] = {"reduction": "lemma-1", "vertices": request.cycle}
    else:
        known = gadget_level(request.gadget or Gadget.VARIABLE, request.blocks)
        result = {"reduction": "theorem-2", "gadget": str(request.gadget)}
        result |= {"blocks": request.blocks} if request.gadget is Gadget.VARIABLE else {}
    provenance = {"source": "reduction", **result, "min_swaps": known.min_swaps}
    with context.search() as budget:
        return StoredResult(
            operations.levels.store_level(
                context.catalogue, known.drawing, budget, provenance=provenance, way=known.swaps
            ),
            {"known_minimum": known.min_swaps},
        )


def _describe_level(result: ConstructedLevel, _request: RequestModel) -> Iterator[str]:
    yield json_text(result.drawing)


def _level_remark(result: ConstructedLevel, _request: RequestModel) -> str:
    return (
        f"{result.vertices} vertices, {counted(result.crossings, 'crossing')}, {counted(result.min_swaps, 'swap')}: "
        + " ".join(f"{u}-{v}" for u, v in result.swaps)
    )


def _draw_level(result: ConstructedLevel, _request: RequestModel) -> str:
    return pictures.drawings.solution_svg(result.drawing, result.swaps)


def _describe_stored_level(result: StoredResult, _request: LevelInstanceRequest) -> Iterator[str]:
    level: LevelDocument = result.stored.document  # type: ignore[assignment] # it is a level
    return lines.stored(result, describe_bounds("swap", level.min_swaps, level.proved, level.lower_bound, level.reason))


CYCLE = Request(
    "POST /planarity/reductions/cycle",
    "planarity reduce cycle",
    cycle,
    _describe_level,
    REDUCTIONS,
    remark=_level_remark,
    drawn=_draw_level,
)
GADGET = Request(
    "POST /planarity/reductions/gadget",
    "planarity reduce gadget",
    gadget,
    _describe_level,
    REDUCTIONS,
    remark=_level_remark,
    drawn=_draw_level,
)
STORE = Request(
    "POST /planarity/instances",
    "planarity instance",
    store,
    _describe_stored_level,
    "planarity/levels",
    Stores.ALWAYS,
    stored_answer(
        "planarity-level",
        "StoredPlanarityInstance",
        known_minimum=(int, Field(description="The minimum that follows from the construction.")),
    ),
)
