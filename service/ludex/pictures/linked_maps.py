"""Maps for navigation in the graph, such as an object with its neighbours around it. The marks on a map are links.

Unlike other pictures, maps can only be used within a page, because their marks contain links and other pictures.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from ludex.pictures.svg import FAINT_INK, INK, caption, document, element, map_label, number

MOST_PICTURES = 40
"""The maximum number of neighbours that are shown as pictures. If there are more, all are shown as dots."""

_WIDTH, _BROAD = 960.0, 1300.0
_MARGIN = 26.0
_PICTURE_ROW, _DOT_ROW = 58.0, 26.0
_PICTURE = (64.0, 50.0)
_MIDDLE_PICTURE = (168.0, 126.0)
_GROUP_GAP = 22.0
_HUB, _MARK = 168.0, 310.0
"""The distances from the middle of the map to the names of relations, and to the marks of neighbours."""

_REACH = 150.0
"""The maximum width of a mark, including its name."""

_MOST_IN_COLUMN = 24
"""The maximum number of marks in one column of a group. Groups in two columns have a frame instead of lines."""

_DOT = 8.0
_LINK = "#a39c8a"


@dataclass(frozen=True, slots=True)
class Mark:
    """An object on a map: its short name, its description, its address, its colour, and the address of its picture."""

    name: str
    description: str
    address: str
    colour: str
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The neighbours of an object by one relation.

    `name` is the name of the relation, and `marks` are the marks of the neighbours that are shown. `counted` states how
    many neighbours are shown and how many there are. `more` is the address of the list of all neighbours, or empty if
    all neighbours are shown.
    """

    name: str
    counted: str
    marks: tuple[Mark, ...]
    more: str = ""


def svg_neighbourhood(middle: Mark, groups: Sequence[Group], title: str, about: str) -> str:
    """Draw an object between its neighbours, which are placed on both sides and grouped by relation.

    Screen readers read out `title` and `about`. Cost: O(neighbours).
    """
    count = sum(len(group.marks) for group in groups)
    pictures = count <= MOST_PICTURES
    row = _PICTURE_ROW if pictures else _DOT_ROW
    sides = _sides(_halved(groups, count), row)
    width = _WIDTH if all(_columns(group) == 1 for side in sides for group in side) else _BROAD
    longest = max((_height(side, row) for side in sides), default=0.0)
    height = max(longest, _MIDDLE_PICTURE[1] + 60) + 2 * _MARGIN
    x, y = width / 2, height / 2
    lines: list[Element] = []
    marks: list[Element] = []
    for side, towards in zip(sides, (1, -1), strict=True):
        top = y - _height(side, row) / 2
        for group in side:
            tall = _tall(group, row)
            lines += _branches(x, y, top, group, towards, row)
            marks += _members(x, top, group, towards, row, pictures)
            top += tall + _GROUP_GAP
    return _document(title, about, width, height, [*lines, _middle(middle, x, y), *marks])


def svg_map(
    marks: Mapping[str, Mark],
    places: Mapping[str, tuple[float, float]],
    links: Iterable[tuple[str, str, str]],
    size: tuple[float, float],
    title: str,
    about: str,
    *,
    ring: str = "",
    rows: Mapping[float, str] | None = None,
    names: bool = True,
    small: bool = False,
) -> str:
    """Draw objects as dots at given positions, and draw the links between these objects.

    `links` are triples: the two ends of the link, and its description. `ring` is the object that is marked with a ring.
    `rows` maps y coordinates to captions on the left. If `names` is false, the dots have no captions. If `small` is
    true, the dots are smaller.
    """
    width, height = size
    parts = [_link_line(places[source], places[target], description) for source, target, description in links]
    for down, text in (rows or {}).items():
        parts.append(caption(text, 18, down + 4, 13, anchor="start", fill=FAINT_INK))
    for label, mark in marks.items():
        x, y = places[label]
        parts.append(_dot(mark, x, y, ring=label == ring, name=names, radius=_DOT * 0.6 if small else _DOT))
    return _document(title, about, width, height, parts)


def _document(title: str, about: str, width: float, height: float, parts: Iterable[Element]) -> str:
    svg = document(title, about, width, height, parts)
    # If the element had the role of an image, screen readers would not announce its links.
    return svg.replace('role="img"', 'role="group"', 1) if "<a " in svg else svg


