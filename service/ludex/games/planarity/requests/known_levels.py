"""Levels whose minimum is known by their construction: the cycles of Lemma 1, the gadgets of Theorem 2."""

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
from ludex.games.planarity.requests.solving import counted, described
from ludex.requests import text_answers as lines
from ludex.requests.answers import stored_answer
from ludex.requests.fields import Argument, Forms, OneOfModel, Option, RequestModel, Timed, example, require_one
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores

if TYPE_CHECKING:
    from ludex.games.planarity.kinds.level import LevelDocument

GadgetName = Annotated[Gadget, Field(strict=False)]
Blocks = Annotated[int, Field(description=f"Of a variable: how many blocks it has, odd, 1 to {MAX_BLOCKS}.")]


def _gadget_of_text(text: str) -> str:
    """Return the name of a gadget.

    >>> _gadget_of_text("split")
    'split'
    """
    if text not in {*Gadget}:
        raise ValueError(f"not a gadget; there are {', '.join(Gadget)}")
    return text


def _number_of_text(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError("not a number of vertices, such as 6")
    return int(text)


class Cycle(RequestModel):
    """A cycle of Lemma 1."""

    model_config = example(vertices=8)

    vertices: Annotated[int, Argument("VERTICES", "Number of vertices: even, 4 to 64.", _number_of_text)] = Field(
        description="Number of vertices: even, 4 to 64."
    )


class AskedGadget(RequestModel):
    """A gadget of Theorem 2."""

    model_config = example(gadget="split")

    gadget: Annotated[GadgetName, Argument("GADGET", f"One of {', '.join(Gadget)}.", _gadget_of_text)]
    blocks: Blocks = 3


class LevelInstance(OneOfModel, Timed):
    """What the level is made by: a cycle of Lemma 1, or a gadget of Theorem 2."""

    model_config = example(cycle=8)
    FORMS: ClassVar[Forms] = ((("cycle",), ("gadget",)),)

    cycle: int | None = Field(default=None, description="The vertices of a cycle of Lemma 1: even, 4 to 64.")
    gadget: Annotated[GadgetName | None, Option(read=_gadget_of_text)] = Field(
        default=None, description="Of Theorem 2."
    )
    blocks: Blocks = 3


@dataclass(frozen=True, slots=True)
class MadeLevel:
    """A drawing whose minimum of swaps is known by its construction, and swaps that meet it."""

    drawing: Drawing
    vertices: int
    edges: int
    crossings: int
    min_swaps: int
    swaps: tuple[Edge, ...]

    @classmethod
    def of(cls, known: KnownLevel) -> "MadeLevel":
        """Return what is shown of a level."""
        drawing = known.drawing
        crossings = count_crossings(drawing)
        return cls(drawing, drawing.vertices, len(drawing.edges), crossings, known.min_swaps, known.swaps)


def cycle(asked: Cycle, _work: ExecutionContext) -> MadeLevel:
    """Make the cycle of Lemma 1: one crossing, and C(n/2, 2) swaps at least."""
    with within("vertices"):
        return MadeLevel.of(reductions.folded_cycle(asked.vertices))


def gadget(asked: AskedGadget, _work: ExecutionContext) -> MadeLevel:
    """Make a gadget of Theorem 2, with coordinates, and swaps that meet its minimum.

    A `variable` can be solved in two ways, true and false, a `split` at a variable in two, a `clause` in three.
    `connections` is a clause with two blocks before each of its ends, `leg` one with a variable and a split at one end,
    `variables` a whole formula of one clause.
    """
    return MadeLevel.of(gadget_level(asked.gadget, asked.blocks))


def store(asked: LevelInstance, work: ExecutionContext) -> StoredResult:
    """Make a cycle of Lemma 1 or a gadget of Theorem 2, solve it, and store it as a level with what it is made by.

    If the time limit ends the search, the level is stored with the swaps that are known, and `proved` false.
    """
    require_one(asked, "cycle", "gadget")
    if asked.cycle is not None:
        with within("cycle"):
            known = reductions.folded_cycle(asked.cycle)
        made: dict[str, Any] = {"reduction": "lemma-1", "vertices": asked.cycle}
    else:
        known = gadget_level(asked.gadget or Gadget.VARIABLE, asked.blocks)
        made = {"reduction": "theorem-2", "gadget": str(asked.gadget)}
        made |= {"blocks": asked.blocks} if asked.gadget is Gadget.VARIABLE else {}
    provenance = {"source": "reduction", **made, "min_swaps": known.min_swaps}
    with work.search() as budget:
        return StoredResult(
            operations.levels.store_level(
                work.catalogue, known.drawing, budget, provenance=provenance, way=known.swaps
            ),
            {"known_minimum": known.min_swaps},
        )


def _level_said(made: MadeLevel, _asked: RequestModel) -> Iterator[str]:
    yield json_text(made.drawing)


def _level_remark(made: MadeLevel, _asked: RequestModel) -> str:
    return (
        f"{made.vertices} vertices, {counted(made.crossings, 'crossing')}, {counted(made.min_swaps, 'swap')}: "
        + " ".join(f"{u}-{v}" for u, v in made.swaps)
    )


def _level_drawn(made: MadeLevel, _asked: RequestModel) -> str:
    return pictures.drawings.solution_svg(made.drawing, made.swaps)


def _stored_said(made: StoredResult, _asked: LevelInstance) -> Iterator[str]:
    level: LevelDocument = made.stored.document  # type: ignore[assignment] # it is a level
    return lines.stored(made, described("swap", level.min_swaps, level.proved, level.lower_bound, level.reason))


CYCLE = Request(
    "POST /planarity/reductions/cycle",
    "planarity reduce cycle",
    cycle,
    _level_said,
    REDUCTIONS,
    remark=_level_remark,
    drawn=_level_drawn,
)
GADGET = Request(
    "POST /planarity/reductions/gadget",
    "planarity reduce gadget",
    gadget,
    _level_said,
    REDUCTIONS,
    remark=_level_remark,
    drawn=_level_drawn,
)
STORE = Request(
    "POST /planarity/instances",
    "planarity instance",
    store,
    _stored_said,
    "planarity/levels",
    Stores.ALWAYS,
    stored_answer(
        "planarity-level",
        "StoredPlanarityInstance",
        known_minimum=(int, Field(description="The minimum that it has by its construction.")),
    ),
)
