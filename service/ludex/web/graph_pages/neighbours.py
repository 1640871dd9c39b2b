"""The page of an object with its neighbours.

The neighbours are grouped by relation. Links lead from each neighbour to its own neighbours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request, url_for

from ludex.catalogue.graph.following import SECONDS, UnknownRelation, follows
from ludex.catalogue.graph.neighbours import After, count_links, graph_counts, neighbours_page
from ludex.catalogue.kinds.label import short
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.links import Neighbour
from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.storage.snapshot import Reader
from ludex.pictures.linked_maps import Group, Mark, svg_neighbourhood
from ludex.web.catalogue_pages.games import list_name
from ludex.web.game_pages import site
from ludex.web.graph_pages.connections import (
    MOST_SHOWN,
    FilterOption,
    NotThere,
    colours_of,
    downloads,
    mark_of,
    relations_of,
    stored,
    stored_or_given,
)
from ludex.web.site.addresses import (
    address_of,
    api_address,
    heading_of,
    object_address,
    object_card,
    thumbnail_address,
    titles_of,
)
from ludex.web.site.text_filters import words

blueprint = Blueprint("neighbours", __name__)


EACH = (8, 24, 72, MOST_SHOWN)
"""The choices in the form for the number of neighbours per relation."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The neighbours by one relation: some of them, their total number, and links to more of them."""

    name: str
    about: str
    shown: tuple[Neighbour, ...]
    count: int
    counted: str
    more: str
    next: str


@blueprint.get("/graph")
def show_graph() -> str:
    """Show the neighbours of an object, or the starting points in the graph."""
    name = request.args.get("at", "").strip()
    with site.catalogue.reading() as reader:
        if not name:
            return render_template("graph.html", **_start(reader))
        try:
            found = _object_at(reader, name)
            return render_template("graph.html", **_object(reader, found), game=site.game_of(found.kind))
        except (NotThere, UnknownRelation) as error:
            return render_template("graph.html", **{**_start(reader), "fault": str(error), "entered": name})


def _object_at(reader: Reader, text: str) -> ObjectView:
    """Return the object that a text denotes. Only a text in a notation takes a computing slot. Raises NotThere."""
    try:
        return stored(reader, text)
    except NotThere:
        with site.search("graph", SECONDS, "ludex graph neighbours") as budget:
            return stored_or_given(site.catalogue, text, budget)


def _start(reader: Reader) -> Mapping[str, Any]:
    """Return the starting points: an object of each kind, and every relation with its number of links."""
    counts = graph_counts(reader)
    kinds = []
    for counted in counts.kinds:
        kind = reader.registry.kind[counted.kind]
        if not counted.count:
            continue
        [first] = page(reader, kind, {}, limit=1).items
        kinds.append(
            object_card(kind, first.label, address=url_for("neighbours.show_graph", at=first.label))
            | {
                "name": list_name(kind),
                "short": "",
                "count": f"{counted.count:,}",
                "game": kind.game,
                "kind": kind.name,
            }
        )
    return {
        "title": "The graph of all stored objects",
        "section": "/explore",
        "kinds": kinds,
        "own": site.games,
        "games": {game.kinds[0].game: game.title for game in reader.registry.games},
        "relations": [relation for relation in counts.relations if relation.count],
        "entered": "",
    }


def _object(reader: Reader, found: ObjectView) -> Mapping[str, Any]:
    registry = reader.registry
    chosen = [name for name in request.args.getlist("relation") if name]
    each = _each(request.args.get("each", ""))
    kind = request.args.get("kind", "") or None
    if kind is not None and kind not in registry.kind:
        raise NotThere(f"there is no kind {kind!r}; the kinds are {', '.join(registry.kind)}")
    follows(registry, chosen)
    after = _after(request.args.get("after", ""))
    parts, choices, left = [], [], MOST_SHOWN
    for name, about in relations_of(registry, found.kind).items():
        followed = follows(registry, [name])
        counted = count_links(reader, found.id, followed)
        if not counted.count:
            continue
        choices.append(FilterOption(name, f"{'' if counted.exact else 'over '}{counted.count:,}", name in chosen))
        if chosen and name not in chosen:
            continue
        if kind is not None:
            counted = count_links(reader, found.id, followed, kind)
        linked, last = neighbours_page(
            reader, found.id, followed, kind=kind, after=after if len(chosen) == 1 else None, limit=min(each, left)
        )
        left = max(1, left - len(linked))
        if linked:
            number = f"{'' if counted.exact else 'over '}{counted.count:,}"
            own = {"at": found.label, "relation": name, "kind": kind}
            larger = next((limit for limit in EACH if limit > each), None)
            more = (
                address_of(url_for("neighbours.show_graph"), **own, each=larger)
                if last is not None and larger is not None
                else ""
            )
            onwards = (
                address_of(url_for("neighbours.show_graph"), **own, each=each, after=".".join(map(str, last)))
                if last is not None
                else ""
            )
            parts.append(Neighbours(name, about, tuple(linked), counted.count, number, more, onwards))
    return _page_of(reader, found, parts, choices, kind, each, chosen)


