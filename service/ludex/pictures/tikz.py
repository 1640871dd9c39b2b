r"""Conversion of pictures to TikZ, as a LaTeX document whose only page is the picture.

If another document uses the package standalone, it can include the picture with `\input`. One pixel is 1/96 inch.
Numbers and names are set in the font of the surrounding document.
"""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from ludex.pictures.shapes import Disc, Outline, Paint, Point, Shape, TextLine, shapes_of, size_of, view_box
from ludex.pictures.svg import PictureTooLarge

MAX_TIKZ_POINTS = 50_000
"""The maximum number of points of a picture in TikZ. LaTeX takes about a minute for such a picture."""

BIG_POINTS = 0.75
"""One pixel in PostScript points, of which 72 make an inch."""

_TEX_POINTS = 72.27 / 72
_MOST_COMMANDS = 400
_COMMANDS_A_LINE = 6
_OPAQUE = 1.0
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
_COLOUR_NAMES = {"gray": "808080", "grey": "808080", "white": "FFFFFF", "black": "000000", "red": "FF0000"}
_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "#": r"\#",
        "$": r"\$",
        "%": r"\%",
        "&": r"\&",
        "_": r"\_",
        "^": r"\^{}",
        "~": r"\~{}",
        "<": r"$<$",
        ">": r"$>$",
        "–": "--",
        "—": "---",
        "−": "$-$",
        "×": r"$\times$",
        "·": r"$\cdot$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "µ": r"$\mu$",
        "δ": r"$\delta$",
        "χ": r"$\chi$",
        "⁻": "$^-$",
    }
    | {digit: f"$^{number}$" for number, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
)


def tikz_of(root: Element) -> str:
    """Return a LaTeX document with a picture.

    Raises UnsupportedPicture, and PictureTooLarge if there are more than MAX_TIKZ_POINTS points.
    """
    shapes = list(shapes_of(root))
    points = sum(len(shape.commands) if isinstance(shape, Outline) else 1 for shape in shapes)
    if points > MAX_TIKZ_POINTS:
        raise PictureTooLarge(f"{points:,} points given; a picture in TikZ can have at most {MAX_TIKZ_POINTS:,}")
    left, top, across, _ = view_box(root)
    width, height = size_of(root)
    page = _Page(left, top, BIG_POINTS * width / across, {})
    body = [line for shape in shapes for line in page.lines(shape)]
    title = root.findtext("title") or ""
    return "\n".join(
        [
            f"% {' '.join(title.split())}",
            r"\documentclass[tikz,border=0pt]{standalone}",
            r"\begin{document}",
            r"\begin{tikzpicture}[x=1bp,y=-1bp,inner sep=0pt,outer sep=0pt]",
            *(f"\\definecolor{{{name}}}{{HTML}}{{{code}}}" for code, name in page.colours.items()),
            f"\\useasboundingbox (0,0) rectangle ({_format(width * BIG_POINTS)},{_format(height * BIG_POINTS)});",
            *body,
            r"\end{tikzpicture}",
            r"\end{document}",
            "",
        ]
    )


def escape(text: str) -> str:
    r"""Escape a text for LaTeX. Characters that LaTeX lacks without additional packages become question marks.

    >>> print(escape("50 % of {1} – 10⁻² 一"))
    50 \% of \{1\} -- 10$^-$$^2$ ?
    """
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    translated = plain.translate(_ESCAPES)
    return "".join(letter if ord(letter) < 0x180 else "?" for letter in translated)


