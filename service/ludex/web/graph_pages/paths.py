"""The page of a shortest path between two objects, shown as a chain of objects and relations."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import request

from ludex.catalogue.graph.following import SECONDS, UnknownRelation
from ludex.catalogue.graph.paths import Paths, paths_to_any, shortest_paths
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import Filters, ListingError, read_filter
from ludex.catalogue.lists.listing import selectable_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.web.game_pages import Page, Site
from ludex.web.graph_pages.graph_navigation import GRAPH, PATHS, FilterOption, NotThere, relations_of, stored_or_given
from ludex.web.site.addresses import API, EXPLORE, address_of, object_card
from ludex.web.site.text_filters import words

_OWN = ("from", "to", "to_kind", "relation")


def pages(_site: Site) -> Iterable[Page]:
    """Return the page of paths between two objects."""
    yield Page(PATHS, _paths, "graph_paths.html", title="A path between two objects", section=EXPLORE, computes=True)


def _paths(site: Site) -> Mapping[str, Any]:
    start, end = (request.args.get(name, "").strip() for name in ("from", "to"))
    to_kind = request.args.get("to_kind", "").strip()
    chosen = [name for name in request.args.getlist("relation") if name]
    registry = site.catalogue.registry
    shown: dict[str, Any] = {
        "start": start,
        "end": end,
        "to_kind": to_kind,
        "filters": [(name, value) for name, value in request.args.items() if name not in _OWN],
        "choices": [FilterOption(name, "", name in chosen) for name in _names(registry)],
        "modules": ["graph"],
    }
    if not start or not (end or to_kind):
        return shown | {"fault": "Enter both ends of the path." if start or end else ""}
    with site.search("graph", SECONDS, "ludex graph path") as budget, site.catalogue.reading() as reader:
        try:
            found = _find(site, reader, start, end, to_kind, chosen, budget)
        except (NotThere, UnknownRelation, ListingError) as error:
            return shown | {"fault": str(error)}
    if found.path:  # the addresses name the objects by their labels
        start, end = found.path[0].label, found.path[-1].label if end else ""
    shown |= {"found": found, "steps": _steps(registry, found), "ways": found.shortest_paths}
    return shown | {"json": _json_address(start, end, to_kind, chosen), "title": f"From {start} to {end or to_kind}"}


def _find(site: Site, reader: Reader, start: str, end: str, to_kind: str, chosen: list[str], budget: Budget) -> Paths:
    first = stored_or_given(site.catalogue, start, budget)
    if end:
        last = stored_or_given(site.catalogue, end, budget)
        return shortest_paths(reader, first.id, last.id, chosen or None, budget=budget)
    kind = reader.registry.kind.get(to_kind)
    if kind is None:
        raise NotThere(f"there is no kind {to_kind!r}; the kinds are {', '.join(reader.registry.kind)}")
    selectable = selectable_of(reader.registry, kind)
    filters: Filters = {
        name: read_filter(selectable, name, value) for name, value in request.args.items() if name not in _OWN
    }
    return paths_to_any(reader, first.id, kind, filters, chosen or None, budget=budget)


def _steps(registry: Registry, found: Paths) -> list[Mapping[str, Any]]:
    """Return the objects on a path in order, each with the relation that leads to it."""
    return [
        object_card(
            registry.kind[node.kind], node.label, words(registry.kind[node.kind].noun), address_of(GRAPH, at=node.label)
        )
        | {"relation": words(relation)}
        for node, relation in zip(found.path, ("", *found.relations), strict=False)
    ]


def _names(registry: Registry) -> list[str]:
    names: dict[str, None] = {}
    for kind in registry.kinds:
        names |= dict.fromkeys(relations_of(registry, kind))
    return list(names)


def _json_address(start: str, end: str, to_kind: str, chosen: list[str]) -> str:
    parameters = {"from": start, "to": end, "to_kind": to_kind, "relations": ",".join(chosen)}
    kept = {name: value for name, value in parameters.items() if value}
    kept |= {name: value for name, value in request.args.items() if name not in _OWN}
    return f"{API}/paths?{urlencode(kept)}"
