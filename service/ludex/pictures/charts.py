"""Line charts and bar charts over whole numbers, and their axes.

The horizontal axis shows whole numbers. The vertical axis shows probabilities or times, on a linear or logarithmic
scale.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.etree.ElementTree import Element

from ludex.pictures.svg import FAINT_INK, PictureTooLarge, caption, document, element, number, orbit_colour

WIDTH, HEIGHT = 760.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 84.0, 24.0, 56.0, 58.0
BASE = HEIGHT - BOTTOM

MAX_POINTS = 10_000
"""The maximum number of points or bars in one plot."""

_GRID = "#ddd7c8"
_MOST_TICKS = 12
_MOST_DECADES = 8
_LEAST_DECADE = -300
_UNITS = ((0, 1, "s"), (-3, 1e3, "ms"), (-6, 1e6, "µs"), (-9, 1e9, "ns"))
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Axes:
    """The scales of a plot.

    The horizontal scale has the whole numbers from `least` to `greatest`, and the vertical scale goes from 0 to `top`.
    If `lowest` is given, the vertical scale is logarithmic, from ten to the power `lowest` up to `top`.
    """

    least: int
    greatest: int
    top: float = 1.0
    lowest: int | None = None

    @property
    def step(self) -> float:
        """Return the distance between two consecutive whole numbers on the horizontal axis, in pixels."""
        return (WIDTH - LEFT - RIGHT) / (self.greatest - self.least + 1)

    def x(self, value: int) -> float:
        """Return the x coordinate of the whole number `value`."""
        return LEFT + (value - self.least + 0.5) * self.step

    def y(self, share: float) -> float:
        """Return the y coordinate of a `share`. Values below the scale are drawn on the base line."""
        if not self.shows(share):
            return BASE
        if self.lowest is None:
            part = share / self.top
        else:
            part = (log10(share) - self.lowest) / (log10(self.top) - self.lowest)
        return BASE - part * (BASE - TOP)

    def shows(self, share: float) -> bool:
        """Return whether the scale includes a `share`."""
        return self.lowest is None or share >= 10.0**self.lowest * (1 - 1e-9)


def whole_ticks(least: int, greatest: int) -> list[int]:
    """Return at most twelve round whole numbers from `least` to `greatest`.

    >>> whole_ticks(2, 28)
    [5, 10, 15, 20, 25]
    """
    span = greatest - least + 1
    step = next(s * 10**e for e in range(20) for s in (1, 2, 5) if span <= _MOST_TICKS * s * 10**e)
    return list(range(ceil(least / step) * step, greatest + 1, step))


def share_ticks(greatest: float) -> list[float]:
    """Return four to seven round numbers from 0 up to at least `greatest`.

    >>> share_ticks(1.0), share_ticks(0.03)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03])
    """
    greatest = max(greatest, 1e-12)
    power = floor(log10(greatest)) - 1
    mantissa = next(m for m in (1, 2, 5, 10, 20) if greatest <= 6 * m * 10.0**power * (1 + 1e-9))
    count = ceil(greatest / (mantissa * 10.0**power) - 1e-9)
    return [round(i * mantissa * 10.0**power, 2 - power) for i in range(count + 1)]


def decades(least: float) -> list[int]:
    """Return the ticks of a logarithmic scale down to the value `least`, as exponents of ten in descending order.

    >>> decades(0.002), decades(1e-20)
    ([0, -1, -2, -3], [0, -3, -6, -9, -12, -15, -18, -21])
    """
    lowest = max(_LEAST_DECADE, min(-1, floor(log10(least))))
    step = ceil(-lowest / _MOST_DECADES)
    return list(range(0, -step * ceil(-lowest / step) - 1, -step))


def format_power(exponent: int) -> str:
    """Format the power of ten with the given `exponent`.

    >>> format_power(0), format_power(-2), format_power(-12), format_power(4)
    ('1', '0.01', '10⁻¹²', '10,000')
    """
    if not -4 < exponent < 6:
        return "10" + str(exponent).translate(_SUPERSCRIPTS)
    return f"{10**exponent:,}" if exponent >= 0 else f"{10.0**exponent:g}"


def format_seconds(seconds: float) -> str:
    """Format a time with three digits and a suitable unit.

    >>> format_seconds(1e-6), format_seconds(0.01234), format_seconds(120.0), format_seconds(0.0)
    ('1 µs', '12.3 ms', '120 s', '0 s')
    """
    power = floor(log10(seconds) + 1e-9) if seconds > 0 else 0
    factor, unit = next(((f, u) for least, f, u in _UNITS if power >= least), (1e9, "ns"))
    return f"{seconds * factor:.3g} {unit}"


def legend(names: Sequence[str], colours: Sequence[str] | None = None, *, shapes: bool = False) -> list[Element]:
    """Draw the names and the colours of the series in one line below the title.

    If not all names fit, the line ends with the number of omitted names. `names` are the names of the series, and
    `colours` are their colours. If `colours` is None, the colours of the palette are used in order. If `shapes` is
    true, the marks of the series have different shapes.
    """
    parts: list[Element] = []
    x = LEFT + 14
    for place, name in enumerate(names):
        width = 30 + 7.2 * len(name)
        if x + width > WIDTH - 70 and len(names) - place > 1:
            return [*parts, caption(f"and {len(names) - place} more", x, 46, 12, anchor="start")]
        fill = colours[place] if colours else orbit_colour(place)
        parts.append(mark(place if shapes else 0, x, 42, 5, fill, fill))
        parts.append(caption(name, x + 11, 46, 12, anchor="start"))
        x += width
    return parts


def frame(
    axes: Axes, ticks: Sequence[tuple[float, str]], x_name: str, y_name: str, named: Mapping[int, str] | None = None
) -> list[Element]:
    """Draw the grid, the tick labels and the axis names.

    `axes` are the scales. `ticks` are the horizontal grid lines, each given by a value on the vertical scale and a
    label. `x_name` and `y_name` are the names of the axes. `named` maps numbers on the horizontal axis to words that
    are shown instead of the numbers.
    """
    named = named or {}
    parts = []
    for share, text in ticks:
        y = axes.y(share)
        parts.append(element("path", d=f"M{LEFT:g} {number(y)}H{WIDTH - RIGHT:g}", stroke=_GRID))
        parts.append(caption(text, LEFT - 10, y + 4, 12, anchor="end", fill=FAINT_INK))
    for tick in sorted({*whole_ticks(axes.least, axes.greatest), *named}):
        parts.append(element("path", d=f"M{number(axes.x(tick))} {BASE:g}v6", stroke=FAINT_INK))
        parts.append(caption(named.get(tick, str(tick)), axes.x(tick), BASE + 21, 12, fill=FAINT_INK))
    parts.append(element("path", d=f"M{LEFT:g} {BASE:g}H{WIDTH - RIGHT:g}", stroke=FAINT_INK, stroke_width=1.4))
    parts.append(caption(x_name, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, 13))
    upright = caption(y_name, 0, 0, 13)
    upright.set("transform", f"translate(24 {(TOP + BASE) / 2:g}) rotate(-90)")
    return [*parts, upright]


_CORNERS = (
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0.0, -1.25), (1.15, 0.8), (-1.15, 0.8)),
    ((0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)),
    ((0.0, 1.25), (1.15, -0.8), (-1.15, -0.8)),
)
SHAPES = 1 + len(_CORNERS)
"""The number of shapes of marks: a disc, a square, a triangle, a diamond, and a triangle that points down."""


def mark(shape: int, x: float, y: float, radius: float, fill: str, stroke: str, class_: str = "mark") -> Element:
    """Draw a mark that is centred at (x, y). Its shape is the one with the number `shape`, modulo SHAPES.

    `radius` is the radius of a disc, and determines the size of the other shapes. `fill` and `stroke` are colours, and
    `class_` is the class of the element.
    """
    place = shape % SHAPES
    if not place:
        return element("circle", class_=class_, cx=x, cy=y, r=radius, fill=fill, stroke=stroke)
    corners = (f"{number(x + a * radius)} {number(y + b * radius)}" for a, b in _CORNERS[place - 1])
    return element("path", class_=class_, d=f"M{'L'.join(corners)}Z", fill=fill, stroke=stroke)


_HOLLOW = "hollow: a lower bound"


@dataclass(frozen=True, slots=True)
class LinePoint:
    """A point of a line at (x, y). `description` is the tooltip. The point is hollow if its value is only a bound."""

    x: int
    y: float
    description: str
    hollow: bool = False


def require_rows(rows: Sequence[object]) -> None:
    """Raise ValueError if there are no `rows` to plot, and PictureTooLarge if there are more than MAX_POINTS."""
    if not rows:
        raise ValueError("a plot needs rows")
    if len(rows) > MAX_POINTS:
        raise PictureTooLarge(f"{len(rows)} rows given; a plot can have at most {MAX_POINTS}")


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
        The points of each line, keyed by line name.
    axes, ticks, x_name, y_name
        The scales, grid lines and axis names, as in :func:`ludex.pictures.charts.frame`.
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
    parts += [caption(title, (LEFT + WIDTH) / 2, 25, 16, class_="note"), *names]
    return document(title, f"{x_name} and {y_name}: {', '.join(lines)}.", WIDTH, HEIGHT, parts)


def _line(line: Sequence[LinePoint], axes: Axes, colour: str, shape: int) -> list[Element]:
    d = "M" + "L".join(f"{number(axes.x(point.x))} {number(axes.y(point.y))}" for point in line)
    parts = [element("path", class_="line", d=d, fill="none", stroke=colour, stroke_width=1.8, stroke_opacity=0.6)]
    for point in line:
        fill = "#ffffff" if point.hollow else colour
        disc = mark(shape, axes.x(point.x), axes.y(point.y), 3.6, fill, colour, "point")
        disc.append(element("title", text=point.description))
        parts.append(disc)
    return parts


_WIDEST_BAR = 72.0
_NARROWEST_LABELLED_BAR = 44.0


def share_bars(
    counts: Mapping[int, int], apart: int | None, each: str, x_name: str, y_name: str, named: Mapping[int, str]
) -> list[Element]:
    """Draw a bar chart: the bar at n shows the percentage of all values that are equal to n.

    `counts` maps each number to how often it occurs, and `each` is the unit of the numbers, such as 'cards'. The bar at
    the number `apart` is highlighted. `x_name` and `y_name` are the names of the axes. `named` maps numbers to words
    that are shown instead of the numbers. Raises ValueError if there are no counts or a count is negative, and
    PictureTooLarge if the axis would have more than MAX_POINTS numbers.
    """
    total = sum(counts.values())
    if total <= 0 or min(counts.values()) < 0:
        raise ValueError("a histogram needs counts that are not negative")
    least, greatest = min(counts), max(counts)
    if greatest - least >= MAX_POINTS:
        raise PictureTooLarge(f"{greatest - least + 1} sizes given; a plot can have at most {MAX_POINTS}")
    shares = share_ticks(max(counts.values()) / total)
    axes = Axes(least, greatest, top=shares[-1])
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
            label = f"{share * 100:.1f} %" if share >= 0.0005 else str(counts[size])
            parts.append(caption(label, x, BASE - height - 6, 11, class_="label"))
    return parts