def _page_of(
    reader: Reader,
    found: ObjectView,
    parts: Sequence[Neighbours],
    choices: Sequence[FilterOption],
    kind: str | None,
    each: int,
    chosen: Sequence[str],
) -> Mapping[str, Any]:
    registry = reader.registry
    colours = colours_of([found.kind.name, *(neighbour.kind for part in parts for neighbour in part.shown)])
    names = titles_of(reader, [found.label, *(neighbour.label for part in parts for neighbour in part.shown)])
    groups = []
    for part in parts:
        marks = _marks(registry, part, colours, names)
        counted = f"{len(part.shown)} of {part.counted}" if part.next else part.counted
        groups.append(Group(words(part.name), counted, marks, part.more or part.next))
    name = names[found.label]
    middle = Mark(
        short(found.label, found.kind.name) if name == found.kind.name_of(found.label) else name,
        f"The page of {found.label}",
        object_address(found.label),
        colours[found.kind.name],
        thumbnail_address(found.kind, found.label),
    )
    links = sum(len(part.shown) for part in parts)
    total = sum(part.count for part in parts)
    about = f"{links} of {total:,} links."
    narrowed = {"relation": chosen, "kind": kind}
    own = api_address(f"objects/{found.label}/surroundings")
    kinds = {
        name
        for relation in registry.relations
        for way in (False, True)
        for name in registry.joined(relation, found.kind, way)
    }
    return {
        "section": "/explore",
        "title": f"{heading_of(found.kind, found.label, names[found.label])} and its neighbours",
        "object": found,
        "name": name,
        "noun": words(found.kind.noun),
        "map_svg": svg_neighbourhood(middle, groups, f"Neighbours of {found.label}", about),
        "shown": links,
        "total": total,
        "parts": [(part, [_card(registry, neighbour, names) for neighbour in _distinct(part)]) for part in parts],
        "choices": choices,
        "kinds": [FilterOption(name, "", name == kind) for name in registry.kind if name in kinds],
        "each": each,
        "eaches": EACH,
        "legend_kinds": [(colour, words(registry.kind[name].noun)) for name, colour in colours.items()],
        "object_address": object_address(found.label),
        "around_address": address_of(url_for("connections.show_surroundings"), at=found.label, relation=chosen),
        "narrowed": address_of(url_for("neighbours.show_graph"), at=found.label, **narrowed),
        "downloads": downloads(own, 1, MOST_SHOWN, chosen),
        "modules": ["graph"],
    }


def _distinct(part: Neighbours) -> list[Neighbour]:
    """Return each neighbour once, even if several links lead to the same neighbour."""
    return list({neighbour.label: neighbour for neighbour in part.shown}.values())


def _marks(
    registry: Registry, part: Neighbours, colours: Mapping[str, str], names: Mapping[str, str]
) -> tuple[Mark, ...]:
    before = f"{words(part.name)}: "
    return tuple(
        mark_of(registry, other.label, other.kind, colours[other.kind], before, name=names[other.label])
        for other in _distinct(part)
    )


def _card(registry: Registry, neighbour: Neighbour, names: Mapping[str, str]) -> Mapping[str, str]:
    """Return the card of a neighbour. It leads to the page with the neighbour's own neighbours."""
    kind = registry.kind[neighbour.kind]
    address = url_for("neighbours.show_graph", at=neighbour.label)
    card = object_card(kind, neighbour.label, words(kind.noun), address, names[neighbour.label])
    return {**card, "attributes": "data-walk"}


def _each(text: str) -> int:
    return next((limit for limit in EACH if str(limit) == text), EACH[0])


def _after(text: str) -> After | None:
    numbers = text.split(".")
    if len(numbers) != 4 or not all(number.isascii() and number.isdigit() and len(number) < 19 for number in numbers):
        return None
    backwards, relation, node, place = map(int, numbers)
    return backwards, relation, node, place
