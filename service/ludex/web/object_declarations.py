"""What games declare about their objects on pages: solutions, actions, links in the graph, collections, imports."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.objects.reading import ObjectView
from ludex.requests.imports import KindImport


@dataclass(frozen=True, slots=True)
class Steps:
    """A solution in steps: the number of steps, a description that reveals no solution, and the noun for a step.

    `at(step)` returns the picture after the given number of steps, and a description of the next step.
    """

    count: int
    about: str
    noun: str
    at: Callable[[int], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ObjectAction:
    """A link from an object's page to another page about the object: its text, the kind, and the address by label.

    `fits(document)` tells whether an object has the link, given its document as a dictionary. Links with the text
    "Play" also appear in lists and on the page of an object that was just stored.
    """

    name: str
    kind: str
    address: Callable[[str], str]
    fits: Callable[[Mapping[str, Any]], bool] = lambda _document: True


@dataclass(frozen=True, slots=True)
class GraphLink:
    """The text and the address of a link from an object's page in the graph."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class GraphMap:
    """A page with a map of a part of the graph: its title, address, description and link text, and a kind on it."""

    title: str
    address: str
    about: str
    link: str
    kind: str


@dataclass(frozen=True, slots=True)
class Picker:
    """A page that collects objects of a kind: its address, its form field, and the texts of links to the page."""

    kind: str
    address: str
    field: str
    list_text: str
    job_text: str


@dataclass(frozen=True, slots=True)
class ImportTab:
    """Objects of a kind that visitors import from text on the page `/make/import`.

    Parameters
    ----------
    reader
        The import that reads and stores the lines.
    title, about
        The objects in the plural, and the formats of a line, as HTML.
    examples
        Texts to try, each with its title.
    describe
        `describe(value)` returns the picture of what a line contains, as SVG, and a description.
    result
        `result(shown)` returns a description of a stored object.
    join
        `join(lines)` replaces objects in several lines by a line each, and leaves the other lines of these empty.
    """

    reader: KindImport
    title: str
    about: str
    examples: tuple[tuple[str, str], ...]
    describe: Callable[[Any], tuple[str, str]]
    result: Callable[[ObjectView], str]
    join: Callable[[Sequence[str]], Sequence[str]] = lambda lines: lines
