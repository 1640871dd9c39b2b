"""Pictures of stored objects, drawn from their documents and, for some kinds, those of their neighbours."""

from ludex.catalogue.kinds.kind import CompositePicture
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import ObjectView, shown
from ludex.catalogue.storage.snapshot import Reader


class NoPicture(ValueError):
    """Objects of this kind have no picture."""


def picture_of(reader: Reader, found: ObjectView) -> str:
    """Return the picture of an object as SVG. The object must be complete (see :class:`ObjectView`).

    Raises NoPicture, and PictureTooLarge if it has more parts than a viewer can show.
    """
    draw = found.kind.view.picture
    if draw is None:
        raise NoPicture(f"a {found.kind.words} has no picture")
    if not isinstance(draw, CompositePicture):
        return draw(found.document())
    relation, backwards = reader.registry.directed[draw.relation]
    [other] = relation.sources if backwards else relation.targets
    kind = reader.registry.kind[other]
    linked = neighbours(reader, found.id, draw.relation, kind=other, limit=draw.most) if found.id else []
    return draw.draw(found.document(), [one.document() for one in shown(reader, kind, [one.id for one in linked])])