def _link_line(start: tuple[float, float], end: tuple[float, float], description: str) -> Element:
    """Draw a link. A link along a row is curved, so that objects between its ends do not hide it."""
    d = f"M{number(start[0])} {number(start[1])}"
    bent = abs(start[1] - end[1]) < 1 < abs(start[0] - end[0])
    if bent:
        away = min(46.0, 12 + 0.16 * abs(start[0] - end[0]))
        d += f"Q{number((start[0] + end[0]) / 2)} {number(start[1] + 2 * away - 12)} {number(end[0])} {number(end[1])}"
    else:
        d += f"L{number(end[0])} {number(end[1])}"
    line = element("path", d=d, fill="none", stroke=_LINK, stroke_width=1.2)
    if description:
        line.append(element("title", text=description))
    return line


def _halved(groups: Sequence[Group], count: int) -> list[Group]:
    """Return the groups, with a dominant group split into two halves, one for each side of the map.

    A group is dominant if it has many marks, and most of the marks of all groups.
    """
    split: list[Group] = []
    for group in groups:
        if len(group.marks) > max(_MOST_IN_COLUMN, 0.7 * count):
            half = (len(group.marks) + 1) // 2
            split += [replace(group, marks=group.marks[:half]), replace(group, marks=group.marks[half:])]
        else:
            split.append(group)
    return split


def _columns(group: Group) -> int:
    """Return the number of columns for the marks of a group: two if there are many marks, otherwise one."""
    return 1 if len(group.marks) <= _MOST_IN_COLUMN else 2


def _sides(groups: Sequence[Group], row: float) -> tuple[list[Group], list[Group]]:
    """Return the groups for the right side and for the left side of the map.

    The groups are distributed in descending order of size. Each group is added to the side that is shorter so far.
    """
    right: list[Group] = []
    left: list[Group] = []
    for group in sorted(groups, key=lambda group: -len(group.marks)):
        (right if _height(right, row) <= _height(left, row) else left).append(group)
    return right, left


def _tall(group: Group, row: float) -> float:
    return max(_deep(group) * row, 56.0)


