"""Pictures of stored objects.

A picture is drawn from the document of the object and, for some kinds, from the documents of its neighbours.
"""

from typing import Literal

from ludex.catalogue.kinds.kind import CompositePicture
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import ObjectView, read_views, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import Fault


class NoPicture(ValueError):
    """Objects of this kind have no picture."""


def picture_of(reader: Reader, found: ObjectView, *, frames: Literal["solution"] | None = None) -> str:
    """Return the picture of an object as SVG. The object must be complete (see :class:`ObjectView`).

    If `frames` is given, the picture has a frame for each step of the stored solution. Raises NoPicture, Fault if there
    is no solution, and PictureTooLarge if the picture has more parts than a viewer can display.
    """
    if frames is not None:
        draw_solution = found.kind.view.solution_picture
        if draw_solution is None:
            raise Fault(f"a {found.kind.words} has no solution that can be drawn", ("frames",))
        return draw_solution(value_of(reader, found))
    draw = found.kind.view.picture
    if draw is None:
        raise NoPicture(f"a {found.kind.words} has no picture")
    if not isinstance(draw, CompositePicture):
        return draw(found.document())
    relation, backwards = reader.registry.directed[draw.relation]
    [other] = reader.registry.joined(relation, found.kind, backwards)
    kind = reader.registry.kind[other]
    linked = neighbours(reader, found.id, draw.relation, kind=other, limit=draw.limit) if found.id else []
    return draw.draw(
        found.document(), [view.document() for view in read_views(reader, kind, [node.id for node in linked])]
    )
