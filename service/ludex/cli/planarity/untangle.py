"""`ludex planarity untangle`: descriptions of Simon Tatham's Untangle, read and written."""

import json
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.output import Output
from ludex.cli.planarity.sources import Drawn, opened_lines, read_drawing
from ludex.planarity.drawing import Drawing

app = typer.Typer(help="Descriptions of Simon Tatham's Untangle: `n:u-v,u-v,...`.", no_args_is_help=True)


@app.command()
def read(
    text: Annotated[str, typer.Argument(metavar="DESCRIPTION", help="The description; `-`: one a line.")],
    file: Output = None,
) -> None:
    """Read a description as a drawing in JSON: its vertices in order on a circle, as the format leaves points open."""
    drawings = _read_lines() if text == "-" else [read_drawing(text)]
    output.write_text("\n".join(drawing_json(drawing) for drawing in drawings), file)


@app.command()
def write(drawing: Drawn, file: Output = None) -> None:
    """Write the description of a drawing's graph; its points have no place in it."""
    from ludex.planarity.untangle import write_untangle

    output.write_text(write_untangle(read_drawing(drawing)), file)


def drawing_json(drawing: Drawing) -> str:
    """Return a drawing as a line of JSON, which every command reads."""
    return json.dumps({"points": drawing.points, "edges": drawing.edges})


def _read_lines() -> list[Drawing]:
    from ludex.cli.failures import CommandError
    from ludex.planarity.untangle import UntangleError, read_untangle

    drawings = []
    with opened_lines("-") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                if line.strip():
                    drawings.append(read_untangle(line.decode("utf-8")))
            except UntangleError as error:
                raise CommandError(f"standard input, line {number}: {error}") from error
    return drawings
