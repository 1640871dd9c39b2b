"""Figures: pictures in one of four styles (for the screen, for print, undecorated, or small), as SVG, PNG or others."""

from collections.abc import Callable
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass
from typing import Literal, TypedDict
from xml.etree.ElementTree import Element, tostring

from ludex.engine.faults import Fault
from ludex.engine.rendering import FONT, render
from ludex.pictures.shapes import bounding_box, parse_picture, shapes_of, size_of, view_box
from ludex.pictures.svg import (
    CARD_FILL,
    CROSSED_EDGE,
    EDGE,
    FAINT_INK,
    INK,
    ORBIT_COLOURS,
    SWAP,
    THREE_INKS,
    PictureTooLarge,
    element,
    number,
)
from ludex.pictures.tikz import BIG_POINTS, tikz_of

Style = Literal["screen", "print", "plain", "small"]
Format = Literal["svg", "png", "pdf", "tex"]

STYLES: tuple[Style, ...] = ("screen", "print", "plain", "small")
FORMATS: tuple[Format, ...] = ("svg", "png", "pdf", "tex")

MIN_WIDTH, MAX_WIDTH = 16, 4_000
MAX_PIXELS = 32_000_000
"""The maximum number of pixels of a PNG. Such an image requires 128 MB of memory."""

_PRINT_GREYS = {
    EDGE: "#8a8a8a",
    SWAP: "#000000",
    INK: "#000000",
    FAINT_INK: "#404040",
    **dict(zip(THREE_INKS, ("#000000", "#8c8c8c", "#505050"), strict=True)),
}
"""The greys that replace the colours with a meaning, such as the colour of edges."""

_CROSSED_GREY = "#1a1a1a"
_ORBIT_GREYS = ("#000000", "#8c8c8c", "#505050", "#707070", "#303030", "#9c9c9c")
_DARKEST_FAINT, _MOST_CHROMA = 0x99, 48
_PLAIN_MARGIN = 2.0
_DECORATION = frozenset({"paper", "step", "block", "note"})
_LABELS = frozenset({"label", "code", "tag"})
_CROSSINGS = frozenset({"crossings", "rim"})
_DOT_SCALE = 0.5
_SMALL_LINE, _SMALL_OUTLINE, _SMALL_RADIUS = 0.018, 0.012, 0.026
"""The widths and the radius in small pictures, as shares of the longer side."""
_EDGES = frozenset({"free", "crossed", "edges"})
_DARK = {EDGE: "#78b4fb", CROSSED_EDGE: "#ff9057", INK: "#e6e8ec", FAINT_INK: "#a0a6b2", CARD_FILL: "#14171c"}
"""The colours of the tokens of the site in the dark scheme. All other colours keep their hue."""


class FigureOptions(TypedDict, total=False):
    """The options of figures, as keyword arguments; see :class:`Figure`."""

    style: Style
    labels: bool
    crossings: bool
    width: int | None


@dataclass(frozen=True, slots=True)
class Figure:
    """The appearance of a picture.

    Attributes
    ----------
    style : str
        `screen`: in colour on paper, as on pages. `print`: black and grey on white. `plain`: in colour without
        background and notes, cropped to the drawing. `small`: plain, without labels and marks of crossings, and with
        thick lines, for a picture of at most 240 pixels; an SVG follows the colour scheme of the reader.
    labels : bool
        Whether parts have labels, such as vertex and card numbers.
    crossings : bool
        Whether crossings and crossing edges are marked.
    width : int, optional
        The width in pixels. In PDF and TikZ, a pixel is 1/96 inch.

    Raises
    ------
    Fault
        If the style is unknown or the width is out of bounds.
    """

    style: Style = "screen"
    labels: bool = True
    crossings: bool = True
    width: int | None = None

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise Fault(f"{self.style!r} is not a style; choose one of {', '.join(STYLES)}", ("style",))
        if self.width is not None and not MIN_WIDTH <= self.width <= MAX_WIDTH:
            raise Fault(f"the width must be {MIN_WIDTH} to {MAX_WIDTH:,} pixels, not {self.width:,}", ("width",))

    def svg(self, picture: str) -> str:
        """Convert an SVG document to this appearance. The default appearance leaves the document unchanged."""
        return picture if self == SCREEN else tostring(self._drawn(picture), encoding="unicode")

    def tex(self, picture: str) -> str:
        """Convert an SVG document to a LaTeX document with TikZ. Raises UnsupportedPicture and PictureTooLarge."""
        return tikz_of(self._drawn(picture))

    def rendered(
        self, picture: str, form: Literal["png", "pdf"], renderer: Callable[[str, str, int], bytes] = render
    ) -> bytes:
        """Render an SVG document as PNG or PDF. Raises RendererMissing, RenderingFailed and PictureTooLarge."""
        root = self._drawn(picture)
        width, height = (round(length) for length in size_of(root))
        if form == "pdf":
            _scale(root, BIG_POINTS)  # the unit of the renderer is a PostScript point
        if form == "png" and width * max(height, 1) > MAX_PIXELS:
            raise PictureTooLarge(
                f"the picture would have {width:,} x {height:,} pixels, more than {MAX_PIXELS:,}; choose a width of "
                f"at most {int(width * (MAX_PIXELS / (width * height)) ** 0.5):,}",
                ("width",),
            )
        for part in root.iter():
            part.attrib.pop("font-family", None)
        root.set("font-family", FONT)
        return renderer(tostring(root, encoding="unicode"), form, max(width, 1))

    def _drawn(self, picture: str) -> Element:
        root = parse_picture(picture)
        if not self.crossings:
            _remove(root, _CROSSINGS)
            for part in root.iter("path"):
                if "crossed" in _classes(part):
                    part.set("class", "free")
                    part.set("stroke", EDGE)
        if not self.labels:
            _remove(root, _LABELS)
            for part in root.iter("circle"):
                if "vertex" in _classes(part):
                    part.set("r", number(float(part.get("r", "0")) * _DOT_SCALE))
        if self.style == "print":
            _print(root)
        elif self.style == "plain":
            _remove(root, _DECORATION)
            _crop(root)
        elif self.style == "small":
            _remove(root, _DECORATION | _LABELS | _CROSSINGS)
            _thicken(root)
            _crop(root)
            _add_dark_scheme(root)
        if self.width is not None:
            _scale(root, self.width / size_of(root)[0])
        return root


