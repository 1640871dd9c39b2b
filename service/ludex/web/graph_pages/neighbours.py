"""The graph page: an object with its neighbours by relation, with links that continue from each of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, request

from ludex.catalogue.graph.counts import graph_counts
from ludex.catalogue.graph.following import UnknownRelation, follows
from ludex.catalogue.graph.neighbours import After, count_links, neighbours_page
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.links import Neighbour
from ludex.catalogue.objects.reading import Shown
from ludex.catalogue.storage.snapshot import Reader
from ludex.pictures.linked_maps import Group, Mark, svg_neighbourhood
from ludex.web.catalogue_pages.games import list_name
from ludex.web.graph_pages.graph_navigation import (
    AROUND,
    GRAPH,
    MOST_SHOWN,
    Choice,
    NotThere,
    colours_of,
    downloads,
    mark_of,
    relations_of,
    stored,
)
from ludex.web.page import Page, Site
from ludex.web.site.addresses import API, address_of, object_address, picture_address, short
from ludex.web.site.text_filters import words

EACH = (8, 24, 72, MOST_SHOWN)
"""The limits on neighbours per relation that the form offers."""


@dataclass(frozen=True, slots=True)
class GraphLink:
    """A link from an object's page in the graph: its name and its address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class GraphMap:
    """A page with a map of a part of the graph: its title and address, its description, a kind that is on the map."""

    title: str
    address: str
    about: str
    link: str
    kind: str


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The neighbours by one relation: some of them, their number, and the addresses of more."""

    name: str
    about: str
    shown: tuple[Neighbour, ...]
    count: int
    counted: str
    more: str
    next: str


def pages(_site: Site) -> Iterable[Page]:
    """Return the page of an object with its neighbours."""
    yield Page(GRAPH, _graph, "graph.html", title="The graph", entry="Graph")


def _graph(site: Site) -> Mapping[str, Any] | Response:
    name = request.args.get("at", "").strip()
    with site.catalogue.reading() as reader:
        if not name:
            return _start(site, reader)
        try:
            found = stored(reader, name)
            return {**_walked(reader, found), "links": tuple(site.game_of(found.kind).graph_links(found))}
        except (NotThere, UnknownRelation) as error:
            return {**_start(site, reader), "fault": str(error), "asked": name}


def _start(site: Site, reader: Reader) -> Mapping[str, Any]:
    """Return the starting points: an object of each kind, maps, and the number of links of every relation."""
    counts = graph_counts(reader)
    begin = []
    for counted in counts.kinds:
        kind = reader.registry.kind[counted.kind]
        if not counted.count:
            continue
        [first] = page(reader, kind, {}, limit=1).items
        begin.append(
            {
                "address": address_of(GRAPH, at=first.label),
                "name": list_name(kind),
                "count": f"{counted.count:,}",
                "picture": picture_address(kind, first.label),
                "game": kind.game,
                "kind": kind.name,
            }
        )
    kinds = {one["kind"] for one in begin}
    return {
        "begin": begin,
        "maps": [one.graph_map for one in site.games if one.graph_map is not None and one.graph_map.kind in kinds],
        "games": {game.kinds[0].game: game.title for game in reader.registry.games},
        "relations": [one for one in counts.relations if one.count],
        "asked": "",
    }


def _walked(reader: Reader, found: Shown) -> Mapping[str, Any]:
    registry = reader.registry
    chosen = [one for one in request.args.getlist("relation") if one]
    each = _each(request.args.get("each", ""))
    kind = request.args.get("kind", "") or None
    if kind is not None and kind not in registry.kind:
        raise NotThere(f"no kind is called {kind!r}; there are {', '.join(registry.kind)}")
    follows(registry, chosen)
    every = relations_of(registry, found.kind)
    after = _after(request.args.get("after", ""))
    parts, choices, left = [], [], MOST_SHOWN
    for name, about in every.items():
        followed = follows(registry, [name])
        counted = count_links(reader, found.id, followed)
        if not counted.count:
            continue
        choices.append(Choice(name, f"{'' if counted.exact else 'over '}{counted.count:,}", name in chosen))
        if chosen and name not in chosen:
            continue
        if kind is not None:
            counted = count_links(reader, found.id, followed, kind)
        linked, last = neighbours_page(
            reader, found.id, followed, kind=kind, after=after if len(chosen) == 1 else None, limit=min(each, left)
        )
        left = max(1, left - len(linked))
        if linked:
            said = f"{'' if counted.exact else 'over '}{counted.count:,}"
            own = {"at": found.label, "relation": name, "kind": kind}
            larger = next((one for one in EACH if one > each), None)
            more = address_of(GRAPH, **own, each=larger) if last is not None and larger is not None else ""
            onwards = address_of(GRAPH, **own, each=each, after=".".join(map(str, last))) if last is not None else ""
            parts.append(Neighbours(name, about, tuple(linked), counted.count, said, more, onwards))
    return _page_of(reader, found, parts, choices, kind, each, chosen)


def _page_of(
    reader: Reader,
    found: Shown,
    parts: Sequence[Neighbours],
    choices: Sequence[Choice],
    kind: str | None,
    each: int,
    chosen: Sequence[str],
) -> Mapping[str, Any]:
    registry = reader.registry
    colours = colours_of([found.kind.name, *(one.kind for part in parts for one in part.shown)])
    groups = []
    for part in parts:
        marks = _marks(registry, part, colours)
        counted = f"{len(part.shown)} of {part.counted}" if part.next else part.counted
        groups.append(Group(words(part.name), counted, marks, part.more or part.next))
    name = short(found.label, found.kind.name)
    middle = Mark(
        name,
        f"The page of {found.label}",
        object_address(found.label),
        colours[found.kind.name],
        picture_address(found.kind, found.label),
    )
    links = sum(len(part.shown) for part in parts)
    total = sum(part.count for part in parts)
    about = f"{links} of {total:,} links are shown."
    narrowed = {"relation": chosen, "kind": kind}
    own = f"{API}/objects/{found.label}/surroundings"
    kinds = {
        one
        for relation in registry.relations
        for way in (False, True)
        for one in registry.joined(relation, found.kind, way)
    }
    return {
        "title": f"The neighbours of {found.label}",
        "object": found,
        "name": name,
        "noun": words(found.kind.noun),
        "map_svg": svg_neighbourhood(middle, groups, f"The neighbours of {found.label}", about),
        "shown": links,
        "total": total,
        "parts": [(part, [_card(registry, one) for one in _distinct(part)]) for part in parts],
        "choices": choices,
        "kinds": [Choice(one, "", one == kind) for one in registry.kind if one in kinds],
        "each": each,
        "eaches": EACH,
        "legend_kinds": [(colour, words(registry.kind[one].noun)) for one, colour in colours.items()],
        "object_address": object_address(found.label),
        "around_address": address_of(AROUND, at=found.label, relation=chosen),
        "narrowed": address_of(GRAPH, at=found.label, **narrowed),
        "downloads": downloads(own, 1, MOST_SHOWN, chosen),
        "modules": ["graph"],
    }


def _distinct(part: Neighbours) -> list[Neighbour]:
    """Return each neighbour once, however many parallel links lead there."""
    return list({one.label: one for one in part.shown}.values())


def _marks(registry: Registry, part: Neighbours, colours: Mapping[str, str]) -> tuple[Mark, ...]:
    return tuple(
        mark_of(registry, one.label, one.kind, colours[one.kind], f"{words(part.name)}: ") for one in _distinct(part)
    )


def _card(registry: Registry, one: Neighbour) -> Mapping[str, str]:
    return {"address": address_of(GRAPH, at=one.label), "name": one.label, "kind": words(registry.kind[one.kind].noun)}


def _each(text: str) -> int:
    return next((one for one in EACH if str(one) == text), EACH[0])


def _after(text: str) -> After | None:
    numbers = text.split(".")
    if len(numbers) != 4 or not all(one.isascii() and one.isdigit() and len(one) < 19 for one in numbers):
        return None
    backwards, relation, node, place = map(int, numbers)
    return backwards, relation, node, place
