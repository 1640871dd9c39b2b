"""Bars over whole numbers: what share of all has each, in percent."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from ludex.pictures.axes import BASE, MAX_POINTS, Axes, frame, share_ticks
from ludex.pictures.palette import orbit_colour
from ludex.pictures.svg import PictureTooLarge, caption, element

_WIDEST_BAR = 72.0
_NARROWEST_LABELLED_BAR = 44.0


def share_bars(
    counts: Mapping[int, int], apart: int | None, each: str, x_name: str, y_name: str, named: Mapping[int, str]
) -> list[Element]:
    """Draw a bar for each whole number: the share of all that has it, with the axes.

    `counts` has how many there are of each number, `each` is what a number is of, such as 'cards'. The bar of `apart`
    has a colour of its own. `x_name` and `y_name` are the names of the axes, `named` words in place of numbers. Raises
    ValueError if nothing is counted or a count is negative, and PictureTooLarge beyond MAX_POINTS numbers.
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
