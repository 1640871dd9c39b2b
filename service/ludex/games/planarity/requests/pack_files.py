"""Requests that change a pack, or export a pack as one file for a game."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ludex.catalogue import objects
from ludex.games.planarity import operations
from ludex.games.planarity import pictures as rendering
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.packs import PackOrderName
from ludex.requests.bounds import DESCRIPTION_CHARACTERS, TITLE_CHARACTERS
from ludex.requests.declaration import request
from ludex.requests.fields import Argument, Label, Option, RequestModel, ResponseModel, ServiceBounds, example
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, Request, Stores, UpdatedResult
from ludex.requests.response_models import object_answer
from ludex.requests.results import Stream
from ludex.requests.session import Session
from ludex.requests.text_input import label_of_item

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry

_Pairs = list[tuple[int, int]]


def _words(text: str) -> list[str]:
    """Split a command-line argument into labels.

    >>> _words("a,b")
    ['a', 'b']
    """
    return [label for label in text.split(",") if label]


_Labels = Annotated[list[Label], ServiceBounds(bounds.PACK_LEVELS)]


class PackUpdate(RequestModel):
    """A pack of your own, and the changes to make; omitted fields do not change."""

    model_config = example(add=["planarity-level-8-10-7utzrfjcrnuth2x7"], order="grade", title="Mine")

    label: Annotated[Label, Argument("PACK", "The pack's slug.")] = Field(description="Label or slug of the pack.")
    levels: Annotated[_Labels | None, Argument("LEVEL...", "The new levels of the pack.", label_of_item, each=True)] = (
        Field(default=None, description="Labels that replace all levels, in this order.")
    )
    remove: Annotated[_Labels | None, Option(("--remove",), _words)] = Field(
        default=None, description="Labels of levels to remove."
    )
    add: Annotated[_Labels | None, Option(("--add",), _words)] = Field(
        default=None, description="Labels of levels to append."
    )
    job: Label | None = Field(
        default=None,
        description="Id of a job: append the levels that the job stored, except levels without a grade.",
    )
    order: PackOrderName = Field(
        default="given", description="`given`: keep this order; `grade`: order by grade and age."
    )
    title: Annotated[str, Field(min_length=1), ServiceBounds(TITLE_CHARACTERS)] | None = Field(
        default=None, description="New title."
    )
    description: Annotated[str, ServiceBounds(DESCRIPTION_CHARACTERS)] | None = Field(
        default=None, description="New description."
    )


class PackFileDrawing(ResponseModel):
    """Points and edges. An edge is a pair of vertices; vertices are numbered from 0."""

    points: _Pairs = Field(description="Coordinates of the vertices.")
    edges: _Pairs = Field(description="Pairs of vertices.")


class PackFileLevel(ResponseModel):
    """A level with a shortest solution. In each swap, the two ends of an edge exchange places."""

    label: str = Field(description="Label of the level.")
    grade: int = Field(description="Difficulty grade.")
    min_swaps: int = Field(description="Minimum number of swaps.")
    drawing: PackFileDrawing = Field(description="The drawing.")
    swaps: _Pairs = Field(description="A shortest solution: the edges to swap, in order.")
    picture: str | None = Field(default=None, description="An SVG document, if pictures are requested.")


class PackFile(ResponseModel):
    """A pack with its levels in playing order and their solutions."""

    label: str = Field(description="Label of the pack.")
    slug: str = Field(description="Name of the pack.")
    title: str = Field(description="Title of the pack.")
    description: str = Field(description="Description of the pack.")
    levels: list[PackFileLevel] = Field(description="The levels in playing order.")


def edit(request: PackUpdate, context: ExecutionContext) -> UpdatedResult:
    """Change the levels, the order, the title or the description of a pack of your own.

    First, `levels` replaces all levels. Then the levels in `remove` are removed, and the levels in `add` and the levels
    stored by `job` are appended. `order: given` leaves the resulting order unchanged, and `order: grade` sorts by
    grade. Returns 409 for a pack of the starting catalogue.
    """
    change = operations.packs.PackEdit(
        request.levels,
        request.add or (),
        request.remove or (),
        operations.packs.PackOrder(request.order),
        request.title,
        request.description,
        request.job,
    )
    return UpdatedResult(operations.packs.edit_pack(context.catalogue, request.label, change))


def _describe_update(result: UpdatedResult, _request: PackUpdate) -> Iterator[str]:
    from ludex.games.planarity.kinds.pack import PackDocument

    pack = result.shown.document()
    assert isinstance(pack, PackDocument)
    yield f"{pack.slug}: {pack.size} levels"


@request(
    "GET /planarity/packs/{label}/export",
    command="planarity pack export PACK",
    subject="planarity/packs",
    lacks={"tool": "a whole file"},
)
def export(
    catalogue: Session, label: Annotated[Label, Argument("PACK", "The pack's slug.")], pictures: bool = False
) -> Stream[PackFile]:
    """Export a pack as one file: its levels in playing order, each with its grade and a shortest solution.

    With `pictures`, each level also has a picture.

    Parameters
    ----------
    label
        Label or slug of the pack.
    pictures
        Whether to include a picture of each level as SVG.

    Returns
    -------
    Stream of PackFile
        The file. Its method `bytes` returns the content.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from ludex import Catalogue, Pack, planarity
    >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
    ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    ...     pack = catalogue.add(Pack("mine", "Mine", [level]))
    ...     catalogue.planarity.export("mine").bytes()[:9]
    b'{"label":'
    """
    from ludex.games.planarity.kinds import PACK

    with catalogue.reading() as reader:
        pack = objects.reading.find(reader, label, PACK).document()
    names = {name: getattr(pack, name) for name in PackFile.model_fields if name != "levels"}

    def pieces() -> Iterator[bytes]:
        yield f'{json_text(names)[:-1]},"levels":['.encode()
        between = b"\n"
        for result, level in operations.packs.levels_of_pack(catalogue.store, pack.label):
            drawing = PackFileDrawing(points=list(level.drawing.points), edges=list(level.drawing.edges))
            assert level.difficulty is not None and level.difficulty.grade is not None
            assert level.solution.min_swaps is not None
            file_level = PackFileLevel(
                label=result.label,
                grade=level.difficulty.grade,
                min_swaps=level.solution.min_swaps,
                drawing=drawing,
                swaps=list(level.solution.swaps),
                picture=rendering.drawings.drawing_svg(level.drawing) if pictures else None,
            )
            yield between + file_level.model_dump_json(exclude_none=True).encode()
            between = b",\n"
        yield b"\n]}\n"

    return Stream(pieces)


def _pack(registry: "Registry") -> Any:  # noqa: ANN401 - a model made from a declaration
    return object_answer(registry.kind["planarity-pack"])(registry)


EDIT = Request(
    "PATCH /planarity/packs/{label}",
    "planarity pack edit",
    edit,
    _describe_update,
    "planarity/packs",
    Stores.UPDATES,
    _pack,
    problems=(409,),
)
