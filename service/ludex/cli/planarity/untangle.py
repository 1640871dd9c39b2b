"""`ludex planarity untangle`: descriptions of Simon Tatham's Untangle, read and written."""

from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.input_text import STANDARD_INPUT, read_items
from ludex.cli.output import Output, write_lines, write_text
from ludex.cli.planarity.sources import Drawn, drawing_json, read_drawing

app = typer.Typer(help="Descriptions of Simon Tatham's Untangle: `n:u-v,u-v,...`.", no_args_is_help=True)


@app.command()
def read(
    text: Annotated[str, typer.Argument(metavar="DESCRIPTION", help="The description; `-`: one a line.")],
    file: Output = None,
) -> None:
    """Read a description as a drawing in JSON: its vertices in order on a circle, as the format leaves points open."""
    from ludex.planarity.untangle import UntangleError, read_untangle

    if text != STANDARD_INPUT:
        write_text(drawing_json(read_drawing(text)), file)
        return
    lines = []
    for number, line in read_items(STANDARD_INPUT):
        try:
            lines.append(drawing_json(read_untangle(line)))
        except UntangleError as error:
            raise CommandError(f"standard input, line {number}: {error}") from None
    write_lines(lines, file)


@app.command()
def write(drawing: Drawn, file: Output = None) -> None:
    """Write the description of a drawing's graph; its points have no place in it."""
    from ludex.planarity.untangle import write_untangle

    write_text(write_untangle(read_drawing(drawing)), file)
