"""The SVG toolkit: elements, numbers, colours, sheets of items in rows, and the enclosing document."""

from collections.abc import Iterable, Sequence
from math import ceil, log
from xml.etree.ElementTree import Element, tostring

from ludex.engine.faults import Fault

# The first four colours are those of the commercial game SWISH: blue, green, orange, purple. All later colours have
# medium chroma and a contrast with white of at least 3.2. They were chosen one after another, such that each colour is
# as far as possible (in OKLab) from all colours before it. fmt: off
ORBIT_COLOURS = (
    "#1769d2",
    "#1d8f45",
    "#d86a00",
    "#8a35b8",
    "#603008",
    "#e060b0",
    "#b01048",
    "#283878",
    "#9878f8",
    "#005800",
    "#5098b0",
    "#886000",
    "#701060",
    "#006878",
    "#986888",
    "#989058",
    "#3090f8",
    "#605088",
    "#d84860",
    "#5820a0",
    "#b83890",
    "#804848",
    "#b84000",
    "#880020",
    "#7868c0",
    "#0048b0",
    "#486838",
    "#c87888",
    "#b058c8",
    "#a880c0",
    "#108880",
    "#902880",
    "#789800",
    "#5848c0",
    "#5078a0",
    "#b06850",
    "#583860",
    "#005848",
    "#007800",
    "#40a080",
    "#687800",
    "#484808",
    "#2860a0",
    "#a04868",
    "#983000",
    "#7088d0",
    "#f06050",
    "#885098",
    "#6870f0",
    "#005070",
    "#b07800",
    "#704810",
    "#688858",
    "#900050",
    "#3028a0",
    "#0088c8",
    "#682838",
    "#b860a0",
    "#703898",
    "#700888",
    "#c08058",
    "#d84818",
    "#f05880",
    "#484098",
)
# fmt: on


def orbit_colour(number: int) -> str:
    """Return the colour with this `number`. The palette repeats after 64 colours.

    >>> orbit_colour(0), orbit_colour(64) == orbit_colour(0)
    ('#1769d2', True)
    """
    return ORBIT_COLOURS[number % len(ORBIT_COLOURS)]


EDGE, CROSSED_EDGE, CROSSING, SWAP = "#0b5cb0", "#c2410c", "#b01048", "#0b6e48"
"""The colours of edges, of crossing edges, of crossings, and of an edge whose ends are swapped, as on boards."""

THREE_INKS = ("#780014", "#36a43c", "#6b35c4")
"""The colours red, green and purple. Red is much darker than green, so that they differ without red or green cones."""

PAPER = "#f5f2ea"
INK = "#3d3a33"
FAINT_INK = "#6b665a"
FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

MAX_SHOWN_SIDE = 1600
"""The maximum displayed width and height, in pixels. Larger pictures are scaled down without loss of detail."""


class PictureTooLarge(Fault):
    """A picture has more parts than a viewer can display. The message states the limit."""


def number(value: float) -> str:
    """Format `value` with at most two decimals and without trailing zeros.

    >>> number(3.0), number(0.125), number(-0.001)
    ('3', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: Element, text: str | None = None, **attributes: str | float) -> Element:
    """Create an element with the name `tag`, its `children`, its `text` and its `attributes`.

    In attribute names, `_` stands for `-`, and a trailing `_` is omitted (`class_`).

    >>> tostring(element("circle", cx=1.5, class_="point", stroke_width=2), encoding="unicode")
    '<circle cx="1.5" class="point" stroke-width="2" />'
    """
    node = Element(tag)
    for name, value in attributes.items():
        node.set(name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else number(value))
    node.text = text
    node.extend(children)
    return node


def caption(
    text: str, x: float, y: float, size: float, *, anchor: str = "middle", fill: str = INK, class_: str = ""
) -> Element:
    """Create a line of `text` in the font `size` and the colour `fill`.

    Depending on `anchor` ('start', 'middle' or 'end'), the line starts, is centred or ends at (x, y) on the base line.
    In figures, `class_` has a meaning: a 'label' names a part of the picture, and a 'note' describes the whole picture.
    """
    line = element("text", text=text, x=x, y=y, font_size=size, text_anchor=anchor, fill=fill)
    if class_:
        line.set("class", class_)
    return line


def map_label(text: str, x: float, y: float) -> Element:
    """Create the name of an object on a map, centred at x, with a rim that keeps it readable on top of links."""
    line = caption(text, x, y, 12.5, class_="label")
    for name, value in (
        ("stroke", PAPER),
        ("stroke-width", "4"),
        ("stroke-linejoin", "round"),
        ("paint-order", "stroke"),
    ):
        line.set(name, value)
    return line


def document(title: str, description: str, width: float, height: float, parts: Iterable[Element]) -> str:
    """Return an SVG document of this `width` and `height` that shows `parts` on a sheet of paper with rounded corners.

    Screen readers read out the `title` and the `description`. The paper is opaque, so that a picture looks the same on
    light and dark pages.
    """
    scale = min(1.0, MAX_SHOWN_SIDE / max(width, height))
    root = element(
        "svg",
        element("title", text=title),
        element("desc", text=description),
        element("rect", class_="paper", width=width, height=height, rx=12, fill=PAPER),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        width=width * scale,
        height=height * scale,
        viewBox=f"0 0 {number(width)} {number(height)}",
        font_family=FONT,
    )
    return tostring(root, encoding="unicode")


CARD_FILL = "#ffffff"
CARD_EDGE = "#bdb6a6"
SHEET_MARGIN = 20.0
GAP = 14.0
TABLE_SHAPE = 1.2
"""The desired aspect ratio (width to height) of a table of cards."""


def choose_columns(count: int, across: float, down: float, shape: float = TABLE_SHAPE) -> int:
    """Return a number of columns for a table of `count` items.

    With this number, the aspect ratio of the table is good, and few places in the last row are empty. An item is
    `across` pixels wide and `down` pixels high. `shape` is the desired aspect ratio (width to height) of the table.

    >>> [choose_columns(n, 90.0, 124.0) for n in (1, 16, 36, 60)]
    [1, 4, 9, 10]
    """

    def imbalance(columns: int) -> tuple[float, int]:
        rows = ceil(count / columns)
        missing = rows * columns - count
        return abs(log(columns * across / (rows * down) / shape)) + 2 * missing / columns, columns

    return min(range(1, count + 1), key=imbalance)


def tag(number: int, x: float, y: float, radius: float) -> list[Element]:
    """Draw the `number` of an item on a disc centred at (x, y). The number determines the colour of the disc."""
    ground = element("circle", class_="tag", cx=x, cy=y, r=radius, fill=orbit_colour(number), stroke="#ffffff")
    digits = caption(str(number), x, y + 0.42 * radius, 1.2 * radius, fill="#ffffff", class_="label")
    digits.set("font-weight", "700")
    return [ground, digits]


def transformed(parts: Sequence[Element], x: float, y: float, scale: float = 1.0) -> Element:
    """Group `parts`, scaled by the factor `scale`, with their origin at (x, y)."""
    scaling = "" if scale == 1.0 else f" scale({scale:g})"
    return element("g", *parts, transform=f"translate({x:g} {y:g}){scaling}")
