"""Objects in graph queries, given by label or slug, or by a value that is looked up in the catalogue.

A value is either a text in a game's notation, such as graph6, or JSON, such as a drawing or cards. The member `kind` of
the JSON determines the kind of object to look up.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Identity
from ludex.catalogue.kinds.registry import AnyKind, Registry, UnknownKind
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find, find_key
from ludex.catalogue.search.names import OpenBudget, notations_of, parts_of, recognize
from ludex.engine.budget import Budget
from ludex.engine.exact_json import compact_json
from ludex.engine.faults import Fault, within

Given = str | Mapping[str, Any]
"""A label, a slug, a text in a notation, or the JSON of an object."""

WriteJson = Callable[[Any], str]


class NotStored(UnknownObject):
    """No stored object is equal to a given value.

    The message states which object was looked up, and how to store it.
    """


def find_given(
    catalogue: Catalogue,
    given: Given,
    searching: OpenBudget,
    *,
    kind: AnyKind | None = None,
    write_json: WriteJson = compact_json,
) -> ObjectView:
    """Return the object that is given by name, or the stored object that is given by value.

    `searching` opens the budget for the canonical form of a value, `kind` is the kind of the object if the query states
    one, and `write_json` converts a value to the JSON text that the reader of a notation accepts.

    Raises
    ------
    NotStored
        If no stored object is equal to the value.
    UnknownObject, SeveralObjects
        If a text is neither a name nor in a known notation, or if a name is ambiguous.
    Fault
        If the value is invalid.
    BudgetExhausted
        If the budget ends before the canonical form is known.
    """
    if isinstance(given, str):
        text = given.strip()
        try:
            with catalogue.reading() as reader:
                return find(reader, text, kind)
        except UnknownObject:
            if not any(notation.fits(text) for notation in notations_of(catalogue.registry)):
                raise
        with searching() as budget:
            return _of_value(catalogue, text, budget, kind)
    members = dict(given)
    named = members.pop("kind", None)
    if named is not None:
        with within("kind"):
            kind = _kind(catalogue.registry, named, kind)
    if isinstance(members.get("label"), str):
        with catalogue.reading() as reader, within("label"):
            return find(reader, members["label"], kind)
    with searching() as budget:
        return _of_value(catalogue, write_json(members), budget, kind)


def require_stored(catalogue: Catalogue, identity: Identity, kind: AnyKind, about: str) -> ObjectView:
    """Return the stored object with an identity.

    Raises NotStored with a message in which `about` describes the object.
    """
    with catalogue.reading() as reader:
        found = find_key(reader, kind, identity.key)
    if found is None:
        raise _not_stored(catalogue.registry, kind, about, identity.named(kind.name).label)
    return found


def with_labels(
    registry: Registry,
    nodes: Mapping[str, Mapping[str, Any]],
    find_object: Callable[[str, Any, AnyKind | None], ObjectView],
) -> dict[str, dict[str, Any]]:
    """Return the nodes of a pattern with labels.

    In each node, the member `object`, which is a name or a value, is replaced by the label of the object.

    `find_object(name, given, kind)` finds the object of the node with this name. Raises Fault.
    """
    found = {}
    for name, node in nodes.items():
        members = dict(node)
        given = members.pop("object", None)
        if given is not None:
            if members.get("label") is not None:
                raise Fault("give either label or object, not both", ("nodes", name, "object"))
            kind = registry.kind.get(str(members.get("kind")))
            members["label"] = find_object(name, given, kind).label
        found[name] = members
    return found


def require_links(found: ObjectView) -> ObjectView:
    """Return an object that can have links. Raises NotStored for a built-in object that is not stored."""
    if not found.id:
        raise NotStored(f"{found.label} is built in and not stored, so it has no links")
    return found


def _of_value(catalogue: Catalogue, text: str, budget: Budget, kind: AnyKind | None) -> ObjectView:
    """Return the stored object that a text in a notation denotes."""
    notations = [notation for notation in notations_of(catalogue.registry) if notation.fits(text)]
    found, faults = recognize(catalogue, text, lambda: nullcontext(budget), notations)
    if found is not None and kind in (None, found.kind):
        if found.label is None:
            raise _not_stored(catalogue.registry, found.kind, found.about, found.own_label)
        with catalogue.reading() as reader:
            return find(reader, found.label, found.kind)
    if kind is not None:
        return _of_kind(catalogue, text, budget, kind)
    if faults:
        raise Fault(faults[0])
    raise Fault("the object is not a drawing, cards or a graph; give a label, or `kind` with the fields of its look-up")


def _of_kind(catalogue: Catalogue, text: str, budget: Budget, kind: AnyKind) -> ObjectView:
    """Return the stored object that the look-up request of the kind finds."""
    request = _request(catalogue.registry, f"POST /{kind.address}/lookup")
    if request is None:
        raise Fault(f"a {kind.words} cannot be looked up by value; give its label")
    result = request.declaration.run_on_text(text, catalogue, budget)
    if not result.items:
        raise _not_stored(catalogue.registry, kind, f"a {kind.words}", "")
    found = result.items[0]
    view: ObjectView = getattr(found, "view", found)
    return view


def _kind(registry: Registry, name: object, expected: AnyKind | None) -> AnyKind:
    """Return the kind that a value names. Raises Fault if it is not the expected kind."""
    try:
        found = registry.called(str(name))
    except UnknownKind as error:
        raise Fault(str(error)) from None
    if expected is not None and expected is not found:
        raise Fault(f"the object is a {expected.words}, not a {found.words}; omit the kind")
    return found


def _not_stored(registry: Registry, kind: AnyKind, about: str, label: str) -> NotStored:
    name = f", {label}," if label else ""
    return NotStored(f"{about}{name} is not in the catalogue; {_how_stored(registry, kind)}")


def _how_stored(registry: Registry, kind: AnyKind) -> str:
    """Describe the requests that store an object of a kind.

    If there are no such requests, describe the requests for a kind that is linked to it.
    """
    own = _storing(registry, kind)
    if own:
        return f"{own} stores it"
    for other in _related(registry, kind):
        if found := _storing(registry, other):
            return f"it is stored together with a {other.words}, which {found} stores"
    return f"no request stores a {kind.words} alone; `ludex import` can store it from an export"


def _related(registry: Registry, kind: AnyKind) -> Iterator[AnyKind]:
    for relation in registry.relations:
        for backwards in (True, False):
            yield from (registry.kind[name] for name in registry.joined(relation, kind, backwards))


def _storing(registry: Registry, kind: AnyKind) -> str:
    request = _request(registry, f"POST /{kind.address}")
    if request is None:
        return ""
    declared = request.declaration
    command = f" or `ludex {declared.words}`" if declared.words else ""
    return f"`{declared.routes[0]}`{command}" if declared.writes == "store" else ""


def _request(registry: Registry, address: str) -> Any:  # noqa: ANN401 - a request of a game
    requests = (request for declared in parts_of(registry, "requests") for request in declared)
    return next((request for request in requests if address in request.declaration.routes), None)
