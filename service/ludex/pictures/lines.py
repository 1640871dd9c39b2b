"""A plot of lines: points of several series, joined, each series with a colour and a mark of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from ludex.pictures.axes import BASE, HEIGHT, LEFT, MAX_POINTS, WIDTH, Axes, frame, legend
from ludex.pictures.marks import mark
from ludex.pictures.palette import orbit_colour
from ludex.pictures.svg import FAINT_INK, PictureTooLarge, caption, document, element, number

_HOLLOW = "hollow: a lower bound"


@dataclass(frozen=True, slots=True)
class LinePoint:
    """A point of a line at (x, y); `said` describes it. It is hollow if its value is only a bound."""

    x: int
    y: float
    said: str
    hollow: bool = False


def require_rows(rows: Sequence[object]) -> None:
    """Raise ValueError if there are no `rows` to plot, and PictureTooLarge if they are more than MAX_POINTS."""
    if not rows:
        raise ValueError("a plot needs rows")
    if len(rows) > MAX_POINTS:
        raise PictureTooLarge(f"{len(rows)} rows, a plot has at most {MAX_POINTS}")


def lines_plot(
    title: str,
    lines: Mapping[str, Sequence[LinePoint]],
    axes: Axes,
    ticks: Sequence[tuple[float, str]],
    x_name: str,
    y_name: str,
    colours: Mapping[str, str] | None = None,
    hollow: str = _HOLLOW,
) -> str:
    """Return a plot of lines.

    Parameters
    ----------
    title : str
        The title of the plot.
    lines : mapping of str to sequence of LinePoint
        The points of each line, by its name.
    axes, ticks, x_name, y_name
        The scales, the grid and the names of the axes, as in :func:`ludex.pictures.axes.frame`.
    colours : mapping of str to str, optional
        A colour of its own for some of the lines. If it is given, all lines have marks of different shapes.
    hollow : str
        What a hollow mark means.
    """
    shapes = colours is not None
    colours = {name: (colours or {}).get(name, orbit_colour(place)) for place, name in enumerate(lines)}
    parts = frame(axes, ticks, x_name, y_name)
    for place, (name, line) in enumerate(lines.items()):
        parts += _line(line, axes, colours[name], place if shapes else 0)
    if any(point.hollow for line in lines.values() for point in line):
        parts.append(caption(hollow, WIDTH - 30, BASE + 40, 11, anchor="end", fill=FAINT_INK))
    names = legend(list(lines), list(colours.values()), shapes=shapes)
    parts += [caption(title, (LEFT + WIDTH) / 2, 25, 16), *names]
    return document(title, f"{x_name} and {y_name}: {', '.join(lines)}.", WIDTH, HEIGHT, parts)


def _line(line: Sequence[LinePoint], axes: Axes, colour: str, shape: int) -> list[Element]:
    d = "M" + "L".join(f"{number(axes.x(point.x))} {number(axes.y(point.y))}" for point in line)
    parts = [element("path", class_="line", d=d, fill="none", stroke=colour, stroke_width=1.8, stroke_opacity=0.6)]
    for point in line:
        fill = "#ffffff" if point.hollow else colour
        disc = mark(shape, axes.x(point.x), axes.y(point.y), 3.6, fill, colour, "point")
        disc.append(element("title", text=point.said))
        parts.append(disc)
    return parts
