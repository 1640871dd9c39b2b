"""Rendering of SVG documents as PNG and PDF, in this process or in a separate process.

The renderers hold the interpreter lock while they work, so a service renders large pictures in a separate process. That
process runs this file as a program, so the module imports nothing from the package.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

FONT = "Ludex Sans"
"""The font for all rendered text.

The font is part of the package, so that results do not depend on the fonts of the system.
"""

INSTALL_COMMAND = "pip install 'ludex[figures]'"
"""The command that installs the PDF renderer."""

_FONTS = Path(__file__).with_name("fonts")


class RendererMissing(RuntimeError):
    """The PDF renderer is not installed."""

    def __init__(self) -> None:
        super().__init__(f"PDF needs the package vl-convert-python: {INSTALL_COMMAND}")


class RenderingFailed(RuntimeError):
    """The rendering process took too long or failed."""


def require_renderer(form: str) -> None:
    """Raise RendererMissing if a format needs a package that is not installed."""
    if form == "pdf" and find_spec("vl_convert") is None:
        raise RendererMissing


def render(svg: str, form: str, width: int) -> bytes:
    """Render an SVG document as `png` (with a given width in pixels) or as `pdf`. Raises RendererMissing."""
    require_renderer(form)
    if form == "pdf":
        import vl_convert

        vl_convert.register_font_directory(str(_FONTS))
        return vl_convert.svg_to_pdf(svg)
    import resvg_py

    files = [str(file) for file in sorted(_FONTS.glob("*.ttf"))]
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=files,
        font_family=FONT,
        sans_serif_family=FONT,
    )


def render_in_process(svg: str, form: str, width: int, seconds: float) -> bytes:
    """Run :func:`render` in a separate process. Raises RendererMissing and RenderingFailed."""
    require_renderer(form)
    command = [sys.executable, "-I", __file__, form, str(width)]
    try:
        finished = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=seconds, check=True)
    except subprocess.TimeoutExpired:
        raise RenderingFailed(f"the picture was not rendered within {seconds:g} seconds") from None
    except subprocess.CalledProcessError as error:
        last = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RenderingFailed(f"the picture cannot be rendered: {last or error.returncode}") from None
    return finished.stdout


if __name__ == "__main__":
    sys.stdout.buffer.write(render(sys.stdin.buffer.read().decode(), sys.argv[1], int(sys.argv[2])))