SCREEN = Figure()
"""The default appearance."""


def convert(picture: str, form: Format, figure: Figure) -> bytes:
    """Convert an SVG document to the given format and appearance.

    Raises UnsupportedPicture, PictureTooLarge, RendererMissing and RenderingFailed.
    """
    match form:
        case "svg":
            return figure.svg(picture).encode()
        case "tex":
            return figure.tex(picture).encode()
        case "png" | "pdf":
            return figure.rendered(picture, form)


def _classes(part: Element) -> frozenset[str]:
    return frozenset(part.get("class", "").split())


def _remove(root: Element, classes: frozenset[str]) -> None:
    for parent in list(root.iter()):
        for child in list(parent):
            if _classes(child) & classes:
                parent.remove(child)


def _print(root: Element) -> None:
    for part in root.iter():
        if "paper" in _classes(part):
            part.set("fill", "#ffffff")
            part.attrib.pop("rx", None)
        for name in ("fill", "stroke"):
            colour = part.get(name)
            if colour is not None and colour.startswith("#"):
                part.set(name, grey_of(colour))
        if "crossed" in _classes(part):
            part.set("stroke", _CROSSED_GREY)


def grey_of(colour: str) -> str:
    """Return the grey that replaces a colour in print.

    Each colour that has a meaning, such as an edge or orbit colour, is replaced by a fixed grey. Other strong colours
    become dark greys, and faint colours become greys of the same lightness.

    >>> grey_of("#1769d2"), grey_of("#f00"), grey_of("#f5f2ea"), grey_of("#ffffff")
    ('#000000', '#363636', '#f2f2f2', '#ffffff')
    """
    if colour in _PRINT_GREYS:
        return _PRINT_GREYS[colour]
    if colour in ORBIT_COLOURS:
        return _ORBIT_GREYS[ORBIT_COLOURS.index(colour) % len(_ORBIT_GREYS)]
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == len("fff") else digits
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    level = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    if max(red, green, blue) - min(red, green, blue) > _MOST_CHROMA:
        level = min(level, _DARKEST_FAINT)
    return "#" + f"{level:02x}" * 3


def _thicken(root: Element) -> None:
    side = max(view_box(root)[2:])
    for part in root.iter():
        if _classes(part) & _EDGES:
            part.set("stroke-width", number(_SMALL_LINE * side))
        elif "vertex" in _classes(part):
            part.set("stroke-width", number(_SMALL_OUTLINE * side))
            part.set("r", number(_SMALL_RADIUS * side))


def _add_dark_scheme(root: Element) -> None:
    """Add a style sheet for readers with a dark scheme. Cards stay white, as they are on the tables of games."""
    outside = "" if not any("card" in _classes(part) for part in root.iter()) else ":not(.card *, rect)"
    rules = [
        f'[{name}="{colour}"]{outside}{{{name}:{dark_of(colour)}}}'
        for name in ("fill", "stroke")
        for colour in sorted({part.get(name, "") for part in root.iter()})
        if colour.startswith("#")
    ]
    if rules:
        root.insert(0, element("style", text=f"@media(prefers-color-scheme:dark){{{''.join(rules)}}}"))


def dark_of(colour: str) -> str:
    """Return the colour that replaces a colour of six digits in the dark scheme.

    >>> dark_of("#c2410c"), dark_of("#ffff00")
    ('#ff9057', '#ffff17')
    """
    if colour in _DARK:
        return _DARK[colour]
    hue, light, saturation = rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, 1 - 0.91 * light, saturation))


def _scale(root: Element, factor: float) -> None:
    """Multiply the width and the height of a picture by a factor. The view box stays the same."""
    width, height = size_of(root)
    root.set("viewBox", " ".join(map(number, view_box(root))))
    root.set("width", number(width * factor))
    root.set("height", number(height * factor))


def _crop(root: Element) -> None:
    """Crop a picture to the bounding box of its shapes. The scale stays the same."""
    box = bounding_box(list(shapes_of(root)))
    if box is None:
        return
    _, _, across, _ = view_box(root)
    scale = size_of(root)[0] / across
    left, top = box[0] - _PLAIN_MARGIN, box[1] - _PLAIN_MARGIN
    width, height = box[2] + _PLAIN_MARGIN - left, box[3] + _PLAIN_MARGIN - top
    root.set("viewBox", " ".join(map(number, (left, top, width, height))))
    root.set("width", number(width * scale))
    root.set("height", number(height * scale))
