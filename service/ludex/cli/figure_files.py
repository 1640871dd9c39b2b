"""Picture files. The suffix of the file name determines the format: SVG, PNG, PDF or TikZ.

Commands import this module only when they draw, so that other commands start faster.
"""

from mimetypes import MimeTypes
from pathlib import Path

from ludex.cli.output import CommandError, require_writable, write_text
from ludex.engine.rendering import RendererMissing, require_renderer
from ludex.pictures.figures import FORMATS, SCREEN, Figure, Format, convert


def require_picture(file: Path | None) -> Format:
    """Return the picture format for the suffix of a file.

    The format is SVG if no file is given or the suffix is not that of a known format.

    Raises CommandError if the suffix belongs to another format, or if the renderer for the format is not installed.
    """
    suffix = "" if file is None else file.suffix.removeprefix(".").lower()
    form: Format = next((known for known in FORMATS if suffix == known), "svg")
    kind, encoding = (None, None) if file is None else MimeTypes().guess_type(file.name)
    if suffix != form and (kind is not None or encoding is not None):
        raise CommandError(
            f"{file}: pictures are written as SVG, PNG, PDF or TikZ; give a file name that ends in .svg, "
            ".png, .pdf or .tex"
        )
    try:
        require_renderer(form)
    except RendererMissing as error:
        raise CommandError(str(error)) from None
    return form


def write_picture(svg: str, file: Path | None, figure: Figure = SCREEN) -> None:
    """Write a picture to a file, in the format of its suffix, or as SVG to standard output. Raises CommandError."""
    form = require_picture(file)
    if file is None or form == "svg":
        write_text(figure.svg(svg), file)
    else:
        require_writable(file)
        file.write_bytes(convert(svg, form, figure))
