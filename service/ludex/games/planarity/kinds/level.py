"""Levels of Swap Planarity and packs of levels, and what levels share with the classes of a census.

Levels and census classes are classes of swap-equivalent drawings. A level is represented by the first drawing that was
stored, with the solutions of this drawing.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds import pack
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import (
    DerivedLink,
    Identity,
    Kind,
    LabelledIdentity,
    NewLink,
    ObjectContent,
    View,
    prepare,
)
from ludex.catalogue.objects.reading import ObjectView
from ludex.engine.evidence import StatedEvidence
from ludex.engine.fact import DocumentPart, Fact
from ludex.engine.faults import Fault
from ludex.engine.keys import content_key
from ludex.games.planarity import pictures, study
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.document_parts import (
    HULL,
    MINIMUM,
    DifficultyMeasures,
    DrawingPart,
    OptimalSolutions,
    Pairs,
    drawing_picture,
)
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS as CENSUS_TAG
from ludex.games.planarity.identity.swap_class import LEVEL as LEVEL_TAG
from ludex.games.planarity.identity.swap_class import canonical_drawing
from ludex.games.planarity.kinds.graph import GRAPH
from ludex.games.planarity.kinds.order_type import ORDER_TYPE
from ludex.games.planarity.kinds.statements import MINIMUM_SWAPS, claim_minimum
from ludex.games.planarity.level import Level, improve_level
from ludex.games.planarity.points import hull
from ludex.games.planarity.solving.lower_bounds import LowerBound
from ludex.games.planarity.solving.solution import Solution
from ludex.games.planarity.study.census_graphs import MAX_CENSUS_POINTS
from ludex.graphs.formats import write_graph6

_SWAPS = ("swaps", "minimum swaps", "fewest swaps", "swap number", "moves", "minimum number of swaps")


class DrawingClassDocument(Document):
    """A class of swap-equivalent drawings. One drawing represents the class."""

    drawing: DrawingPart
    vertices: Annotated[int, Fact()] = Field(description="Number of vertices.")
    edges: Annotated[int, Fact()] = Field(description="Number of edges.")
    crossings: Annotated[int, Fact(synonyms=("crossing edges", "crossing pairs"))] = Field(
        description="Number of pairs of edges that cross."
    )
    min_swaps: Annotated[int | None, Fact(title="fewest swaps", synonyms=_SWAPS)] = Field(description=MINIMUM)
    optimal_solutions: OptimalSolutions
    graph: str = Field(description="Label of the graph of the level.")
    order_type: str = Field(description="Label of the order type of this drawing's points.")
    x_type: str = Field(description="Label of the x-type of this drawing's points.")


def identify_class(tag: str, drawing: Drawing) -> Identity:
    """Return the identity of the class of a drawing under swap equivalence. `tag` is the tag of the kind.

    If the drawing is small enough for the census, the identity has a link between the level and the census class of the
    drawing.
    """
    canonical = canonical_drawing(drawing)
    other = CENSUS_TAG if tag == LEVEL_TAG else LEVEL_TAG
    same_class = DerivedLink("same-class", content_key(other, canonical.form))
    links = (same_class,) if drawing.vertices <= MAX_CENSUS_POINTS else ()
    return Identity(content_key(tag, canonical.form), (drawing.vertices, len(drawing.edges)), canonical.order, links)


def drawing_of(stored: ObjectView) -> Drawing:
    """Read only the drawing from the JSON text of a stored class.

    This takes a fraction of the time of reading the whole document.
    """
    drawing = json.loads(stored.body)["drawing"]
    return Drawing.unchecked(tuple(map(tuple, drawing["points"])), tuple(map(tuple, drawing["edges"])))


def write_class(drawing: Drawing, drawn_plane: bool = False) -> tuple[dict[str, Any], list[NewLink]]:
    """Return the fields of the document, and the links, that follow from the drawing of a class.

    `drawn_plane` states whether swaps that make the drawing plane are known. The link to the graph, and the link to the
    order type, contain the canonical number of each vertex in the linked object.
    """
    graph = prepare(GRAPH, Graph(drawing.vertices, drawing.edges, drawn_plane))
    order_type = prepare(ORDER_TYPE, drawing.points)
    links = [
        NewLink("has-graph", graph, detail=list(graph.order or ())),
        NewLink("has-order-type", order_type, detail=list(order_type.order or ())),
    ]
    [x_type] = order_type.links
    fields = {
        "drawing": DrawingPart.of(drawing),
        "vertices": drawing.vertices,
        "edges": len(drawing.edges),
        "crossings": count_crossings(drawing),
        "graph": graph.label,
        "order_type": order_type.label,
        "x_type": x_type.label,
    }
    return fields, links


class LevelDocument(DrawingClassDocument):
    """A level: the first stored drawing of a class of swap-equivalent drawings, with its best known solution."""

    kind: Literal["planarity-level"] = "planarity-level"
    hull: Annotated[int, Fact(leading=False, title="points on the hull", synonyms=HULL)] = Field(
        description="Number of points on the convex hull of this drawing."
    )
    grid_delta: Annotated[int, Fact(leading=False, title="spacing of the points")] = Field(
        description=(
            "The largest delta that the points satisfy, in 10,000ths of the side of the smallest square around them."
        )
    )
    proved: Annotated[bool, Fact(synonyms=("optimal",), opposites=("unproved", "unproven"))] = Field(
        description="Whether the minimum number of swaps is proved."
    )
    evidence: StatedEvidence
    reachable: Annotated[
        bool | None, Fact(leading=False, synonyms=("solvable",), opposites=("unreachable", "unsolvable", "impossible"))
    ] = Field(description="Whether swaps can make the drawing plane. No value if this is unknown.")
    lower_bound: int = Field(description="Lower bound on the number of swaps, provided that the level can be solved.")
    reason: str = Field(description="How the minimum was found, or why it is unknown.")
    difficulty: DifficultyMeasures
    source: Annotated[str, Fact(leading=False)] = Field(description="Origin of the level.")
    provenance: dict[str, Any] = Field(description="The `source` of the level, and the parameters of its generator.")


class Swaps(DocumentPart):
    """The certificate of a minimum: a swap sequence of that length, and a proof that fewer swaps do not suffice."""

    swaps: Pairs = Field(default_factory=list)
    fewer: LowerBound | None = None
    recompute: dict[str, int] | None = None
    unreachable: dict[str, Any] | None = None


def _write(level: Level, named: LabelledIdentity) -> ObjectContent[LevelDocument]:
    solution = level.solution
    fields, links = write_class(level.drawing, drawn_plane=solution.min_swaps is not None)
    known = (solution.min_swaps, solution.proved, solution.lower_bound, solution.reason)
    claims = claim_minimum(level.drawing, *known, swaps=solution.swaps, fewer=level.fewer)
    document = LevelDocument.of(
        named.label,
        level,
        solution,
        hull=len(hull(level.drawing.points)),
        evidence=claims[0].evidence,
        optimal_solutions=OptimalSolutions(arrangements=solution.arrangements, sequences=solution.sequences),
        difficulty=DifficultyMeasures.of(level.difficulty),
        provenance=dict(level.provenance),
        **fields,
    )
    return ObjectContent(document, links, claims)


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


def _graph6(level: LevelDocument) -> str:
    drawing = level.drawing.drawing()
    return write_graph6(drawing.vertices, drawing.edges)


def draw_level_solution(level: Level) -> str:
    """Return a picture that shows the best known solution step by step. Raises Fault."""
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
    identify=lambda level, _budget: identify_class(LEVEL_TAG, level.drawing),
    write=_write,
    read=_read,
    view=View(
        about="Drawings that a player makes plane by swaps. Swap-equivalent drawings are stored once.",
        name="Level of {} vertices and {} edges",
        duplicate_relation="swap",
        picture=lambda level: drawing_picture(level.drawing),
        texts={"graph6": _graph6, "untangle": _untangle},
        solution_picture=draw_level_solution,
    ),
    check=lambda level, budget: study.faults.level_faults(level, budget),  # noqa: PLW0108 - import late
    merge=improve_level,
)


class PackDocument(pack.PackDocument):
    """A pack without its levels. To list them, filter the levels by `pack` and sort by grade."""

    UNGRADED: ClassVar[str] = "its minimum is not proved, or no plane drawing can be reached"

    kind: Literal["planarity-pack"] = "planarity-pack"
    size: Annotated[int, Fact(synonyms=("levels",))] = Field(description="Number of levels.")

    @classmethod
    def is_solved(cls, level: Mapping[str, Any]) -> bool:
        """Return whether no edges of a level cross."""
        return bool(level["crossings"] == 0)


def _draw_pack(found: PackDocument, description: str, levels: Sequence[Any]) -> str:
    drawings = [(level.drawing.drawing(), f"{level.label[-16:]}, grade {level.difficulty.grade}") for level in levels]
    return pictures.drawings.drawings_svg(f"The pack {found.title}", description, drawings)


PACK = pack.pack_kind("planarity-pack", "planarity/packs", PackDocument, _draw_pack, "pack")
