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


def test_pictures_are_on_both_sides_of_the_middle_in_rows_of_58() -> None:
    """Marks are 310 from the middle, names of relations 172, and the lines between them end at 60, 90 and 260."""
    groups = [neighbours("s", 1), neighbours("r", 2, "/p.svg")]
    picture = svg_neighbourhood(Mark("m", "middle", "/m", "#1d8f45", "/m.svg"), groups, "A map", "")
    assert fromstring(picture).get("viewBox") == "0 0 960 238"  # a margin of 26, and 30 beside the middle
    lines = [
        "path M480 119C525 119 525 119 570 119 1.6 ",
        "path M570 119H740 1.6 ",
        "path M740 119C765 119 765 90 790 90 1.2 ",
        "path M740 119C765 119 765 148 790 148 1.2 ",
        "path M480 119C435 119 435 119 390 119 1.6 ",
        "path M390 119H220 1.6 ",
        "path M220 119C195 119 195 119 170 119 1.2 ",
    ]
    middle = ["rect 396 56 168 126 6 2 ", "image 398 58 164 122 ", "text 480 200 middle 13.5 m"]
    right = ["text 652 113 middle 13.5 r", "text 652 137 middle 12 2"]
    for name, y in (("r0", 90), ("r1", 148)):
        right += [f"rect 790 {y - 25} 158 50 ", f"rect 790 {y - 25} 64 50 6 2 ", f"image 792 {y - 23} 60 46 "]
        right.append(f"text 862 {y + 4} start 12.5 {name}")
    left = ["text 308 113 middle 13.5 s", "text 308 137 middle 12 1"]
    left += ["rect 28 107 150 24 ", "circle 170 119 8 ", "text 155 123 end 12.5 s0"]
    assert shapes(picture) == [*lines, *middle, *right, *left]
    mirrored = shapes(svg_neighbourhood(Mark("m", "", "", ""), [groups[1], neighbours("s", 1, "/p.svg")], "", ""))
    assert mirrored[7:10] == ["circle 480 119 16 2 ", "circle 480 119 11 ", "text 480 155 middle 13.5 m"]
    assert mirrored[-4:] == [
        "rect 12 94 158 50 ",
        "rect 106 94 64 50 6 2 ",
        "image 108 96 60 46 ",
        "text 98 123 end 12.5 s0",
    ]


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


def test_groups_of_a_side_are_22_apart_and_at_least_56_high() -> None:
    groups = [neighbours("r", 41), neighbours("s", 1), neighbours("t", 1)]
    picture = svg_neighbourhood(Mark("m", "", "", ""), groups, "", "")
    # On the right 21 of 41 marks and the last group, on the left the other 20 and the second group.
    places: dict[str, list[float]] = {"790": [], "170": []}
    for mark in walks(picture):
        places[str(mark.get("data-x"))].append(float(str(mark.get("data-y"))))
    assert fromstring(picture).get("viewBox") == f"0 0 960 {21 * 26 + 22 + 56 + 2 * 26}"
    assert places["790"] == [*(39.0 + 26 * row for row in range(21)), 26 + 21 * 26 + 22 + 28]
    assert places["170"] == [*(52.0 + 26 * row for row in range(20)), 39 + 20 * 26 + 22 + 28]


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


def test_dots_have_rings_names_and_captions_of_rows() -> None:
    dots = {name: Mark(name, name, "", "#1769d2") for name in "ab"}
    drawn = svg_map(dots, {"a": (10, 20), "b": (30, 20)}, [], (100, 60), "", "", ring="b", rows={20: "a row"})
    a, b = (["circle 10 20 8 ", "text 10 40 middle 10.5 a"], ["circle 30 20 12 2 ", "circle 30 20 8 "])
    assert shapes(drawn) == ["text 18 24 start 13 a row", *a, *b, "text 30 40 middle 10.5 b"]
    small = svg_map(dots, {"a": (10, 20), "b": (30, 20)}, [], (100, 60), "", "", small=True, names=False)
    assert shapes(small) == ["circle 10 20 4.8 ", "circle 30 20 4.8 "]


def test_places_are_scaled_into_the_square() -> None:
    assert fit_into_square({"a": (0, 0), "b": (2, 1)}, 100) == {"a": (60.0, 60.0), "b": (160.0, 160.0)}
    assert fit_into_square({"a": (3, 1), "b": (3, 5), "c": (3, 2)}, 100, 10) == {
        "a": (10.0, 10.0),
        "b": (10.0, 110.0),
        "c": (10.0, 35.0),
    }
