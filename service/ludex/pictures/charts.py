"""Line charts and bar charts over whole numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from ludex.pictures.axes import BASE, HEIGHT, LEFT, MAX_POINTS, WIDTH, Axes, frame, legend, mark, share_ticks
from ludex.pictures.svg import FAINT_INK, PictureTooLarge, caption, document, element, number, orbit_colour

_HOLLOW = "hollow: a lower bound"


@dataclass(frozen=True, slots=True)
class LinePoint:
    """A point of a line at (x, y); `said` is its description. It is hollow if its value is only a bound."""

    x: int
    y: float
    said: str
    hollow: bool = False


def require_rows(rows: Sequence[object]) -> None:
    """Raise ValueError if there are no `rows` to plot, and PictureTooLarge if there are more than MAX_POINTS."""
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
    """Return a line chart.

    Parameters
    ----------
    title : str
        The title of the chart.
    lines : mapping of str to sequence of LinePoint
        The points of each line, by its name.
    axes, ticks, x_name, y_name
        The scales, the grid lines and the names of the axes, as in :func:`ludex.pictures.axes.frame`.
    colours : mapping of str to str, optional
        Colours for some of the lines. If given, all lines have marks of different shapes.
    hollow : str
        The meaning of a hollow mark.
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


_WIDEST_BAR = 72.0
_NARROWEST_LABELLED_BAR = 44.0


def share_bars(
    counts: Mapping[int, int], apart: int | None, each: str, x_name: str, y_name: str, named: Mapping[int, str]
) -> list[Element]:
    """Draw a bar for each whole number, as high as its share of the total in percent, with the axes.

    `counts` has the count of each number; `each` is the unit of the numbers, such as 'cards'. The bar of `apart` is
    highlighted. `x_name` and `y_name` are the names of the axes; `named` replaces numbers by words. Raises ValueError
    if there are no counts or a count is negative, and PictureTooLarge beyond MAX_POINTS numbers.
    """
    total = sum(counts.values())
    if total <= 0 or min(counts.values()) < 0:
        raise ValueError("a histogram needs counts, none of them negative")
    least, most = min(counts), max(counts)
    if most - least >= MAX_POINTS:
        raise PictureTooLarge(f"{most - least + 1} sizes, a plot has at most {MAX_POINTS}")
    shares = share_ticks(max(counts.values()) / total)
    axes = Axes(least, most, top=shares[-1])
    parts = frame(axes, [(share, f"{share * 100:g} %") for share in shares], x_name, y_name, named)
    width = min(axes.step * 0.72, _WIDEST_BAR)
    for size in sorted(size for size in counts if counts[size]):
        share = counts[size] / total
        x, height = axes.x(size), max(BASE - axes.y(share), 1.0)
        fill = orbit_colour(2 if size == apart else 0)
        bar = element("rect", class_="bar", x=x - width / 2, y=BASE - height, width=width, height=height, fill=fill)
        bar.append(element("title", text=f"{named.get(size, f'{size} {each}')}: {counts[size]} of {total}"))
        parts.append(bar)
        if axes.step >= _NARROWEST_LABELLED_BAR:
            said = f"{share * 100:.1f} %" if share >= 0.0005 else str(counts[size])
            parts.append(caption(said, x, BASE - height - 6, 11))
    return parts
