"""Requests that carry out the reductions of the paper and convert solutions, or that write programs for solvers.

The cycles of Lemma 1 and the gadgets of Theorem 2 are levels whose construction proves the minimum.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.planarity import operations, pictures, reductions
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.reductions.binary_programs import swap_program
from ludex.games.planarity.reductions.known_levels import MAX_BLOCKS, Gadget, KnownLevel, gadget_level
from ludex.games.planarity.reductions.one_in_three import OneInThree
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import SQUARE, GivenDrawing, VertexPair, pairs_of_text
from ludex.games.planarity.requests.levels import text_of_stored_level
from ludex.games.planarity.requests.solving import counted, written_pairs
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import Argument, Forms, OneOfModel, Option, ServiceBounds, example, require_one
from ludex.requests.json_text import json_text
from ludex.requests.media import Subject
from ludex.requests.programs import Form, Program, program_lines, program_of, program_remark
from ludex.requests.results import OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

_LACKS = {"tool": "a reduction of the paper"}
_KNOWN = (int, Field(description="The minimum that follows from the construction."))
REDUCTIONS = Subject(
    "planarity-reductions",
    "Planarity reductions",
    "The reductions of the hardness results: drawings with known minima.",
)


def _numbers_of_text(text: str) -> list[int]:
    """Parse whole numbers.

    >>> _numbers_of_text("0,1,2"), _numbers_of_text("2 0")
    ([0, 1, 2], [2, 0])
    """
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        raise ValueError("not whole numbers; write them in the form 0,1,2")
    return [int(word) for word in words]


def _values_of_text(text: str) -> list[bool]:
    """Parse truth values.

    >>> _values_of_text("100")
    [True, False, False]
    """
    if set(text) - {"0", "1"}:
        raise ValueError("not truth values; write one digit for each, 1 for true, such as 100")
    return [digit == "1" for digit in text]


Swaps = Annotated[
    Annotated[Sequence[VertexPair], ServiceBounds(bounds.REDUCTION_SWAPS)] | None, Option(read=pairs_of_text)
]


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


@dataclass(frozen=True, slots=True)
class EmbeddingReduction:
    """A drawing that can be made plane by swaps if and only if its graph can be embedded on its points.

    `embedding` and `swaps` are the same solution in both forms, or null if the request has none. `plane` states whether
    they make the drawing plane.
    """

    drawing: Drawing
    crossings: Annotated[int, Field(description="Number of crossings.")]
    embedding: Annotated[tuple[int, ...] | None, Field(description="Point of each vertex; null without a solution.")]
    swaps: Annotated[tuple[Edge, ...] | None, Field(description="Edges to swap, in order; null without a solution.")]
    plane: Annotated[bool | None, Field(description="Whether the result is plane; null without a solution.")]


@dataclass(frozen=True, slots=True)
class FormulaReduction:
    """The drawing of a formula, with `satisfied_swaps`, the number of swaps that suffice if the formula is satisfiable.

    By Theorem 2, that number of swaps can make the drawing plane if and only if the formula is satisfiable.

    `assignment` and `swaps` are the same solution in both forms: the solution in the request or, if the request has
    none, one that was found. Both are null if the formula is not satisfiable. `plane` states whether the swaps make the
    drawing plane. `meant_swaps` is the minimum number of swaps among the intended solutions of the construction. It is
    null if it is unknown or if no intended solution exists (then `meant_proved` is true). `lower_bound` applies to all
    solutions, intended or not.
    """

    drawing: Drawing
    vertices: Annotated[int, Field(description="Number of vertices.")]
    edges: Annotated[int, Field(description="Number of edges.")]
    crossings: Annotated[int, Field(description="Number of crossings.")]
    satisfied_swaps: Annotated[int, Field(description="Number of swaps for a satisfying assignment.")]
    satisfiable: Annotated[bool, Field(description="Whether the formula is satisfiable.")]
    assignment: Annotated[tuple[bool, ...] | None, Field(description="Value of each variable; null if unsatisfiable.")]
    swaps: Annotated[tuple[Edge, ...] | None, Field(description="Edges to swap, in order; null if unsatisfiable.")]
    plane: Annotated[bool | None, Field(description="Whether the swaps make the drawing plane.")]
    meant_swaps: Annotated[int | None, Field(description="Minimum of the intended solutions; null if none or unknown.")]
    meant_proved: Annotated[bool, Field(description="Whether that minimum is proved.")]
    lower_bound: Annotated[int, Field(description="Lower bound on the number of swaps.")]


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


def _text_of_embedding(result: EmbeddingReduction) -> Iterator[str]:
    if result.swaps is None or result.embedding is None:
        yield json_text(result.drawing)
        return
    yield f"swaps: {written_pairs(result.swaps)}"
    yield f"embedding: {','.join(map(str, result.embedding))}"
    yield "it has no crossings" if result.plane else "it has crossings"


@request(
    "POST /planarity/reductions/embedding",
    command="planarity reduce embedding DRAWING",
    subject=REDUCTIONS,
    text=_text_of_embedding,
    lacks=_LACKS,
    example={**SQUARE, "embedding": [1, 0, 2, 3]},
)
def embedding(
    catalogue: Session,
    drawing: GivenDrawing,
    embedding: Annotated[
        Annotated[Sequence[int], ServiceBounds(bounds.VERTICES)] | None, Option(read=_numbers_of_text)
    ] = None,
    swaps: Swaps = None,
) -> EmbeddingReduction:
    """Reduce the crossing-free embedding of a connected graph on points to swaps of a drawing (Theorem 1).

    Vertex i is placed on point i. Swaps can make this drawing plane if and only if there is an embedding. Embeddings
    are converted to swaps (Lemma 2), and swaps to embeddings.

    Parameters
    ----------
    embedding
        An embedding to convert to swaps: the index of the point of each vertex.
    swaps
        Swaps to convert to an embedding.
    """
    del catalogue
    reduced = reductions.embedding_instance(drawing.edges, drawing.points)
    crossings = count_crossings(reduced)
    if embedding is not None and swaps is not None:
        raise Fault("embedding and swaps exclude each other; give only one", ("swaps",))
    if embedding is not None:
        done = reductions.swaps_of_embedding(reduced, embedding)
    elif swaps is not None:
        done = tuple((min(pair), max(pair)) for pair in swaps)
    else:
        return EmbeddingReduction(reduced, crossings, None, None, None)
    places = reductions.embedding_of_swaps(reduced, done)
    plane = not count_crossings(Drawing.unchecked(tuple(reduced.points[place] for place in places), reduced.edges))
    return EmbeddingReduction(reduced, crossings, places, done, plane)


def _text_of_formula(result: FormulaReduction, fields: Any) -> Iterator[str]:  # noqa: ANN401 - the fields
    if fields.assignment is None and fields.swaps is None:
        yield json_text(result.drawing)
    else:
        yield from _formula_results(result)


def _formula_remark(result: FormulaReduction, fields: Any) -> str | None:  # noqa: ANN401 - the fields
    """Return the results in one line if the output is the drawing, and None otherwise."""
    return "; ".join(_formula_results(result)) if fields.assignment is None and fields.swaps is None else None


def _formula_results(result: FormulaReduction) -> Iterator[str]:
    yield f"{result.vertices} vertices, {counted(result.crossings, 'crossing')}"
    yield "satisfiable" if result.satisfiable else "not satisfiable"
    if result.meant_swaps is not None:
        yield f"{counted(result.meant_swaps, 'swap')} in intended solutions; {result.satisfied_swaps} predicted"
    elif result.meant_proved:
        yield (
            f"no intended solution makes the drawing plane; {result.satisfied_swaps} swaps would if the formula were "
            "satisfiable"
        )
    if result.assignment is not None and result.swaps is not None:
        yield f"assignment: {''.join(str(int(value)) for value in result.assignment)}"
        yield f"swaps: {written_pairs(result.swaps)}"
        yield "they make it plane" if result.plane else "they do not make it plane"


def _draw_formula(result: FormulaReduction, fields: Any) -> str:  # noqa: ANN401 - the fields
    construction = reductions.formula_drawing(OneInThree(tuple((a, b, c) for a, b, c in fields.clauses)))
    return pictures.formula_drawings.formula_svg(construction, result.swaps or ())


@request(
    "POST /planarity/reductions/one-in-three",
    command="planarity reduce one-in-three CLAUSE...",
    subject=REDUCTIONS,
    text=_text_of_formula,
    draws=_draw_formula,
    remark=_formula_remark,
    lacks=_LACKS,
    example={"clauses": [[0, 1, 2]]},
)
def one_in_three(
    catalogue: Session,
    clauses: Annotated[
        Sequence[Annotated[Sequence[int], Field(min_length=3, max_length=3)]],
        Field(min_length=1),
        ServiceBounds(bounds.REDUCTION_CLAUSES),
        Argument("CLAUSE...", "The variables of each clause, such as 0,1,2.", _numbers_of_text, each=True),
    ],
    assignment: Annotated[
        Annotated[Sequence[bool], ServiceBounds(bounds.REDUCTION_VARIABLES)] | None, Option(read=_values_of_text)
    ] = None,
    swaps: Swaps = None,
    *,
    time_limit: TimeLimit = None,
) -> FormulaReduction:
    """Construct the tree of Theorem 2 for a formula of positive planar 1-in-3-SAT, and convert solutions.

    The variables are placed on a line, in an order that is found by search, and the clauses are placed on both sides
    of the line. Formulas without such an order are refused. The drawing has about 150 vertices per clause, which is
    too many for exact search. The minimum is therefore taken over the intended solutions of the construction.

    Parameters
    ----------
    clauses
        The variables of each clause, of which exactly one must be true. Variables count from 0.
    assignment
        An assignment to convert to swaps: the value of each variable.
    swaps
        Swaps to convert to an assignment.
    """
    formula = OneInThree(tuple((a, b, c) for a, b, c in clauses))
    if assignment is not None and swaps is not None:
        raise Fault("assignment and swaps exclude each other; give only one", ("swaps",))
    with catalogue.searching(time_limit) as budget:
        construction = reductions.formula_drawing(formula)
        budget.check()
        satisfying = formula.solution()
        budget.check()
        if swaps is not None:
            values: tuple[bool, ...] | None = construction.assignment_of(swaps)
            done: tuple[Edge, ...] | None = tuple((min(pair), max(pair)) for pair in swaps)
        else:
            values = satisfying if assignment is None else (*assignment,)
            done = None if values is None else tuple(construction.swaps_of(values))
        plane = None if done is None else not count_crossings(construction.after(done))
        meant = reductions.minimum_intended_swaps(construction.drawing, construction.choices, budget)
    drawing = construction.drawing
    return FormulaReduction(
        drawing,
        drawing.vertices,
        len(drawing.edges),
        count_crossings(drawing),
        construction.satisfied_swaps,
        satisfying is not None,
        values,
        done,
        plane,
        meant.min_swaps,
        meant.proved,
        meant.lower_bound,
    )


@request(
    "POST /planarity/reductions/program",
    command="planarity program DRAWING",
    subject=REDUCTIONS,
    text=lambda result: program_lines(result, None),
    remark=lambda result: program_remark(result, None),
    lacks={"tool": "a program for other solvers"},
    example={**SQUARE, "swaps": 1, "form": "cnf"},
)
def program(
    catalogue: Session,
    drawing: GivenDrawing,
    swaps: Annotated[int, Field(ge=0), Option(("-s", "--swaps"))],
    form: Annotated[Form, Option(("--format",))] = "cnf",
    *,
    time_limit: TimeLimit = None,
) -> Program:
    """Write a program that decides whether a number of swaps makes a drawing plane, for SAT or pseudo-Boolean solvers.

    `cnf` is satisfiable if and only if `swaps` swaps are enough. The optimal value of `opb` is the negated number of
    unused steps. The named variables state the swap at each step. The limits are 24 vertices and 100 swaps.

    Parameters
    ----------
    swaps
        Maximum number of swaps.
    form
        `cnf`: is this number of swaps enough? `opb`: minimize the number of swaps.
    """
    with catalogue.searching(time_limit) as budget:
        built = swap_program(drawing, swaps)
        budget.check()
        return program_of(built, form, None, catalogue)


def _level(command: str, **example: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - JSON, functions
    """Return the decorator of a request that constructs a level with a known minimum."""
    return request(
        f"POST /planarity/reductions/{command.partition(' ')[0]}",
        command=f"planarity reduce {command}",
        subject=REDUCTIONS,
        text=lambda result: [json_text(result.drawing)],
        draws=lambda result: pictures.drawings.solution_svg(result.drawing, result.swaps),
        remark=lambda result: (
            f"{result.vertices} vertices, {counted(result.crossings, 'crossing')}, "
            f"{counted(result.min_swaps, 'swap')}: {written_pairs(result.swaps)}"
        ),
        lacks=_LACKS,
        example=example,
    )


@_level("cycle VERTICES", vertices=8)
def cycle(
    catalogue: Session,
    vertices: Annotated[int, Argument("VERTICES", "Number of vertices: even, 4 to 64.", _number_of_text)],
) -> ConstructedLevel:
    """Construct the cycle of Lemma 1, which has one crossing and a minimum of `C(n/2, 2)` swaps.

    Parameters
    ----------
    vertices
        Number of vertices: even, 4 to 64.
    """
    del catalogue
    with within("vertices"):
        return ConstructedLevel.of(reductions.folded_cycle(vertices))


@_level("gadget GADGET", gadget="split")
def gadget(
    catalogue: Session,
    gadget: Annotated[GadgetName, Argument("GADGET", f"One of {', '.join(Gadget)}.", _gadget_of_text)],
    blocks: Blocks = 3,
) -> ConstructedLevel:
    """Construct a gadget of Theorem 2 with coordinates and a shortest solution.

    A `variable` has two solutions, true and false. A `split` at a variable has two solutions, and a `clause` has three.
    `connections` is a clause with two blocks at each end, `leg` a clause with a variable and a split at one end, and
    `variables` a whole formula with one clause.

    Parameters
    ----------
    gadget
        Name of the gadget.
    """
    del catalogue
    return ConstructedLevel.of(gadget_level(gadget, blocks))


class InstanceInput(OneOfModel):
    """The construction of the level: a cycle of Lemma 1, or a gadget of Theorem 2."""

    model_config = example(cycle=8)
    FORMS: ClassVar[Forms] = ((("cycle",), ("gadget",)),)

    cycle: int | None = Field(default=None, description="Number of vertices of a cycle of Lemma 1: even, 4 to 64.")
    gadget: Annotated[GadgetName | None, Option(read=_gadget_of_text)] = Field(
        default=None, description="Name of a gadget of Theorem 2."
    )
    blocks: Blocks = 3

    def read(self, _session: Session) -> tuple[KnownLevel, dict[str, Any]]:
        """Return the level, and its provenance. Raises Fault."""
        require_one(self, "cycle", "gadget")
        if self.cycle is not None:
            with within("cycle"):
                return reductions.folded_cycle(self.cycle), {"reduction": "lemma-1", "vertices": self.cycle}
        blocks = {"blocks": self.blocks} if self.gadget is Gadget.VARIABLE else {}
        known = gadget_level(self.gadget or Gadget.VARIABLE, self.blocks)
        return known, {"reduction": "theorem-2", "gadget": str(self.gadget), **blocks}


@request(
    "POST /planarity/instances",
    command="planarity instance",
    subject="planarity/levels",
    writes="store",
    text=text_of_stored_level,
)
def instance(
    catalogue: Session,
    construction: Annotated[tuple[KnownLevel, dict[str, Any]], Given(InstanceInput)],
    *,
    time_limit: TimeLimit = None,
) -> Annotated[StoredObject, OfKind("planarity-level", "StoredPlanarityInstance", {"known_minimum": _KNOWN})]:
    """Construct a cycle of Lemma 1 or a gadget of Theorem 2, and solve and store it as a level with its provenance.

    If the search reaches the time limit, the level is stored with the known swaps and `proved` is false.
    """
    known, how = construction
    provenance = {"source": "reduction", **how, "min_swaps": known.min_swaps}
    with catalogue.searching(time_limit) as budget:
        stored = operations.levels.store_level(
            catalogue.store, known.drawing, budget, provenance=provenance, way=known.swaps
        )
    return StoredObject.of(catalogue, stored, known_minimum=known.min_swaps)