def _deep(group: Group) -> int:
    """Return the number of rows for the marks of a group."""
    return -(-len(group.marks) // _columns(group))


def _height(groups: Sequence[Group], row: float) -> float:
    return sum(_tall(group, row) for group in groups) + _GROUP_GAP * max(0, len(groups) - 1)


def _rows(top: float, group: Group, row: float) -> list[float]:
    """Return the y coordinates of the marks of a group."""
    deep = _deep(group)
    first = top + (_tall(group, row) - deep * row) / 2 + row / 2
    return [first + place % deep * row for place in range(len(group.marks))]


def _branches(x: float, y: float, top: float, group: Group, towards: int, row: float) -> list[Element]:
    """Draw a line from the middle of the map to the name of a relation, and lines from this name to the marks."""
    middle = top + _tall(group, row) / 2
    near, far = x + towards * 60, x + towards * (_HUB + 92)
    parts = [_curve((x, y), (near + towards * 30, middle), FAINT_INK, 1.6), _curve_on(near + towards * 30, middle, far)]
    if _columns(group) > 1:
        wide = 2 * _REACH + 20
        left = x + towards * (_MARK - 24) - (0 if towards > 0 else wide)
        parts.append(_curve_on(far, middle, x + towards * (_MARK - 24)))
        tall = _tall(group, row)
        parts.append(element("rect", x=left, y=top, width=wide, height=tall, rx=10, fill="none", stroke=_LINK))
        return parts
    for down in _rows(top, group, row):
        parts.append(_curve((far, middle), (x + towards * _MARK, down), _LINK, 1.2))
    return parts


def _curve(start: tuple[float, float], end: tuple[float, float], colour: str, width: float) -> Element:
    half = (start[0] + end[0]) / 2
    d = (
        f"M{number(start[0])} {number(start[1])}C{number(half)} {number(start[1])} "
        f"{number(half)} {number(end[1])} {number(end[0])} {number(end[1])}"
    )
    return element("path", d=d, fill="none", stroke=colour, stroke_width=width)


def _curve_on(x: float, y: float, to: float) -> Element:
    return element("path", d=f"M{number(x)} {number(y)}H{number(to)}", stroke=FAINT_INK, stroke_width=1.6)


def _members(x: float, top: float, group: Group, towards: int, row: float, pictures: bool) -> list[Element]:
    middle = top + _tall(group, row) / 2
    at = x + towards * (_HUB + 4)
    parts = [caption(group.name, at, middle - 6, 13.5), caption(group.counted, at, middle + 18, 12, fill=FAINT_INK)]
    if group.more:
        parts[1] = _link_to(group.more, f"More by {group.name}: {group.counted}", [parts[1]])
        parts[1].set("class", "more")
    deep = _deep(group)
    for place, (mark, down) in enumerate(zip(group.marks, _rows(top, group, row), strict=True)):
        across = _MARK + place // deep * _REACH
        parts.append(_member(mark, x + towards * across, down, towards, pictures))
    return parts


def _member(mark: Mark, x: float, y: float, towards: int, pictures: bool) -> Element:
    anchor = "start" if towards > 0 else "end"
    if not (pictures and mark.picture):
        words = caption(mark.name, x + towards * 15, y + 4, 12.5, anchor=anchor)
        near = x - _DOT if towards > 0 else x + _DOT - _REACH
        reach = _unseen(near, y - _DOT_ROW / 2 + 1, _REACH, _DOT_ROW - 2)
        return _walk(mark, x, y, [reach, element("circle", cx=x, cy=y, r=_DOT, fill=mark.colour), words])
    wide, high = _PICTURE
    left = x if towards > 0 else x - wide
    words = caption(mark.name, x + towards * (wide + 8), y + 4, 12.5, anchor=anchor)
    near = x if towards > 0 else x - _REACH - 8
    return _walk(
        mark,
        x,
        y,
        [_unseen(near, y - high / 2, _REACH + 8, high), *_picture_frame(mark, left, y - high / 2, wide, high), words],
    )


def _unseen(x: float, y: float, wide: float, high: float) -> Element:
    """Return an invisible area that reacts to the pointer.

    The area fills the gap between a mark and its name, so that the gap belongs to the link.
    """
    return element("rect", x=x, y=y, width=wide, height=high, fill=INK, fill_opacity=0, class_="reach")


def _picture_frame(mark: Mark, x: float, y: float, wide: float, high: float) -> list[Element]:
    """Return a picture in a frame with the object's colour."""
    frame = element("rect", x=x, y=y, width=wide, height=high, rx=6, fill="#ffffff", stroke=mark.colour, stroke_width=2)
    image = element("image", x=x + 2, y=y + 2, width=wide - 4, height=high - 4, href=mark.picture)
    return [frame, image]


def _middle(mark: Mark, x: float, y: float) -> Element:
    wide, high = _MIDDLE_PICTURE
    if mark.picture:
        inside = _picture_frame(mark, x - wide / 2, y - high / 2, wide, high)
        down = y + high / 2 + 18
    else:
        inside = [
            element("circle", cx=x, cy=y, r=_DOT + 8, fill="#ffffff", stroke=INK, stroke_width=2),
            element("circle", cx=x, cy=y, r=_DOT + 3, fill=mark.colour),
        ]
        down = y + 36
    name = caption(mark.name, x, down, 13.5)
    name.set("font-weight", "600")
    link = _link_to(mark.address, mark.description, [*inside, name])
    link.set("class", "middle")
    return link


def _dot(mark: Mark, x: float, y: float, *, ring: bool, name: bool, radius: float) -> Element:
    inside = [element("circle", cx=x, cy=y, r=radius, fill=mark.colour)]
    if ring:
        inside.insert(0, element("circle", cx=x, cy=y, r=_DOT + 4, fill="none", stroke=INK, stroke_width=2))
    if name:
        inside.append(map_label(mark.name, x, y + _DOT + 14))
    return _walk(mark, x, y, inside)


def _walk(mark: Mark, x: float, y: float, inside: Sequence[Element]) -> Element:
    """Create a link that can be reached with the arrow keys. For this purpose, scripts read the positions of links."""
    link = _link_to(mark.address, mark.description, inside)
    link.set("class", "walk")
    link.set("data-x", number(x))
    link.set("data-y", number(y))
    return link


def _link_to(address: str, description: str, inside: Sequence[Element]) -> Element:
    if not address:
        return element("g", element("title", text=description), *inside)
    link = element("a", element("title", text=description), *inside, href=address)
    link.set("aria-label", description)
    return link


def fit_into_square(
    places: Mapping[str, tuple[float, float]], side: float, margin: float = 60.0
) -> dict[str, tuple[float, float]]:
    """Scale positions so that they fit into a square with a margin. `side` is the side length of the square.

    >>> fit_into_square({"a": (0, 0), "b": (2, 1)}, 100, 10)
    {'a': (10.0, 10.0), 'b': (110.0, 110.0)}
    """
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    across, up = (max(xs) - min(xs)) or 1.0, (max(ys) - min(ys)) or 1.0
    return {
        label: (margin + (x - min(xs)) / across * side, margin + (y - min(ys)) / up * side)
        for label, (x, y) in places.items()
    }
