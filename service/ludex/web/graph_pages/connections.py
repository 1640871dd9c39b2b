"""The pages of connections: the surroundings of an object, and a shortest path between two objects.

The surroundings of an object are all objects within a few links, and the links between them. They are shown in a
force-directed layout. A path is shown as a chain of objects and relations.

Other graph pages use the functions that find objects by name, and those for marks on maps, relations and downloads.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.graph.following import SECONDS, UnknownRelation
from ludex.catalogue.graph.given_objects import find_given, require_links
from ludex.catalogue.graph.neighbours import Around, surroundings
from ludex.catalogue.graph.paths import Paths, paths_to_any, shortest_paths
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.label import short
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import ListingError
from ludex.catalogue.objects.reading import ObjectView, SeveralObjects, UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.pictures.linked_maps import Mark, fit_into_square, svg_map
from ludex.pictures.svg import orbit_colour
from ludex.requests.kind_lists import read_filters
from ludex.web.computing import computes
from ludex.web.game_pages import site
from ludex.web.site.addresses import address_of, api_address, heading_of, object_card, thumbnail_address, titles_of
from ludex.web.site.text_filters import words

AnyKind = Kind[Any, Any]

MOST_SHOWN = 150
"""The maximum number of objects on a map."""


class NotThere(ValueError):
    """There is no stored object with this name. The message is shown to the visitor."""


def stored(reader: Reader, name: str) -> ObjectView:
    """Return the stored object with a label or slug. Raises NotThere."""
    try:
        found = find(reader, name.strip())
    except SeveralObjects as several:
        raise NotThere(_ambiguous(name, several)) from None
    except UnknownObject as error:
        raise NotThere(str(error)) from None
    if not found.id:
        raise NotThere(f"{name} is built in, but has not been stored here yet, so it has no links")
    return found


def stored_or_given(catalogue: Catalogue, text: str, budget: Budget) -> ObjectView:
    """Return the stored object that a text denotes, by name or in a notation.

    Raises NotThere.
    """
    try:
        return require_links(find_given(catalogue, text, lambda: nullcontext(budget)))
    except SeveralObjects as several:
        raise NotThere(_ambiguous(text, several)) from None
    except (UnknownObject, Fault) as error:
        raise NotThere(str(error)) from None


def _ambiguous(name: str, several: SeveralObjects) -> str:
    return f"{name} is the name of several objects; enter one of their labels: {', '.join(several.labels)}"


def colours_of(kinds: Iterable[str]) -> dict[str, str]:
    """Return a colour for each kind, in the given order."""
    return {kind: orbit_colour(number) for number, kind in enumerate(dict.fromkeys(kinds))}


def mark_of(
    registry: Registry, label: str, kind: str, colour: str, prefix: str = "", *, name: str = "", pictured: bool = True
) -> Mark:
    """Return the mark of an object on a map. It links to the neighbours of the object.

    The default name of the mark is the short label.
    """
    picture = thumbnail_address(registry.kind[kind], label) if pictured else ""
    # A map has no space for names that are made of sizes.
    name = "" if name == registry.kind[kind].name_of(label) else name
    text = f"{words(registry.kind[kind].noun)} {label}"
    return Mark(
        name or short(label, kind), f"{prefix}{text}", url_for("neighbours.show_graph", at=label), colour, picture
    )


def relations_of(registry: Registry, kind: AnyKind) -> dict[str, str]:
    """Return the relations of a kind in both directions, together with the meaning of each relation."""
    found = {}
    for relation in registry.relations:
        for backwards in (False,) if relation.mutual else (False, True):
            if registry.joined(relation, kind, backwards):
                found[relation.named(backwards)] = relation.about
    return found


def downloads(address: str, depth: int, limit: int, relations: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return the files for a part of the graph.

    Each file is given by the name of the format, the API address and the file extension.
    """
    parameters = {"depth": depth, "limit": limit, "relations": ",".join(relations)}
    forms = (("GraphML", "graphml", "graphml"), ("node-link JSON", "json", "json"), ("DOT", "dot", "dot"))
    return [(name, address_of(address, **parameters, format=form), end) for name, form, end in forms]


@dataclass(frozen=True, slots=True)
class FilterOption:
    """A relation or kind by which a map can be filtered.

    It has the number of its links, and whether it is selected.
    """

    name: str
    count: str
    chosen: bool


blueprint = Blueprint("connections", __name__)


_FARTHEST = 4
_MOST_NAMES = 40


@blueprint.get("/graph/around")
@computes
def show_surroundings() -> str:
    """Show the surroundings of an object."""
    entered, depth = request.args.get("at", "").strip(), _depth(request.args.get("depth", ""))
    chosen = [name for name in request.args.getlist("relation") if name]
    with site.search("graph", SECONDS, "ludex graph surroundings") as budget, site.catalogue.reading() as reader:
        try:
            found = stored_or_given(site.catalogue, entered, budget)
            around = surroundings(reader, found.id, depth, chosen or None, limit=MOST_SHOWN, budget=budget)
        except (NotThere, UnknownRelation) as error:
            return render_template(
                "graph_around.html",
                title="Surroundings of an object",
                section="/explore",
                fault=str(error),
                entered=entered,
                graph_address=url_for("neighbours.show_graph"),
            )
        registry = reader.registry
        name = titles_of(reader, [found.label])[found.label]
    colours = colours_of(node.kind for node in around.nodes)
    return render_template(
        "graph_around.html",
        section="/explore",
        title=f"{heading_of(found.kind, found.label, name)} and its surroundings",
        object=found,
        name=name,
        noun=words(found.kind.noun),
        entered=found.label,
        map_svg=_draw_map(registry, around, colours, found.label),
        nodes=len(around.nodes),
        links=len(around.links),
        complete=around.complete,
        depth=depth,
        depths=[
            (hops, address_of(url_for("connections.show_surroundings"), at=found.label, depth=hops, relation=chosen))
            for hops in range(1, _FARTHEST + 1)
        ],
        choices=[FilterOption(name, "", name in chosen) for name in _every_relation(registry, found.kind)],
        legend_kinds=[(colour, words(registry.kind[name].noun)) for name, colour in colours.items()],
        members=[(node.label, url_for("neighbours.show_graph", at=node.label)) for node in around.nodes],
        graph_address=url_for("neighbours.show_graph", at=found.label),
        downloads=downloads(api_address(f"objects/{found.label}/surroundings"), depth, MOST_SHOWN, chosen),
        modules=["graph"],
    )


