"""Requests about stored objects of any kind: read, cite, edit, replace, delete and restore them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Field, create_model

from ludex import operations
from ludex.catalogue import objects, transfer
from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, within
from ludex.engine.text_lines import split_lines
from ludex.requests import bounds
from ludex.requests.declaration import Listing, request
from ludex.requests.fields import Argument, Label, Option, ResponseModel, ServiceBounds
from ludex.requests.json_text import json_text
from ludex.requests.media import Subject
from ludex.requests.response_models import item_model, object_answer
from ludex.requests.results import Objects
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import AnyKind, Registry
    from ludex.catalogue.objects.reading import ObjectView

OBJECTS = Subject("objects", "Objects", "Stored objects of every kind.")


def _batch_model(registry: "Registry") -> type[ResponseModel]:
    item: Any = Union[tuple(item_model(kind) for kind in registry.kinds)]  # noqa: UP007 - the kinds are not known here
    fields: dict[str, Any] = {
        "items": (list[item], Field(description="The objects in the order of the request, each once.")),
        "missing": (list[str], Field(description="Labels that are not stored.")),
        "remaining": (
            list[str],
            Field(
                description="Labels whose objects exceed the size limit of the response; send another request for them."
            ),
        ),
    }
    about = "A batch of objects by their labels."
    return create_model("Batch", __base__=ResponseModel, __doc__=about, **fields)


@request(
    "POST /objects/batch",
    subject=OBJECTS,
    lacks={"command": "`ludex show LABEL...`", "tool": "a tool returns one object"},
    answers=_batch_model,
    example={"labels": ["swish-36", "set-81"]},
)
def get_many(
    catalogue: Session,
    labels: Annotated[Sequence[Label], Field(min_length=1), ServiceBounds(bounds.BATCH_LABELS)],
) -> Objects:
    """Return the objects with these labels.

    Nothing is stored.

    Parameters
    ----------
    labels
        Labels or slugs of the objects.

    Returns
    -------
    Objects
        The objects, each once. `members` contains the names of missing objects as `missing`.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> found = catalogue.get_many([level.label, "nothing"])
    >>> [item.label for item in found] == [level.label], found.members["missing"]
    (True, ['nothing'])
    """
    names, most = list(dict.fromkeys(labels)), catalogue.bound(bounds.PAGE_BYTES)
    items: dict[str, StoredObject] = {}
    missing, size = [], 0
    with catalogue.reading() as reader:
        found = objects.reading.find_labels(reader, names, whole=most is None)
        for place, name in enumerate(names):
            view = found.get(name) or _by_slug(reader, name)
            if view is None:
                missing.append(name)
                continue
            size += len(view.body)
            if items and most is not None and size > most:
                return Objects(items.values(), missing=missing, remaining=names[place:])
            items.setdefault(view.label, StoredObject(catalogue, view))
    return Objects(items.values(), missing=missing, remaining=[])


@request(
    "GET /objects/{label}",
    subject=OBJECTS,
    tool=True,
    lacks={"command": "`ludex show LABEL...`", "client": "`Client.get`, which takes the kind too"},
    problems=(409,),
    answers=lambda registry: tuple(object_answer(kind)(registry) for kind in registry.kinds),
)
def get(catalogue: Session, label: Label, kind: str | None = None) -> StoredObject:
    """Return an object of any kind by a name. Built-in decks are found even if they are not stored.

    A name is a label, a slug, a short name or another unique beginning of a label, or the whole title, in this order.

    If several objects have the name, returns 409 with their labels.

    Parameters
    ----------
    label
        A label, which is permanent, a slug, which is unique within its kind, or another name.
    kind
        Kind of the object, if objects of several kinds have the name.

    Returns
    -------
    StoredObject
        The object. `members` contains the note, if you may read it.

    Raises
    ------
    UnknownObject
        If no object has this name.
    SeveralObjects
        If several objects have this name.
    UnknownKind
        If there is no such kind.

    Examples
    --------
    >>> catalogue.get("swish-36")["size"]
    36
    """
    from ludex.catalogue.ownership import owner_of

    of = _called(catalogue, kind)
    with catalogue.reading() as reader:
        found = objects.reading.find(reader, label, of)
        note = objects.annotations.note_of(reader, found.id)
        shows = note and catalogue.client.reaches(owner_of(reader, found.id))
    return StoredObject(catalogue, found, called=label, members={"note": note} if shows else {})


def _words(text: str) -> list[str]:
    """Split a text into tags.

    >>> _words("boss,winter easy")
    ['boss', 'winter', 'easy']
    """
    return text.replace(",", " ").split()


def _text_of_annotation(result: StoredObject) -> Iterator[str]:
    yield f"{result.label}: changed"
    for name in ("title", "tags", "data"):
        if result.get(name):
            value = result[name]
            yield f"{name}: {' '.join(value) if name == 'tags' else value if name == 'title' else json_text(value)}"
    if "note" in result.members:
        yield f"note: {result.members['note']}"


@request(
    "PATCH /objects/{label}",
    command="edit LABEL",
    subject=OBJECTS,
    writes="edit",
    text=_text_of_annotation,
    problems=(409,),
    answers=lambda registry: tuple(object_answer(kind)(registry) for kind in registry.kinds),
    example={"title": "The knot", "tags": ["boss", "winter"], "data": {"world": 3}},
)
def edit(
    catalogue: Session,
    label: Label,
    title: Annotated[str, ServiceBounds(bounds.TITLE_CHARACTERS)] | None = None,
    tags: Annotated[Annotated[Sequence[str], ServiceBounds(bounds.TAGS)] | None, Option(("--tags",), _words)] = None,
    note: Annotated[str, ServiceBounds(bounds.DESCRIPTION_CHARACTERS)] | None = None,
    data: Annotated[dict[str, Any] | None, Option(("--data",), exact_json)] = None,
    kind: str | None = None,
) -> StoredObject:
    """Change the title, the tags, the note or the data of an object that you own.

    They are stored beside the object and never change its key, its label or its claims. A member that is not given
    stays as it is, and an empty one is removed. The key needs the scope `admin` for objects of other owners, for
    objects without an owner and for built-in objects. Returns 409 if the title cannot change, such as that of a deck of
    the starting catalogue.

    Parameters
    ----------
    label
        Label or slug of the object.
    title
        The title, which pages show instead of the label. The title of a pack or a deck is part of its document.
    tags
        At most 50 tags, which replace the previous ones: lower-case letters and digits, in words joined by `-` or `_`.
        Lists, searches and exports select objects by `tag`.
    note
        A text that only you and the administrator can read.
    data
        A JSON object of your own, of at most 4,096 bytes, which everyone can read.
    kind
        Kind of the object, if objects of several kinds have the slug.

    Returns
    -------
    StoredObject
        The object. `members` contains the note.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> changed = catalogue.edit(level.label, title="The knot", tags=["boss"], data={"world": 3})
    >>> changed["title"], changed["data"], catalogue.find("levels", tag="boss").count()
    ('The knot', {'world': 3}, 1)
    """
    found = _found(catalogue, label, kind)
    change = operations.objects.AnnotationEdit(title, tags, note, data)
    if change == operations.objects.AnnotationEdit():
        raise Fault("nothing to change; give a title, tags, a note or data, each empty to remove it")
    view, own = operations.objects.edit(catalogue.store, found.kind, label, change)
    return StoredObject(catalogue, view, members={"note": own} if own else {})


def _found(catalogue: Session, label: str, kind: str | None) -> "ObjectView":
    of = _called(catalogue, kind)
    with catalogue.reading() as reader:
        return objects.reading.find(reader, label, of)


def _called(catalogue: Session, kind: str | None) -> "AnyKind | None":
    with within("kind"):
        return None if kind is None else catalogue.registry.called(kind)


@request(
    *(f"GET /objects/{{label}}.{form.suffix}?format={name}" for name, form in operations.citations.FORMATS.items()),
    command="cite LABEL",
    subject=OBJECTS,
    text=lambda citation: split_lines(operations.citations.write_bibtex(citation)),
    formats={name: form.write for name, form in operations.citations.FORMATS.items()},
    lacks={"tool": "the object and its permanent label are enough", "client": "the response is not JSON"},
    problems=(409,),
)
def cite(catalogue: Session, label: Label) -> "operations.citations.Citation":
    """Cite an object of any kind, by its label or slug.

    The citation contains the permanent label, and the address of LUDEX_PUBLIC_URL if it is set. If several
    objects have the name, returns 409 with their labels.

    Parameters
    ----------
    label
        Label or slug of the object.

    Returns
    -------
    Citation
        The citation. :meth:`ludex.StoredObject.cite` writes it in a format.

    Examples
    --------
    >>> catalogue.cite("swish-36").title
    'Deck: All one-point-one-circle cards of the 4 x 3 board'
    """
    return operations.citations.cite(_found(catalogue, label, None), catalogue.public_url)


def _by_slug(reader: Any, name: str) -> Any:  # noqa: ANN401 - a reader and a view, whose modules are slow to import
    """Return the object with a slug, or None."""
    try:
        label = objects.reading.find(reader, name).label
    except (objects.reading.UnknownObject, objects.reading.SeveralObjects):
        return None
    return objects.reading.find_labels(reader, [label], whole=False).get(label)


@dataclass(frozen=True, slots=True)
class Deleted:
    """A deleted object.

    Attributes
    ----------
    deleted
        The label of the object.
    """

    deleted: str


@request(
    "DELETE /objects/{label}",
    command="delete LABEL",
    subject=OBJECTS,
    writes="edit",
    text=lambda _result, fields: [f"deleted {fields.label}"],
    problems=(409,),
)
def delete(catalogue: Session, label: Label, from_packs: bool = False, kind: str | None = None) -> Deleted:
    """Delete an object that you own, with its claims.

    The objects that it links to are not deleted. The object can be restored from the trash for 30 days. Returns 409 if
    the object belongs to the starting catalogue, if other objects depend on it, or if it is in packs, which the message
    names.

    Parameters
    ----------
    label
        Label or slug of the object.
    from_packs
        Whether to take the object out of every pack first. You must own these packs.
    kind
        Kind of the object, if objects of several kinds have the slug.

    Returns
    -------
    Deleted
        The label of the object.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> catalogue.delete(level.label).deleted == level.label
    True
    """
    found = _found(catalogue, label, kind)
    return Deleted(operations.objects.delete(catalogue.store, found.kind, label, from_packs=from_packs).label)


@dataclass(frozen=True, slots=True)
class Replacement:
    """The packs in which an object was replaced.

    Attributes
    ----------
    replaced_in
        Labels of the packs.
    """

    replaced_in: tuple[str, ...]


@request(
    "POST /objects/{label}/replace",
    command="replace LABEL BY",
    subject=OBJECTS,
    writes="edit",
    text=lambda found: [f"replaced; packs: {len(found.replaced_in)}", *found.replaced_in],
    problems=(409,),
)
def replace(
    catalogue: Session,
    label: Label,
    by: Annotated[Label, Argument("BY", "Label of the other object.")],
    kind: str | None = None,
) -> Replacement:
    """Replace a level, or a table of a card game, that you own by another one, in all packs and calendars.

    The other object takes its places, in one transaction. The replaced object can be restored from the trash for 30
    days, and a GET of its label redirects to the other object (301) until it is stored again. Returns 409 if the
    object, or one of its packs, belongs to the starting catalogue. You must own these packs.

    Parameters
    ----------
    label
        Label of the object.
    by
        Label of the other object of the same kind, which needs a grade if the object is in a pack or a calendar.
    kind
        Kind of the objects, if objects of several kinds have the name.

    Returns
    -------
    Replacement
        The packs.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> other = catalogue.add(planarity.read_untangle("5:0-1,1-3,2-3,2-4,0-4"))
    >>> pack = catalogue.planarity.add_pack("retired", [level.label])
    >>> catalogue.replace(level.label, other.label).replaced_in == (pack.label,)
    True
    """
    found = _found(catalogue, label, kind)
    return Replacement(tuple(operations.objects.replace_object(catalogue.store, found.kind, label, by)))


@request(
    "GET /trash",
    command="trash list",
    subject=OBJECTS,
    writes="edit",
    columns=("label", "title", "deleted", "replaced_by", "owner"),
)
def trash(catalogue: Session) -> "Listing[transfer.trash.DeletedObject]":
    """List the objects in the trash that you may restore, those that were deleted last first.

    Deleted and replaced objects stay in the trash for 30 days.

    Returns
    -------
    Listing
        The objects, each with its label, title and owner, and the label of the object that replaced it.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> gone = catalogue.delete(level.label)
    >>> [item.label for item in catalogue.trash()] == [level.label], catalogue.restore(level.label) == level
    (True, True)
    """
    with catalogue.reading() as reader:
        found = transfer.trash.list_trash(reader)
    return Listing.whole([item for item in found if catalogue.client.reaches(item.owner)])


@request(
    "POST /trash/{label}/restore",
    command="trash restore LABEL",
    subject=OBJECTS,
    writes="edit",
    text=lambda result: [f"restored {result.label}"],
    answers=lambda registry: tuple(object_answer(kind)(registry) for kind in registry.kinds),
)
def restore(catalogue: Session, label: Label) -> StoredObject:
    """Store an object of the trash again, with its names, claims, annotation and owner.

    It is not put back into packs. A redirect from its label ends. Returns 422 if the object has been stored again, or
    if an object that it needs no longer exists.

    Parameters
    ----------
    label
        Label or slug of the object.

    Returns
    -------
    StoredObject
        The object.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> gone = catalogue.delete(level.label)
    >>> catalogue.restore(gone.deleted)["min_swaps"]
    1
    """
    return StoredObject(catalogue, operations.objects.restore(catalogue.store, label, catalogue.client.reaches))


STORED_OBJECTS = (get, cite, get_many, edit, replace, delete, trash, restore)
"""The requests about stored objects of any kind, in the order of the documentation."""
