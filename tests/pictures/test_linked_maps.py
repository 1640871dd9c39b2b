"""Maps to walk in: every mark is a link with a name, and none lies on another."""

from collections import Counter
from itertools import combinations
from xml.etree.ElementTree import Element, fromstring

import pytest

from ludex.pictures.linked_maps import MOST_PICTURES, Group, Mark, fit_into_square, svg_map, svg_neighbourhood

SVG = "{http://www.w3.org/2000/svg}"


def marks(number: int) -> tuple[Mark, ...]:
    return tuple(
        Mark(f"a-{index}", f"object {index} <&>", f"/at?{index}", "#1769d2", f"/{index}.svg") for index in range(number)
    )


def walks(picture: str) -> list[Element]:
    return [element for element in fromstring(picture).iter(f"{SVG}a") if element.get("class") == "walk"]


@pytest.mark.parametrize("sizes", [(1,), (8, 3, 1), (MOST_PICTURES,), (60, 60, 5), (150,), (24, 24)])
def test_every_neighbour_is_a_link_with_a_name_and_room(sizes: tuple[int, ...]) -> None:
    groups = [Group(f"relation {size}", str(size), marks(size)) for size in sizes]
    picture = svg_neighbourhood(Mark("m", "the middle", "/middle", "#1d8f45", "/m.svg"), groups, "A map", "All of it.")
    found = walks(picture)
    assert len(found) == sum(sizes)
    assert all(element.get("aria-label") for element in found)
    places = [(float(str(element.get("data-x"))), float(str(element.get("data-y")))) for element in found]
    assert min((max(abs(x - u), abs(y - v)) for (x, y), (u, v) in combinations(places, 2)), default=99) >= 24
    root = fromstring(picture)
    width, height = float(str(root.get("viewBox")).split()[2]), float(str(root.get("viewBox")).split()[3])
    assert all(0 < x < width and 0 < y < height for x, y in places)


def test_many_neighbours_are_dots_and_few_are_pictures() -> None:
    middle = Mark("m", "the middle", "/middle", "#1d8f45")
    few = svg_neighbourhood(middle, [Group("r", "", marks(MOST_PICTURES))], "A map", "")
    many = svg_neighbourhood(middle, [Group("r", "", marks(MOST_PICTURES + 1))], "A map", "")
    assert (few.count("<image"), many.count("<image")) == (MOST_PICTURES, 0)


def test_where_there_is_more_a_link_leads_there() -> None:
    middle = Mark("m", "the middle", "/middle", "#1d8f45")
    picture = svg_neighbourhood(middle, [Group("r", "2 of 9", marks(2), "/more")], "A map", "")
    [more] = [element for element in fromstring(picture).iter(f"{SVG}a") if element.get("class") == "more"]
    assert more.get("href") == "/more"


def test_a_map_without_links_is_one_picture_for_screen_readers() -> None:
    places = fit_into_square({"a": (0, 0), "b": (1, 3)}, 100)
    plain = {name: Mark(name, name, "", "#1769d2") for name in places}
    linked = {name: Mark(name, name, f"/{name}", "#1769d2") for name in places}
    links = [("a", "b", "a link")]
    assert fromstring(svg_map(plain, places, links, (220, 220), "A map", "")).get("role") == "img"
    assert fromstring(svg_map(linked, places, links, (220, 220), "A map", "")).get("role") == "group"


PLACED = ("d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "text-anchor", "font-size", "stroke-width")


def shapes(picture: str) -> list[str]:
    """Return what is drawn after the paper: the name of each shape, its place and sizes, and its text."""
    found = []
    for shape in fromstring(picture).iter():
        sizes = [str(shape.get(name)) for name in PLACED if shape.get(name)]
        found.append(" ".join([shape.tag.removeprefix(SVG), *sizes, shape.text or ""]))
    return [shape for shape in found if shape.startswith(DRAWN)][1:]


DRAWN = ("path ", "rect ", "circle ", "image ", "text ")


def neighbours(name: str, number: int, picture: str = "") -> Group:
    made = tuple(Mark(f"{name}{each}", name, "/", "#1769d2", picture) for each in range(number))
    return Group(name, str(number), made)


@pytest.mark.parametrize(
    ("sizes", "width", "height", "across"),
    [
        ((24, 24), 960, 676, {790: 24, 170: 24}),  # 24 rows of 26, and margins
        ((25,), 960, 806, {790: 13, 170: 12}),  # most of all: a half on each side, as pictures in rows of 58
        ((25, 25), 1300, 390, {960: 13, 1110: 12, 340: 13, 190: 12}),
        ((35, 15), 1300, 520, {960: 18, 1110: 17, 340: 15}),
        ((36, 14), 960, 906, {790: 18 + 14, 170: 18}),  # 32 rows, with a gap of 22 between the groups
    ],
)
def test_many_marks_are_in_two_columns_or_on_both_sides(
    sizes: tuple[int, ...], width: int, height: int, across: dict[int, int]
) -> None:
    groups = [neighbours(str(size), size) for size in sizes]
    picture = svg_neighbourhood(Mark("m", "", "", "#1d8f45"), groups, "", "")
    found = Counter(int(str(mark.get("data-x"))) for mark in walks(picture))
    assert (fromstring(picture).get("viewBox"), found) == (f"0 0 {width} {height}", across)


def test_a_group_in_two_columns_has_a_frame() -> None:
    picture = svg_neighbourhood(Mark("m", "", "", ""), [neighbours("r", 25), neighbours("s", 25)], "", "")
    frames = [shape for shape in shapes(picture) if shape.startswith("rect") and shape.endswith(" 338 10 ")]
    assert frames == ["rect 936 26 320 338 10 ", "rect 44 26 320 338 10 "]
    assert [shape for shape in shapes(picture) if shape.startswith("path M910")] == ["path M910 195H936 1.6 "]
    rows = [float(str(mark.get("data-y"))) for mark in walks(picture)][:25]
    assert rows == [39.0 + 26 * (place % 13) for place in range(25)]


@pytest.mark.parametrize(
    ("end", "line"),
    [
        ((110.0, 20.0), "path M10 20Q60 64 110 20 1.2 "),
        ((410.0, 20.0), "path M10 20Q210 100 410 20 1.2 "),  # it bends by at most 46
        ((10.0, 70.0), "path M10 20L10 70 1.2 "),
        ((110.0, 21.0), "path M10 20L110 21 1.2 "),
        ((11.0, 20.0), "path M10 20L11 20 1.2 "),
    ],
)
def test_a_link_along_a_row_is_bent_and_another_straight(end: tuple[float, float], line: str) -> None:
    dots = {name: Mark(name, name, "", "#1769d2") for name in "ab"}
    places = {"a": (10.0, 20.0), "b": end}
    drawn = svg_map(dots, places, [("a", "b", "a link"), ("a", "b", "")], (500, 100), "", "", names=False, ring="b")
    assert shapes(drawn)[:2] == [line, line]
    assert [path[0].text for path in fromstring(drawn).iter(f"{SVG}path") if len(path)] == ["a link"]


def test_places_are_scaled_into_the_square() -> None:
    assert fit_into_square({"a": (0, 0), "b": (2, 1)}, 100) == {"a": (60.0, 60.0), "b": (160.0, 160.0)}
    assert fit_into_square({"a": (3, 1), "b": (3, 5), "c": (3, 2)}, 100, 10) == {
        "a": (10.0, 10.0),
        "b": (10.0, 110.0),
        "c": (10.0, 35.0),
    }
