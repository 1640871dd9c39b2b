"""The live pages of the documentation: the glossary, requests and commands, complete families, how to cite."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludex import __version__
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import count
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.documentation_pages.glossary import glossary
from ludex.web.page import AnyGamePages, Page, Site
from ludex.web.site.addresses import address_of, list_address


@dataclass(frozen=True, slots=True)
class CompletePart:
    """A family of objects: its name, its size, the number stored, the source of the size, the address of its list."""

    name: str
    all: int
    stored: int
    source: str
    address: str

    @property
    def complete(self) -> bool:
        """Tell whether all members are stored."""
        return self.stored >= self.all


def family(
    reader: Reader, kind: Kind[Any, Any], filters: Mapping[str, Any], size: int, name: str, source: str
) -> CompletePart:
    """Return the family of the objects of a kind that match filters. Cost: one count."""
    stored = count(reader, kind, filters, cap=None).count
    return CompletePart(name, size, stored, source, address_of(list_address(kind), **filters))


def complete_parts(reader: Reader, games: tuple[AnyGamePages, ...]) -> Iterator[CompletePart]:
    """Yield the families of the games of which something is stored."""
    yield from (part for game in games for part in game.completeness(reader) if part.stored)


ADDRESS = "/documentation"


def pages(_site: Site) -> Iterable[Page]:
    """Return the pages of the documentation."""
    yield Page(ADDRESS, lambda _site: {}, "documentation.html", title="Documentation", entry="Documentation")
    for name, view, title in (
        ("glossary", _glossary, "Glossary"),
        ("commands", _commands, "Requests and commands"),
        ("completeness", _completeness, "What is held completely"),
        ("citing", _citing, "How to cite"),
    ):
        yield Page(f"{ADDRESS}/{name}", view, f"{name}.html", title=title, section=ADDRESS)


def _glossary(site: Site) -> Mapping[str, Any]:
    return {"parts": _parts(site.catalogue.registry)}


@cache
def _parts(registry: Registry) -> tuple[Any, ...]:
    return tuple(glossary(registry))


def _commands(site: Site) -> Mapping[str, Any]:
    return {"games": [(game.title, game.requests) for game in site.games if game.requests]}


def _completeness(site: Site) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        return {"parts": list(complete_parts(reader, site.games))}


def _citing(site: Site) -> Mapping[str, Any]:
    return {"games": site.games, "version": __version__, "modules": ["copy"]}
