"""The documentation: glossary, notation, certificates, command line, Python, how to cite, what is held completely."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from ludex.catalogue.reading import UnknownObject
from ludex.catalogue.registry import Registry
from ludex.requests import planarity, sets, swish
from ludex.requests.request import Request
from ludex.version import __version__
from ludex.web.completeness import complete_parts
from ludex.web.documents import ADDRESS, names, rendered
from ludex.web.games import games_of
from ludex.web.glossary import glossary
from ludex.web.page import Page, Site

_REQUESTS: Mapping[str, tuple[Request, ...]] = {
    "planarity": planarity.REQUESTS,
    "swish": swish.REQUESTS,
    "sets": sets.REQUESTS,
}
_FIRST = ("tour-of-swish", "tour-of-set", "tour-of-planarity", "tour-of-graph", "tour-of-python", "notation")


def pages(_registry: Registry) -> Iterable[Page]:
    """Return the pages of the documentation."""
    yield Page(ADDRESS, _contents, "documentation.html", title="Documentation", entry="Documentation")
    for name, view, title in (
        ("glossary", _glossary, "Glossary"),
        ("commands", _commands, "Requests and commands"),
        ("completeness", _completeness, "What is held completely"),
        ("citing", _citing, "How to cite"),
    ):
        yield Page(f"{ADDRESS}/{name}", view, f"{name}.html", title=title, section=ADDRESS)
    yield Page(f"{ADDRESS}/<name>", _document, "document.html", section=ADDRESS)


def _contents(_site: Site) -> Mapping[str, Any]:
    order = sorted(names(), key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name))
    return {"documents": [(f"{ADDRESS}/{name}", found.title) for name in order if (found := rendered(name))]}


def _document(_site: Site, name: str) -> Mapping[str, Any]:
    found = rendered(name)
    if found is None:
        raise UnknownObject(f"the documentation has no page {name!r}")
    return {"title": found.title, "document": found}


def _glossary(site: Site) -> Mapping[str, Any]:
    return {"parts": _parts(site.catalogue.registry)}


@cache
def _parts(registry: Registry) -> tuple[Any, ...]:
    return tuple(glossary(registry))


def _commands(site: Site) -> Mapping[str, Any]:
    games = games_of(site.catalogue.registry)
    return {"games": [(game.title, _REQUESTS[game.name]) for game in games if game.name in _REQUESTS]}


def _completeness(site: Site) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        return {"parts": list(complete_parts(reader))}


def _citing(_site: Site) -> Mapping[str, Any]:
    return {"version": __version__, "modules": ["copy"]}
