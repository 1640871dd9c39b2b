"""What requests take from the catalogue by a name: the cards of a deck, a value, a picture."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ludex.engine.faults import CardsFault, Fault, Place, within
from ludex.requests.fields import Forms, OneOfModel
from ludex.requests.request import ExecutionContext, Text

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue

SOURCES = ("cards", "deck", "label")


class FromOneSource(OneOfModel):
    """Cards that one of the fields `cards`, `deck` and `label` gives."""

    FORMS: ClassVar[Forms] = ((("cards",), ("deck",), ("label",)),)

    @contextmanager
    def at_fault(self) -> Iterator[None]:
        """Let what is refused of the cards point to the field that names them; to the card, if they are listed."""
        name = next((one for one in SOURCES if getattr(self, one) is not None), SOURCES[0])
        with within(name):
            try:
                yield
            except CardsFault as fault:
                fault.place = fault.place if name == "cards" else ()
                raise


@contextmanager
def known(place: Place, remedy: str = "") -> Iterator[None]:
    """Let a name that nothing has be a Fault of the field at this place."""
    from ludex.catalogue.objects.reading import UnknownObject

    try:
        yield
    except UnknownObject as error:
        raise Fault(f"{error}{remedy}", place) from None


class Opening(Protocol):
    """What has a catalogue, where stored objects are read."""

    @property
    def catalogue(self) -> "Catalogue":
        """Return the catalogue."""


def stored(work: Opening, label: str, *kinds: str) -> Any:  # noqa: ANN401 - a value of one of the kinds
    """Return the value of the stored object of one of some kinds that has a label. Raises Fault."""
    from ludex.catalogue.objects.reading import UnknownObject, find, value_of

    with within("label"), work.catalogue.reading() as reader:
        try:
            found = find(reader, label)
        except UnknownObject as error:
            raise Fault(str(error)) from None
        if found.kind.name not in kinds:
            words = " or ".join(reader.registry.kind[one].words for one in kinds)
            raise Fault(f"{label} is no {words}, but a {found.kind.words}; give the label of a {words}")
        return value_of(reader, found)


def drawn_object(label: str, work: ExecutionContext) -> Text:
    """Return the picture of the object that the field `label` names.

    Raises Fault for what is not there or has no picture.
    """
    from ludex.catalogue.objects.pictures import NoPicture, picture_of
    from ludex.catalogue.objects.reading import find

    with known(("label",)), work.catalogue.reading() as reader:
        try:
            return Text(picture_of(reader, find(reader, label)))
        except NoPicture as error:
            raise Fault(str(error), ("label",)) from None
