"""`ludex planarity variant`: other moves than swaps, each written as the drawing that it makes."""

from fractions import Fraction
from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.output import Json, answer
from ludex.cli.planarity.sources import Drawn, PointsFrom, drawing_json, read_drawing, read_edge, read_points
from ludex.cli.progress import TimeLimit, searching
from ludex.planarity.drawing import Drawing
from ludex.planarity.variants import collapsed, dragged, exchanged, rotated, stretched

app = typer.Typer(
    help="Other moves on a drawing (section 2 of the paper). Each answers with a drawing in JSON.",
    no_args_is_help=True,
)

Edge = Annotated[str, typer.Argument(metavar="EDGE", help="An edge, such as 0-3.")]


@app.command()
def rotate(drawing: Drawn, edge: Edge, as_json: Json = False) -> None:
    """Turn an edge by 90 degrees around its centre, counter-clockwise."""
    _answer(rotated(read_drawing(drawing), read_edge(edge)), as_json)


@app.command()
def stretch(
    drawing: Drawn,
    edge: Edge,
    factor: Annotated[str, typer.Option("--factor", help="`2` or `1/2`.")] = "2",
    as_json: Json = False,
) -> None:
    """Make an edge twice or half as long, from its centre."""
    if factor not in ("2", "1/2"):
        raise CommandError(f"--factor: {factor!r} is neither 2 nor 1/2")
    _answer(stretched(read_drawing(drawing), read_edge(edge), Fraction(factor)), as_json)


@app.command()
def collapse(drawing: Drawn, edge: Edge, as_json: Json = False) -> None:
    """Unite the ends of an edge in its middle."""
    _answer(collapsed(read_drawing(drawing), read_edge(edge)), as_json)


@app.command()
def exchange(
    drawing: Drawn,
    vertices: Annotated[str, typer.Argument(metavar="VERTICES", help="Two vertices, such as 0-3, joined or not.")],
    as_json: Json = False,
) -> None:
    """Let two vertices exchange places. `ludex planarity exchanges` finds the fewest to a plane drawing."""
    _answer(exchanged(read_drawing(drawing), *read_edge(vertices)), as_json)


@app.command()
def drag(
    drawing: Drawn,
    moves: Annotated[list[str], typer.Argument(metavar="VERTEX=X,Y...", help="Where vertices go, such as 2=60,-50.")],
    as_json: Json = False,
) -> None:
    """Drag vertices to given points."""
    _answer(dragged(read_drawing(drawing), dict(_move(text) for text in moves)), as_json)


@app.command()
def onto(
    drawing: Drawn,
    points: PointsFrom,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Drag all vertices to given points so that no edges cross; where they were is no matter."""
    from ludex.planarity.solving.embedding import embed

    given, places = read_drawing(drawing), read_points(points)
    with searching(time_limit) as budget:
        found = embed(given, places, budget)
    answer(found, as_json, [found.reason if found.drawing is None else drawing_json(found.drawing)])


def _move(text: str) -> tuple[int, tuple[int, int]]:
    vertex, _, place = text.partition("=")
    x, _, y = place.partition(",")
    try:
        return int(vertex), (int(x), int(y))
    except ValueError:
        raise CommandError(f"{text!r} is no move: write a vertex and whole coordinates as 2=60,-50") from None


def _answer(drawing: Drawing, as_json: bool) -> None:
    from ludex.planarity.written import ChangedDrawing

    answer(ChangedDrawing.of(drawing), as_json, [drawing_json(drawing)])
