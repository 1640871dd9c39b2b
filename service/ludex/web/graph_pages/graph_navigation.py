"""Functions that all graph pages share.

They find objects by name, and return marks on maps, relations and downloads.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.graph.given_objects import find_given
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.label import short
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import ObjectView, SeveralObjects, UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.pictures.linked_maps import Mark
from ludex.pictures.svg import orbit_colour
from ludex.web.site.addresses import address_of, thumbnail_address
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
        return find_given(catalogue, text, budget)
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
