"""The writer of SVG: elements, numbers and the document around them."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

from ludex.engine.faults import Fault

PAPER = "#f5f2ea"
INK = "#3d3a33"
FAINT_INK = "#6b665a"
FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

MAX_SHOWN_SIDE = 1600
"""The most pixels that a picture asks for on a side. What is larger is scaled down, and loses nothing."""


class PictureTooLarge(Fault):
    """A picture with more parts than a viewer can show. The message names the bound."""


def number(value: float) -> str:
    """Write `value` with at most two decimals and no trailing zeros.

    >>> number(3.0), number(0.125), number(-0.001)
    ('3', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: Element, text: str | None = None, **attributes: str | float) -> Element:
    """Make an element with the name `tag`, its `children`, its `text` and its `attributes`.

    In the names of attributes `_` stands for `-`, and a trailing one is left out (`class_`).

    >>> tostring(element("circle", cx=1.5, class_="point", stroke_width=2), encoding="unicode")
    '<circle cx="1.5" class="point" stroke-width="2" />'
    """
    made = Element(tag)
    for name, value in attributes.items():
        made.set(name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else number(value))
    made.text = text
    made.extend(children)
    return made


def caption(text: str, x: float, y: float, size: float, *, anchor: str = "middle", fill: str = INK) -> Element:
    """Make a line of `text` in letters of this `size`, in the colour `fill`.

    The line starts, is centred or ends at (x, y) on its base line, as `anchor` says ('start', 'middle' or 'end').
    """
    return element("text", text=text, x=x, y=y, font_size=size, text_anchor=anchor, fill=fill)


def document(title: str, description: str, width: float, height: float, parts: Iterable[Element]) -> str:
    """Return an SVG document of this `width` and `height`, its `parts` on a sheet of paper with round corners.

    The `title` and the `description` are read out by screen readers. The paper is opaque, so that a picture looks the
    same on a light and on a dark page.
    """
    scale = min(1.0, MAX_SHOWN_SIDE / max(width, height))
    root = element(
        "svg",
        element("title", text=title),
        element("desc", text=description),
        element("rect", width=width, height=height, rx=12, fill=PAPER),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        width=width * scale,
        height=height * scale,
        viewBox=f"0 0 {number(width)} {number(height)}",
        font_family=FONT,
    )
    return tostring(root, encoding="unicode")
