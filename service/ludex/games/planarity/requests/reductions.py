"""Requests that carry out the reductions of the paper and convert solutions, or that write programs for solvers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from ludex.engine.faults import Fault
from ludex.games.planarity import pictures, reductions
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.reductions.binary_programs import swap_program
from ludex.games.planarity.reductions.one_in_three import OneInThree
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import SQUARE, DrawingInput, TimedDrawing, VertexPair
from ludex.games.planarity.requests.solving import counted
from ludex.games.planarity.requests.variants import pair_of_text
from ludex.requests.fields import Argument, Option, ServiceBounds, TimeLimited, example, require_one
from ludex.requests.json_text import json_text
from ludex.requests.programs import Form, Program, program_lines, program_of, program_remark
from ludex.requests.request import ExecutionContext, Request, Subject

REDUCTIONS = Subject(
    "planarity-reductions",
    "Planarity reductions",
    "The reductions of the hardness results: drawings with known minima.",
)


def _pairs_of_text(text: str) -> list[list[int]]:
    """Parse pairs of vertices.

    >>> _pairs_of_text("0-1 3-2")
    [[0, 1], [3, 2]]
    """
    return [pair_of_text(word) for word in text.replace(",", " ").split()]


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


Swaps = Annotated[list[VertexPair], ServiceBounds(bounds.REDUCTION_SWAPS)]


class EmbeddingRequest(DrawingInput):
    """A connected graph, a point for each vertex, and optionally a solution to convert."""

    model_config = example(**SQUARE, embedding=[1, 0, 2, 3])

    embedding: Annotated[Annotated[list[int], ServiceBounds(bounds.VERTICES)] | None, Option(read=_numbers_of_text)] = (
        Field(default=None, description="An embedding to convert to swaps: the index of the point of each vertex.")
    )
    swaps: Annotated[Swaps | None, Option(read=_pairs_of_text)] = Field(
        default=None, description="Swaps to convert to an embedding."
    )


class OneInThreeRequest(TimeLimited):
    """A 1-in-3-SAT formula, in which exactly one variable of each clause must be true, and optionally a solution."""

    model_config = example(clauses=[[0, 1, 2]])

    clauses: Annotated[
        list[Annotated[list[int], Field(min_length=3, max_length=3)]],
        Field(min_length=1, description="The variables of each clause, which count from 0."),
        ServiceBounds(bounds.REDUCTION_CLAUSES),
        Argument("CLAUSE...", "The variables of each clause, such as 0,1,2.", _numbers_of_text, each=True),
    ]
    assignment: Annotated[
        Annotated[list[bool], ServiceBounds(bounds.REDUCTION_VARIABLES)] | None, Option(read=_values_of_text)
    ] = Field(default=None, description="An assignment to convert to swaps: the value of each variable.")
    swaps: Annotated[Swaps | None, Option(read=_pairs_of_text)] = Field(
        default=None, description="Swaps to convert to an assignment."
    )


class SwapProgramRequest(TimedDrawing):
    """A drawing, the maximum number of swaps, and the format of the program."""

    model_config = example(**SQUARE, swaps=1, form="cnf")

    swaps: Annotated[int, Field(ge=0), Option(("-s", "--swaps"))] = Field(description="Maximum number of swaps.")
    form: Annotated[Form, Option(("--format",))] = Field(
        default="cnf", description="`cnf`: is this number of swaps enough? `opb`: minimize the number of swaps."
    )


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


def embedding(request: EmbeddingRequest, context: ExecutionContext) -> EmbeddingReduction:
    """Reduce the crossing-free embedding of a connected graph on points to swaps of a drawing (Theorem 1).

    Vertex i is placed on point i. Swaps can make this drawing plane if and only if there is an embedding. Embeddings
    are converted to swaps (Lemma 2), and swaps to embeddings.
    """
    graph_on_points = request.read(context)
    drawing = reductions.embedding_instance(graph_on_points.edges, graph_on_points.points)
    crossings = count_crossings(drawing)
    if request.embedding is None and request.swaps is None:
        return EmbeddingReduction(drawing, crossings, None, None, None)
    require_one(request, "embedding", "swaps")
    if request.embedding is not None:
        swaps = reductions.swaps_of_embedding(drawing, request.embedding)
    else:
        swaps = tuple((min(pair), max(pair)) for pair in request.swaps or ())
    places = reductions.embedding_of_swaps(drawing, swaps)
    plane = not count_crossings(Drawing.unchecked(tuple(drawing.points[place] for place in places), drawing.edges))
    return EmbeddingReduction(drawing, crossings, places, swaps, plane)


def one_in_three(request: OneInThreeRequest, context: ExecutionContext) -> FormulaReduction:
    """Construct the tree of Theorem 2 for a formula of positive planar 1-in-3-SAT, and convert solutions.

    The variables are placed on a line, in an order that is found by search, and the clauses are placed on both sides
    of the line. Formulas without such an order are refused. The drawing has about 150 vertices per clause, which is
    too many for exact search. The minimum is therefore taken over the intended solutions of the construction.
    """
    formula = OneInThree(tuple((a, b, c) for a, b, c in request.clauses))
    if request.assignment is not None and request.swaps is not None:
        raise Fault("assignment and swaps exclude each other; give only one", ("swaps",))
    with context.search() as budget:
        construction = reductions.formula_drawing(formula)
        result = formula.solution()
        if request.swaps is not None:
            swaps: list[Edge] | None = [(min(pair), max(pair)) for pair in request.swaps]
            assignment: tuple[bool, ...] | None = construction.assignment_of(request.swaps)
        else:
            assignment = result if request.assignment is None else (*request.assignment,)
            swaps = None if assignment is None else list(construction.swaps_of(assignment))
        plane = None if swaps is None else not count_crossings(construction.after(swaps))
        meant = reductions.minimum_intended_swaps(construction.drawing, construction.choices, budget)
    drawing = construction.drawing
    return FormulaReduction(
        drawing,
        drawing.vertices,
        len(drawing.edges),
        count_crossings(drawing),
        construction.satisfied_swaps,
        result is not None,
        assignment,
        None if swaps is None else tuple(swaps),
        plane,
        meant.min_swaps,
        meant.proved,
        meant.lower_bound,
    )


def program(request: SwapProgramRequest, context: ExecutionContext) -> Program:
    """Write a program that decides whether a number of swaps makes a drawing plane, for SAT or pseudo-Boolean solvers.

    `cnf` is satisfiable if and only if `swaps` swaps are enough. The optimal value of `opb` is the negated number of
    unused steps. The named variables state the swap at each step. The limits are 24 vertices and 100 swaps.
    """
    drawing = request.read(context)
    with context.search():
        return program_of(swap_program(drawing, request.swaps), request.form, None, context)


def _describe_embedding(result: EmbeddingReduction, _request: EmbeddingRequest) -> Iterator[str]:
    if result.swaps is None or result.embedding is None:
        yield json_text(result.drawing)
        return
    yield f"swaps: {' '.join(f'{u}-{v}' for u, v in result.swaps)}"
    yield f"embedding: {','.join(map(str, result.embedding))}"
    yield "it has no crossings" if result.plane else "it has crossings"


def _describe_formula(result: FormulaReduction, request: OneInThreeRequest) -> Iterator[str]:
    if request.assignment is None and request.swaps is None:
        yield json_text(result.drawing)
    else:
        yield from _formula_results(result)


def _formula_remark(result: FormulaReduction, request: OneInThreeRequest) -> str | None:
    """Return the results in one line if the output is the drawing, and None otherwise."""
    return "; ".join(_formula_results(result)) if request.assignment is None and request.swaps is None else None


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
        yield f"swaps: {' '.join(f'{u}-{v}' for u, v in result.swaps)}"
        yield "they make it plane" if result.plane else "they do not make it plane"


def _draw_formula(result: FormulaReduction, request: OneInThreeRequest) -> str:
    construction = reductions.formula_drawing(OneInThree(tuple((a, b, c) for a, b, c in request.clauses)))
    return pictures.formula_drawings.formula_svg(construction, result.swaps or ())


REQUESTS = (
    Request(
        "POST /planarity/reductions/embedding", "planarity reduce embedding", embedding, _describe_embedding, REDUCTIONS
    ),
    Request(
        "POST /planarity/reductions/one-in-three",
        "planarity reduce one-in-three",
        one_in_three,
        _describe_formula,
        REDUCTIONS,
        drawn=_draw_formula,
        remark=_formula_remark,
    ),
    Request(
        "POST /planarity/reductions/program",
        "planarity program",
        program,
        program_lines,
        REDUCTIONS,
        remark=program_remark,
    ),
)
