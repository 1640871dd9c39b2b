"""Pictures of stored objects."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ludex.engine.faults import Fault, within
from ludex.requests.request import Text, Work

if TYPE_CHECKING:
    from ludex.catalogue.reading import Shown


def drawn_object(label: str, work: Work, own: "Mapping[str, Callable[[Shown], str]] | None" = None) -> Text:
    """Return the picture of the object that the field `label` names; `own` draws objects of some kinds, by their names.

    Raises Fault for what is not there or has no picture.
    """
    from ludex.catalogue.reading import UnknownObject, find

    with within("label"):
        try:
            with work.catalogue.reading() as reader:
                found = find(reader, label)
        except UnknownObject as error:
            raise Fault(str(error)) from None
        draw, picture = (own or {}).get(found.kind.name), found.kind.view.picture
        if draw is None and picture is None:
            raise Fault(f"a {found.kind.words} has no picture")
    if draw is not None:
        return Text(draw(found))
    assert picture is not None
    return Text(picture(found.document()))