def _every_relation(registry: Registry, kind: AnyKind) -> list[str]:
    """Return the names of all relations of the game of a kind. The names of both directions are included."""
    names: dict[str, None] = {}
    for other in registry.kinds:
        if other.game == kind.game:
            names |= dict.fromkeys(relations_of(registry, other))
    return list(names)


def _depth(text: str) -> int:
    return int(text) if text in map(str, range(1, _FARTHEST + 1)) else 2


def _draw_map(registry: Registry, around: Around, colours: Mapping[str, str], middle: str) -> str:
    ends = tuple(dict.fromkeys((source, target) for source, _, target in around.links))
    side = 320.0 + 46.0 * len(around.nodes) ** 0.5
    places = fit_into_square(layout(tuple(node.label for node in around.nodes), ends), side, 76)
    marks = {
        node.label: mark_of(registry, node.label, node.kind, colours[node.kind], pictured=False)
        for node in around.nodes
    }
    links = [(source, target, words(relation)) for source, relation, target in around.links]
    about = f"{len(around.nodes)} objects and {len(around.links)} links."
    size = (side + 152, side + 152)
    names = len(around.nodes) <= _MOST_NAMES
    return svg_map(marks, places, links, size, f"Surroundings of {middle}", about, ring=middle, names=names)


@lru_cache(maxsize=64)
def layout(labels: tuple[str, ...], ends: tuple[tuple[str, str], ...]) -> dict[str, tuple[float, float]]:
    """Return a force-directed layout of the objects. Cost: a few hundredths of a second for 150 objects."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(labels)
    graph.add_edges_from(ends)
    found = networkx.spring_layout(graph, seed=1, iterations=60)
    return {label: (float(x), float(y)) for label, (x, y) in found.items()}


_OWN = ("from", "to", "to_kind", "relation")


@blueprint.get("/graph/paths")
@computes
def show_paths() -> str:
    """Show a shortest path between two objects."""
    start, end = (request.args.get(name, "").strip() for name in ("from", "to"))
    to_kind = request.args.get("to_kind", "").strip()
    chosen = [name for name in request.args.getlist("relation") if name]
    registry = site.catalogue.registry
    shown: dict[str, Any] = {
        "title": "A path between two objects",
        "section": "/explore",
        "start": start,
        "end": end,
        "to_kind": to_kind,
        "filters": [(name, value) for name, value in request.args.items() if name not in _OWN],
        "choices": [FilterOption(name, "", name in chosen) for name in _names(registry)],
        "modules": ["graph"],
    }
    if not start or not (end or to_kind):
        return render_template(
            "graph_paths.html",
            **shown,
            fault="Enter both ends of the path." if start or end else "",
        )
    with site.search("graph", SECONDS, "ludex graph path") as budget, site.catalogue.reading() as reader:
        try:
            found = _find(reader, start, end, to_kind, chosen, budget)
        except (NotThere, UnknownRelation, ListingError) as error:
            return render_template(
                "graph_paths.html",
                **shown,
                fault=str(error),
            )
        shown |= {"found": found, "steps": _steps(reader, found), "ways": found.shortest_paths}
    if found.path:  # the addresses identify the objects by their labels
        start, end = found.path[0].label, found.path[-1].label if end else ""
    return render_template(
        "graph_paths.html",
        **(shown | {"json": _json_address(start, end, to_kind, chosen)}),
    )


def _find(reader: Reader, start: str, end: str, to_kind: str, chosen: list[str], budget: Budget) -> Paths:
    first = stored_or_given(site.catalogue, start, budget)
    if end:
        last = stored_or_given(site.catalogue, end, budget)
        return shortest_paths(reader, first.id, last.id, chosen or None, budget=budget)
    kind = reader.registry.kind.get(to_kind)
    if kind is None:
        raise NotThere(f"there is no kind {to_kind!r}; the kinds are {', '.join(reader.registry.kind)}")
    texts = {name: value for name, value in request.args.items() if name not in _OWN}
    filters = read_filters(reader.registry, kind, texts)
    return paths_to_any(reader, first.id, kind, filters, chosen or None, budget=budget)


def _steps(reader: Reader, found: Paths) -> list[Mapping[str, Any]]:
    """Return the objects on a path, in order. Each object has the relation by which the path reaches it."""
    registry, names = reader.registry, titles_of(reader, [node.label for node in found.path])
    return [
        object_card(
            registry.kind[node.kind],
            node.label,
            words(registry.kind[node.kind].noun),
            url_for("neighbours.show_graph", at=node.label),
            names[node.label],
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
    return api_address(f"paths?{urlencode(kept)}")
