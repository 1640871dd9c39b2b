"""Maps to walk in: every mark is a link with a name, and none lies on another."""

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


def test_places_are_scaled_into_the_square() -> None:
    assert fit_into_square({"a": (0, 0), "b": (2, 1)}, 100) == {"a": (60.0, 60.0), "b": (160.0, 160.0)}
    assert fit_into_square({"a": (3, 1), "b": (3, 5), "c": (3, 2)}, 100, 10) == {
        "a": (10.0, 10.0),
        "b": (10.0, 110.0),
        "c": (10.0, 35.0),
    }
