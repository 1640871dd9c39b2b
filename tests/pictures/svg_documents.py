"""SVG documents are parsed, and checked for the properties of every picture."""

from collections import Counter
from xml.etree import ElementTree

from ludex.pictures.svg import MAX_SHOWN_SIDE

SVG = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> ElementTree.Element:
    """Parse a picture, and assert the properties of every picture."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert 0 < float(root.get("width", "")) <= MAX_SHOWN_SIDE
    assert 0 < float(root.get("height", "")) <= MAX_SHOWN_SIDE
    for part in root.iter():
        assert part.tag.startswith(SVG)
        assert part.tag.removeprefix(SVG) in {"svg", "title", "desc", "g", "rect", "path", "circle", "text"}
        assert not {"href", "style", "id", "src"} & set(part.attrib)
        assert not any(name.startswith("on") for name in part.attrib)
    return root


def marks(root: ElementTree.Element) -> Counter[str]:
    return Counter(part.get("class") for part in root.iter() if part.get("class"))


def of_class(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [part for part in root.iter() if part.get("class") == kind]


def texts(root: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in root.iter(f"{SVG}text")]
