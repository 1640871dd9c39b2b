"""Pictures of stored objects as SVG, PNG, PDF and TikZ, at the address of the object followed by a suffix."""

from functools import partial
from typing import Literal

from flask import Response
from flask import request as flask_request
from pydantic import Field
from xxhash import xxh3_128_hexdigest

from ludex.api.routing.responses import KEPT_SECONDS, picture
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.kinds.kind import CompositePicture
from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.objects.reading import find
from ludex.engine.rendering import render, render_in_process, require_renderer
from ludex.pictures.figures import FORMATS, MAX_WIDTH, MIN_WIDTH, Figure, Format, Style
from ludex.requests.fields import LabelPath, Parameters
from ludex.requests.media import SVG, Media
from ludex.version import __version__

MEDIA: dict[Format, Media] = {
    "svg": SVG,
    "png": Media(("image/png",)),
    "pdf": Media(("application/pdf",)),
    "tex": Media(("application/x-tex",)),
}
RENDER_SECONDS = 20.0
"""The time limit for rendering a picture in a separate process."""

_NAMES: dict[Format, str] = {"svg": "SVG", "png": "PNG", "pdf": "PDF", "tex": "TikZ"}
_SMALL_WIDTH, _SMALL_CHARACTERS = 640, 100_000
"""The size limit for pictures that are rendered in the service process.

Rendering them takes a few hundredths of a second.
"""


class AppearanceQuery(Parameters):
    """The appearance of a picture."""

    style: Style = Field(
        default="screen",
        description="`screen`: in colour on paper; `print`: black and grey on white; `plain`: in colour, without "
        "background and notes, cropped to the drawing; `small`: plain, with thick lines and without labels.",
    )
    width: int | None = Field(
        default=None,
        ge=MIN_WIDTH,
        le=MAX_WIDTH,
        description="Width in pixels. In PDF and TikZ, a pixel is 1/96 inch. The default is the width of the SVG.",
    )
    labels: bool = Field(default=True, description="Whether parts have labels, such as vertex numbers.")
    crossings: bool = Field(default=True, description="Whether crossings and crossing edges are marked.")

    @property
    def figure(self) -> Figure:
        """Return the parameters as a Figure."""
        return Figure(self.style, self.labels, self.crossings, self.width)


class FigureQuery(AppearanceQuery):
    """The appearance of an object's picture, and its frames."""

    frames: Literal["solution"] | None = Field(
        default=None, description="`solution`: a frame for each step of the stored solution, for kinds that have one."
    )


def add_figures(routes: Routes, rule: str, about: str, *problems: int) -> None:
    """Add routes for pictures of objects in every format.

    `about` is the description of a route, in which `{format}` stands for the format.
    """
    for form in FORMATS:
        routes.add(
            "GET",
            f"{rule}.{form}",
            partial(_draw, form),
            {200: MEDIA[form]},
            about.format(format=_NAMES[form]),
            problems=(*problems, *figure_problems(form)),
            holds_slot=is_rendered(form),
            tool=form == "png",
            path=LabelPath,
            query=FigureQuery,
        )


def is_rendered(form: Format) -> bool:
    """Return whether pictures in a format must be rendered, which requires a computing slot."""
    return form in ("png", "pdf")


def figure_problems(form: Format) -> tuple[int, ...]:
    """Return the error statuses of a route for pictures in a format."""
    return (422, *((501,) if form == "pdf" else ()), *((503,) if is_rendered(form) else ()))


def _draw(form: Format, path: LabelPath, query: FigureQuery) -> Response:
    require_renderer(form)
    with service().catalogue.reading() as reader:
        result = find(reader, path.label)
        svg = picture_of(reader, result, frames=query.frames)
    # A label always belongs to the same object, but a slug may be given to another object. A better solution may be
    # stored later.
    composite = isinstance(result.kind.view.picture, CompositePicture)
    permanent = path.label == result.label and not composite and query.frames is None
    return figure_response(svg, form, query.figure, result.label, permanent=permanent)


def figure_response(svg: str, form: Format, figure: Figure, name: str, *, permanent: bool = False) -> Response:
    """Return a response with a picture in a format.

    For formats other than SVG, the ETag is computed before the picture is rendered, so that a 304 response requires no
    rendering. `name` is the file name without suffix. Raises ProblemError (503).
    """
    require_renderer(form)
    if form == "svg":
        return picture(figure.svg(svg), permanent=permanent)
    etag = xxh3_128_hexdigest(f"{__version__} {form} {figure} {svg}".encode())
    if flask_request.if_none_match.contains_weak(etag):
        response = Response(status=304)
    else:
        content = figure.tex(svg).encode() if form == "tex" else _rendered(svg, form, figure)
        response = Response(content, content_type=MEDIA[form].types[0])
        response.headers["Content-Disposition"] = f'inline; filename="{name}.{form}"'
    response.set_etag(etag, weak=True)
    response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}" if permanent else "no-cache"
    return response


def _rendered(svg: str, form: Literal["png", "pdf"], figure: Figure) -> bytes:
    """Render a picture while holding a computing slot. Large pictures use a separate process. Raises ProblemError."""
    with search("figure", RENDER_SECONDS, "ludex draw", adjustable=False):
        return figure.rendered(svg, form, _render)


def _render(svg: str, form: str, width: int) -> bytes:
    if form == "png" and width <= _SMALL_WIDTH and len(svg) <= _SMALL_CHARACTERS:
        return render(svg, form, width)
    return render_in_process(svg, form, width, RENDER_SECONDS)
