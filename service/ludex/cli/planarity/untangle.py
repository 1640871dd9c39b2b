"""`ludex planarity untangle`: descriptions of Simon Tatham's Untangle, read and written."""

from typing import Annotated

import typer

from ludex.cli.input_text import STANDARD_INPUT
from ludex.cli.output import Output, write_lines, write_text
from ludex.cli.planarity.sources import Drawn, drawing_json, read_drawing, read_drawings

app = typer.Typer(help="Descriptions of Simon Tatham's Untangle: `n:u-v,u-v,...`.", no_args_is_help=True)


@app.command()
def read(
    text: Annotated[str, typer.Argument(metavar="DESCRIPTION", help="The description; `-`: one a line.")],
    file: Output = None,
) -> None:
    """Read a description as a drawing in JSON: its vertices in order on a circle, as the format leaves points open."""
    drawings = read_drawings(text) if text == STANDARD_INPUT else [read_drawing(text)]
    write_lines(map(drawing_json, drawings), file)


@app.command()
def write(drawing: Drawn, file: Output = None) -> None:
    """Write the description of a drawing's graph; its points have no place in it."""
    from ludex.planarity.untangle import write_untangle

    write_text(write_untangle(read_drawing(drawing)), file)