class _Page:
    """The area of a picture, the factor that converts its units to PostScript points, and the names of its colours."""

    def __init__(self, left: float, top: float, factor: float, colours: dict[str, str]) -> None:
        self.left = left
        self.top = top
        self.factor = factor
        self.colours = colours

    def lines(self, shape: Shape) -> Iterator[str]:
        match shape:
            case TextLine():
                yield self._node(shape)
            case Disc():
                place, radius = self._place((shape.x, shape.y)), _format(shape.radius * self.factor)
                yield f"\\path[{self._options(shape.paint)}] {place} circle[radius={radius}bp];"
            case Outline():
                yield from self._paths(shape)

    def _node(self, line: TextLine) -> str:
        size = line.size * self.factor * _TEX_POINTS
        font = "\\sffamily" + "\\bfseries" * line.bold
        options = [
            f"anchor={_ANCHORS.get(line.anchor, 'base')}",
            f"text={self._colour(line.paint.fill or 'black')}",
            f"font={font}\\fontsize{{{_format(size)}}}{{{_format(1.2 * size)}}}\\selectfont",
        ]
        if line.angle:
            options.append(f"rotate={_format(-line.angle)}")
        if line.paint.fill_opacity < _OPAQUE:
            options.append(f"text opacity={line.paint.fill_opacity:g}")
        return f"\\node[{','.join(options)}] at {self._place((line.x, line.y))} {{{escape(line.text)}}};"

    def _paths(self, outline: Outline) -> Iterator[str]:
        """Yield the TikZ commands for a path. A path without a fill is split, because LaTeX is slow for long paths."""
        options = self._options(outline.paint)
        if not options:
            return
        if outline.corner:
            options += f",rounded corners={_format(outline.corner * self.factor)}bp"
        pieces = [outline.commands] if outline.paint.fill else list(_divide(outline.commands))
        for commands in pieces:
            words = [self._command(name, points) for name, points in commands]
            rows = [" ".join(words[at : at + _COMMANDS_A_LINE]) for at in range(0, len(words), _COMMANDS_A_LINE)]
            yield f"\\path[{options}] " + "\n  ".join(rows) + ";"

    def _command(self, name: str, points: tuple[Point, ...]) -> str:
        places = [self._place(point) for point in points]
        match name:
            case "M":
                return places[0]
            case "L":
                return f"-- {places[0]}"
            case "C":
                return f".. controls {places[0]} and {places[1]} .. {places[2]}"
            case _:
                return "-- cycle"

    def _options(self, paint: Paint) -> str:
        options = []
        if paint.fill is not None and paint.fill_opacity > 0:
            options.append(f"fill={self._colour(paint.fill)}")
            if paint.fill_opacity < _OPAQUE:
                options.append(f"fill opacity={paint.fill_opacity:g}")
        if paint.stroke is not None and paint.width > 0:
            options += [f"draw={self._colour(paint.stroke)}", f"line width={_format(paint.width * self.factor)}bp"]
            if paint.stroke_opacity < _OPAQUE:
                options.append(f"draw opacity={paint.stroke_opacity:g}")
            if paint.cap != "butt":
                options.append(f"line cap={'rect' if paint.cap == 'square' else paint.cap}")
            if paint.join != "miter":
                options.append(f"line join={paint.join}")
            if paint.dashes:
                dashes = paint.dashes if len(paint.dashes) % 2 == 0 else paint.dashes * 2
                words = (f"{'off' if i % 2 else 'on'} {_format(d * self.factor)}bp" for i, d in enumerate(dashes))
                options.append(f"dash pattern={' '.join(words)}")
        return ",".join(options)

    def _colour(self, colour: str) -> str:
        code = colour.removeprefix("#").upper() if colour.startswith("#") else _COLOUR_NAMES.get(colour, "000000")
        code = "".join(2 * digit for digit in code) if len(code) == len("fff") else code
        return self.colours.setdefault(code, f"ludex{code}")

    def _place(self, point: Point) -> str:
        return f"({_format((point[0] - self.left) * self.factor)},{_format((point[1] - self.top) * self.factor)})"


def _divide(
    commands: Sequence[tuple[str, tuple[Point, ...]]],
) -> Iterator[Sequence[tuple[str, tuple[Point, ...]]]]:
    """Split a path into parts with about _MOST_COMMANDS commands each. Every part begins with a move."""
    start = 0
    for place, (name, _) in enumerate(commands):
        if name == "M" and place - start >= _MOST_COMMANDS:
            yield commands[start:place]
            start = place
    yield commands[start:]


def _format(value: float) -> str:
    """Format a number for TeX, with at most three decimals and without an exponent."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
