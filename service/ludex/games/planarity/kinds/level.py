"""Levels: classes of swap-equivalent drawings, each represented by the first drawing stored, with its solutions."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import DocumentPart
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.engine.faults import Fault
from ludex.games.planarity import pictures, study
from ludex.games.planarity.identity.swap_class import LEVEL as TAG
from ludex.games.planarity.kinds.document_parts import (
    HULL,
    DifficultyMeasures,
    OptimalSolutions,
    Pairs,
    drawing_picture,
)
from ludex.games.planarity.kinds.drawing_class import DrawingClassDocument, identify_class, write_class
from ludex.games.planarity.kinds.statements import MINIMUM_SWAPS, claim_minimum
from ludex.games.planarity.level import Level, improve_level
from ludex.games.planarity.points import hull
from ludex.games.planarity.solving.lower_bounds import LowerBound
from ludex.games.planarity.solving.solution import Solution
from ludex.graphs.formats import write_graph6


class LevelDocument(DrawingClassDocument):
    """A level: the first drawing stored of a class of swap-equivalent drawings, with its best known solution."""

    kind: Literal["planarity-level"] = "planarity-level"
    hull: Annotated[int, Fact(synonyms=HULL)] = Field(
        description="Number of points on the convex hull of this drawing."
    )
    grid_delta: Annotated[int, Fact()] = Field(
        description="The largest delta of its points, in 10,000ths of the side of the smallest square around them."
    )
    proved: Annotated[bool, Fact(synonyms=("optimal",), opposites=("unproved", "unproven"))] = Field(
        description="Whether the minimum number of swaps is proved."
    )
    reachable: Annotated[
        bool | None, Fact(leading=False, synonyms=("solvable",), opposites=("unreachable", "unsolvable", "impossible"))
    ] = Field(description="Whether swaps can make the drawing plane. No value if this is unknown.")
    lower_bound: int = Field(description="Lower bound on the number of swaps, if any number suffices.")
    reason: str = Field(description="How the minimum was found, or why it is unknown.")
    difficulty: DifficultyMeasures
    source: Annotated[str, Fact()] = Field(description="Origin of the level.")
    provenance: dict[str, Any] = Field(description="The `source` of the level, and the parameters of its generator.")


class Swaps(DocumentPart):
    """The certificate of a minimum: a swap sequence of that length, and the proof that fewer swaps do not suffice."""

    swaps: Pairs = Field(default_factory=list)
    fewer: LowerBound | None = None
    recompute: dict[str, int] | None = None


def _identify(level: Level, _budget: Budget) -> Identity:
    return identify_class(TAG, level.drawing)


def _write(level: Level, named: LabelledIdentity) -> ObjectContent[LevelDocument]:
    solution = level.solution
    fields, links = write_class(level.drawing, drawn_plane=solution.min_swaps is not None)
    document = LevelDocument(
        label=named.label,
        hull=len(hull(level.drawing.points)),
        grid_delta=level.grid_delta,
        min_swaps=solution.min_swaps,
        proved=solution.proved,
        reachable=level.reachable,
        lower_bound=solution.lower_bound,
        reason=solution.reason,
        optimal_solutions=OptimalSolutions(arrangements=solution.arrangements, sequences=solution.sequences),
        difficulty=DifficultyMeasures.of(level.difficulty),
        source=level.source,
        provenance=dict(level.provenance),
        **fields,
    )
    known = (solution.min_swaps, solution.proved, solution.lower_bound, solution.reason)
    return ObjectContent(document, links, claim_minimum(level.drawing, *known, swaps=solution.swaps, fewer=level.fewer))


def _read(document: LevelDocument, claims: Sequence[Claim]) -> Level:
    claim = next((claim for claim in claims if claim.statement == MINIMUM_SWAPS.name), None)
    certificate = None if claim is None or claim.certificate is None else Swaps.model_validate(claim.certificate)
    solution = Solution(
        crossings=document.crossings,
        min_swaps=document.min_swaps,
        proved=document.proved,
        swaps=() if certificate is None else tuple(certificate.swaps),
        arrangements=document.optimal_solutions.arrangements,
        sequences=document.optimal_solutions.sequences,
        lower_bound=document.lower_bound,
        reason=document.reason,
    )
    fewer = None if certificate is None else certificate.fewer
    return Level(document.drawing.drawing(), solution, document.difficulty.difficulty(), document.provenance, fewer)


def _check(level: Level, budget: Budget) -> Iterator[str]:
    return study.faults.level_faults(level, budget)


def _graph6(level: LevelDocument) -> str:
    drawing = level.drawing.drawing()
    return write_graph6(drawing.vertices, drawing.edges)


def draw_level_solution(level: Level) -> str:
    """Return the picture of the steps of the best known solution. Raises Fault."""
    if level.solution.min_swaps is None:
        raise Fault("no solution of this level is known; send its label to `POST /planarity/solve`", ("label",))
    return pictures.drawings.solution_svg(level.drawing, level.solution.swaps)


def _untangle(level: LevelDocument) -> str:
    from ludex.games.planarity.untangle import write_untangle

    return write_untangle(level.drawing.drawing())


LEVEL = Kind(
    name="planarity-level",
    address="planarity/levels",
    model=LevelDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="Drawings to make plane by swaps. Swap-equivalent drawings are stored once.",
        duplicate_relation="swap",
        picture=lambda level: drawing_picture(level.drawing),
        texts={"graph6": _graph6, "untangle": _untangle},
        solution_picture=draw_level_solution,
    ),
    check=_check,
    merge=improve_level,
)
