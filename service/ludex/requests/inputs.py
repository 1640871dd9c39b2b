"""Input of requests that is read from the catalogue by label or slug, in the form of values or pictures."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ludex.catalogue import objects
from ludex.catalogue.kinds.label import has_shape_of_label
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, Place, within

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue

T = TypeVar("T")


@contextmanager
def known(place: Place, remedy: str = "") -> Iterator[None]:
    """Convert UnknownObject to a Fault at a place in the input. A remedy is appended to the message."""
    try:
        yield
    except objects.reading.UnknownObject as error:
        raise Fault(f"{error}{remedy}", place) from None


class HasCatalogue(Protocol):
    """A context with a catalogue from which stored objects are read."""

    @property
    def catalogue(self) -> "Catalogue":
        """Return the catalogue."""


class InputContext(HasCatalogue, Protocol):
    """A context with a catalogue, and with the bounds of the service."""

    def bound(self, limit: T) -> T | None:
        """Return `limit` in a service, and None in a command, a job or a program."""


class SearchContext(InputContext, Protocol):
    """A context that can also search, such as that of a page."""

    def search(self) -> AbstractContextManager[Budget]:
        """Yield the budget of a search. The service occupies a computing slot during the search."""


def stored(context: HasCatalogue, label: str, *kinds: str) -> Any:  # noqa: ANN401 - a value of one of the kinds
    """Return the value of the object with a label, a slug or a short name.

    Raises Fault if there is no such object, or if its kind is not one of the given kinds.
    """
    return _stored(context, label, kinds, required=True)


def stored_value(context: HasCatalogue, label: str, *kinds: str) -> Any:  # noqa: ANN401 - a value of one of the kinds
    """Return the same as :func:`stored`, but None for an object of another kind."""
    return _stored(context, label, kinds, required=False)


def _stored(context: HasCatalogue, label: str, kinds: Sequence[str], *, required: bool) -> Any:  # noqa: ANN401
    with within("label"), context.catalogue.reading() as reader:
        try:
            result = objects.reading.find(reader, label)
        except objects.reading.UnknownObject as error:
            said = "no object has this name; give a label, a slug, a short name, or the object itself"
            raise Fault(str(error) if has_shape_of_label(label) else said) from None
        if result.kind.name in kinds:
            return objects.reading.value_of(reader, result)
        if required:
            words = " or ".join(reader.registry.kind[kind].words for kind in kinds)
            raise Fault(f"{label} is a {result.kind.words}; give the label of a {words}")
        return None


def drawn_object(label: str, context: HasCatalogue) -> str:
    """Return the picture of the object with a label.

    Raises Fault if there is no such object, or if it has no picture.
    """
    with known(("label",)), context.catalogue.reading() as reader:
        try:
            return objects.pictures.picture_of(reader, objects.reading.find(reader, label))
        except objects.pictures.NoPicture as error:
            raise Fault(str(error), ("label",)) from None
