"""The hardness results of the paper as requests: what they make, solutions carried both ways, programs for solvers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from ludex.engine.faults import Fault
from ludex.games.planarity import pictures, reductions
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.reductions.binary_programs import swap_program
from ludex.games.planarity.reductions.one_in_three import OneInThree
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.solving import counted
from ludex.games.planarity.requests.sources import SQUARE, GivenDrawing, TimedDrawing, VertexPair
from ludex.games.planarity.requests.variants import pair_of_text
from ludex.requests.fields import Argument, Option, ServiceBounds, Timed, example, require_one
from ludex.requests.json_text import json_text
from ludex.requests.programs import Form, Program, program_of, program_remark, program_said
from ludex.requests.request import ExecutionContext, Request, Subject

if TYPE_CHECKING:
    pass

REDUCTIONS = Subject(
    "planarity-reductions", "Swap Planarity reductions", "The hardness results as programs: drawings with known minima."
)


def _pairs_of_text(text: str) -> list[list[int]]:
    """Return pairs of vertices.

    >>> _pairs_of_text("0-1 3-2")
    [[0, 1], [3, 2]]
    """
    return [pair_of_text(word) for word in text.replace(",", " ").split()]


def _numbers_of_text(text: str) -> list[int]:
    """Return whole numbers.

    >>> _numbers_of_text("0,1,2"), _numbers_of_text("2 0")
    ([0, 1, 2], [2, 0])
    """
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        raise ValueError("not whole numbers; write them as 0,1,2")
    return [int(word) for word in words]


def _values_of_text(text: str) -> list[bool]:
    """Return truth values.

    >>> _values_of_text("100")
    [True, False, False]
    """
    if set(text) - {"0", "1"}:
        raise ValueError("not truth values; write a digit each, 1 for true, as 100")
    return [one == "1" for one in text]


Swaps = Annotated[list[VertexPair], ServiceBounds(bounds.REDUCTION_SWAPS)]


class EmbeddingQuestion(GivenDrawing):
    """A connected graph, as many points, and a solution to carry over."""

    model_config = example(**SQUARE, embedding=[1, 0, 2, 3])

    embedding: Annotated[Annotated[list[int], ServiceBounds(bounds.VERTICES)] | None, Option(read=_numbers_of_text)] = (
        Field(default=None, description="The index of the point of each vertex, which becomes swaps.")
    )
    swaps: Annotated[Swaps | None, Option(read=_pairs_of_text)] = Field(
        default=None, description="Swaps of the drawing, which become an embedding."
    )


class OneInThreeQuestion(Timed):
    """A formula whose clauses want exactly one of their three variables true, and a solution to carry over."""

    model_config = example(clauses=[[0, 1, 2]])

    clauses: Annotated[
        list[Annotated[list[int], Field(min_length=3, max_length=3)]],
        Field(min_length=1, description="The variables of each clause, which count from 0."),
        ServiceBounds(bounds.REDUCTION_CLAUSES),
        Argument("CLAUSE...", "The variables of each clause, such as 0,1,2.", _numbers_of_text, each=True),
    ]
    assignment: Annotated[
        Annotated[list[bool], ServiceBounds(bounds.REDUCTION_VARIABLES)] | None, Option(read=_values_of_text)
    ] = Field(default=None, description="The value of each variable, which become swaps.")
    swaps: Annotated[Swaps | None, Option(read=_pairs_of_text)] = Field(
        default=None, description="Swaps of the drawing, which become an assignment."
    )


class AskedProgram(TimedDrawing):
    """A drawing, and how many swaps may make it plane."""

    model_config = example(**SQUARE, swaps=1, form="cnf")

    swaps: Annotated[int, Field(ge=0), Option(("-s", "--swaps"))] = Field(description="At most this many swaps.")
    form: Annotated[Form, Option(("--format",))] = Field(
        default="cnf", description="`cnf`: do so many suffice; `opb`: the fewest, up to so many."
    )


@dataclass(frozen=True, slots=True)
class EmbeddingMade:
    """The drawing that swaps can make plane if and only if its graph can be embedded on its points.

    `embedding` and `swaps` are one solution in both forms, null if none was given; `plane` tells whether it is one.
    """

    drawing: Drawing
    crossings: int
    embedding: tuple[int, ...] | None
    swaps: tuple[Edge, ...] | None
    plane: bool | None


@dataclass(frozen=True, slots=True)
class FormulaMade:
    """The drawing of a formula. `satisfied_swaps` swaps suffice if it is satisfiable, and by Theorem 2 only then.

    `assignment` and `swaps` are one solution in both forms: what was given, else one that was found; null if the
    formula is not satisfiable. `plane` tells whether the swaps make the drawing plane. `meant_swaps` is the fewest
    swaps of those that the construction means, null if none of them suffice (`meant_proved`), or it is not known. Fewer
    than `lower_bound` swaps do not suffice, meant or not.
    """

    drawing: Drawing
    vertices: int
    edges: int
    crossings: int
    satisfied_swaps: int
    satisfiable: bool
    assignment: tuple[bool, ...] | None
    swaps: tuple[Edge, ...] | None
    plane: bool | None
    meant_swaps: int | None
    meant_proved: bool
    lower_bound: int


def embedding(asked: EmbeddingQuestion, work: ExecutionContext) -> EmbeddingMade:
    """Ask whether a connected graph can be drawn on points without crossings, as a question about swaps (Theorem 1).

    Its vertices are put on the points as they are numbered: swaps can make that drawing plane if and only if there is
    an embedding. An embedding becomes swaps (Lemma 2), and swaps become an embedding.
    """
    given = asked.read(work)
    drawing = reductions.embedding_instance(given.edges, given.points)
    crossings = count_crossings(drawing)
    if asked.embedding is None and asked.swaps is None:
        return EmbeddingMade(drawing, crossings, None, None, None)
    require_one(asked, "embedding", "swaps")
    if asked.embedding is not None:
        swaps = reductions.swaps_of_embedding(drawing, asked.embedding)
    else:
        swaps = tuple((min(pair), max(pair)) for pair in asked.swaps or ())
    places = reductions.embedding_of_swaps(drawing, swaps)
    plane = not count_crossings(Drawing.unchecked(tuple(drawing.points[place] for place in places), drawing.edges))
    return EmbeddingMade(drawing, crossings, places, swaps, plane)


def one_in_three(asked: OneInThreeQuestion, work: ExecutionContext) -> FormulaMade:
    """Make the tree of Theorem 2 of a formula of positive planar 1-in-3-SAT, with solutions carried both ways.

    The clauses lie on the two sides of a line of the variables, in an order that is looked for; a formula whose clauses
    do not fit is refused. The drawing has some 150 vertices a clause, more than searches take: the fewest swaps are
    found among those that the construction means.
    """
    formula = OneInThree(tuple((a, b, c) for a, b, c in asked.clauses))
    if asked.assignment is not None and asked.swaps is not None:
        raise Fault("assignment and swaps are given; give one of them", ("swaps",))
    with work.search() as budget:
        made = reductions.formula_drawing(formula)
        found = formula.solution()
        if asked.swaps is not None:
            swaps: list[Edge] | None = [(min(pair), max(pair)) for pair in asked.swaps]
            assignment: tuple[bool, ...] | None = made.assignment_of(asked.swaps)
        else:
            assignment = found if asked.assignment is None else (*asked.assignment,)
            swaps = None if assignment is None else list(made.swaps_of(assignment))
        plane = None if swaps is None else not count_crossings(made.after(swaps))
        meant = reductions.minimum_intended_swaps(made.drawing, made.choices, budget)
    drawing = made.drawing
    return FormulaMade(
        drawing,
        drawing.vertices,
        len(drawing.edges),
        count_crossings(drawing),
        made.satisfied_swaps,
        found is not None,
        assignment,
        None if swaps is None else tuple(swaps),
        plane,
        meant.min_swaps,
        meant.proved,
        meant.lower_bound,
    )


def program(asked: AskedProgram, work: ExecutionContext) -> Program:
    """Write the question whether so many swaps make a drawing plane, for a solver of SAT or pseudo-Boolean constraints.

    `cnf` is satisfiable iff so many swaps suffice. `opb` has as its optimum less the number of steps, of so many, that
    can be spared. The named variables say what is swapped at each step. At most 24 vertices and 100 swaps.
    """
    drawing = asked.read(work)
    with work.search():
        return program_of(swap_program(drawing, asked.swaps), asked.form, None, work)


def _embedding_said(made: EmbeddingMade, _asked: EmbeddingQuestion) -> Iterator[str]:
    if made.swaps is None or made.embedding is None:
        yield json_text(made.drawing)
        return
    yield f"swaps: {' '.join(f'{u}-{v}' for u, v in made.swaps)}"
    yield f"embedding: {','.join(map(str, made.embedding))}"
    yield "it has no crossings" if made.plane else "it has crossings"


def _formula_said(made: FormulaMade, _asked: OneInThreeQuestion) -> Iterator[str]:
    yield f"{made.vertices} vertices, {counted(made.crossings, 'crossing')}"
    yield "satisfiable" if made.satisfiable else "not satisfiable"
    if made.meant_swaps is not None:
        yield f"{counted(made.meant_swaps, 'swap')} of those that are meant; {made.satisfied_swaps} were predicted"
    elif made.meant_proved:
        yield f"none of the swaps that are meant make it plane; {made.satisfied_swaps} would if it were satisfiable"
    if made.assignment is not None and made.swaps is not None:
        yield f"assignment: {''.join(str(int(value)) for value in made.assignment)}"
        yield f"swaps: {' '.join(f'{u}-{v}' for u, v in made.swaps)}"
        yield "they make it plane" if made.plane else "they do not make it plane"


def _formula_drawn(made: FormulaMade, asked: OneInThreeQuestion) -> str:
    drawn = reductions.formula_drawing(OneInThree(tuple((a, b, c) for a, b, c in asked.clauses)))
    return pictures.formula_drawings.formula_svg(drawn, made.swaps or ())


REQUESTS = (
    Request(
        "POST /planarity/reductions/embedding", "planarity reduce embedding", embedding, _embedding_said, REDUCTIONS
    ),
    Request(
        "POST /planarity/reductions/one-in-three",
        "planarity reduce one-in-three",
        one_in_three,
        _formula_said,
        REDUCTIONS,
        drawn=_formula_drawn,
    ),
    Request(
        "POST /planarity/reductions/program",
        "planarity program",
        program,
        program_said,
        REDUCTIONS,
        remark=program_remark,
    ),
)
