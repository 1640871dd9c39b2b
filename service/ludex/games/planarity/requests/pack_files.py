"""Packs of levels: one's own changed, and any of them as one file that a game can ship."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ludex.games.planarity import operations
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.packs import PackOrderName
from ludex.requests.answers import object_answer
from ludex.requests.bounds import DESCRIPTION_CHARACTERS, TITLE_CHARACTERS
from ludex.requests.fields import Answer, Argument, Label, Option, RequestModel, ServiceBounds, example
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, Request, Stores, Streamed, UpdatedResult

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry

_Pairs = list[tuple[int, int]]


def _words(text: str) -> list[str]:
    """Return the labels in a word of the command line.

    >>> _words("a,b")
    ['a', 'b']
    """
    return [one for one in text.split(",") if one]


_Labels = Annotated[list[Label], ServiceBounds(bounds.PACK_LEVELS)]


class EditedPack(RequestModel):
    """A pack of your own, and what is to change of it; what is not given stays."""

    model_config = example(add=["planarity-level-8-10-7utzrfjcrnuth2x7"], order="grade", title="Mine")

    label: Annotated[Label, Argument("PACK", "The pack's slug.")] = Field(description="The pack's label or slug.")
    levels: Annotated[_Labels | None, Argument("LEVEL...", "All its levels from now on.", each=True)] = Field(
        default=None, description="All its levels from now on, in their order."
    )
    remove: Annotated[_Labels | None, Option(("--remove",), _words)] = Field(
        default=None, description="Levels that go, by label."
    )
    add: Annotated[_Labels | None, Option(("--add",), _words)] = Field(
        default=None, description="Levels that come at the end, by label."
    )
    order: PackOrderName = Field(default="given", description="As they stand then, or by grade and then by age.")
    title: Annotated[str, Field(min_length=1), ServiceBounds(TITLE_CHARACTERS)] | None = Field(
        default=None, description="What it is called."
    )
    description: Annotated[str, ServiceBounds(DESCRIPTION_CHARACTERS)] | None = Field(
        default=None, description="What it is."
    )


class OfPack(RequestModel):
    """A pack."""

    label: Annotated[Label, Argument("PACK", "The pack's slug.")] = Field(description="The pack's label or slug.")


class ExportedPack(OfPack):
    """A pack, and what its file has."""

    pictures: bool = Field(default=False, description="With the picture of each level, an SVG document.")


class PackedDrawing(Answer):
    """Points, and edges between them: pairs of vertices, which count from 0."""

    points: _Pairs
    edges: _Pairs


class PackedLevel(Answer):
    """A level with one of its shortest solutions: in each swap the two ends of an edge exchange their places."""

    label: str
    grade: int
    min_swaps: int
    drawing: PackedDrawing
    swaps: _Pairs
    picture: str | None = Field(default=None, description="An SVG document, if pictures are asked for.")


class PackFile(Answer):
    """A pack with its levels, in the order to play them, and their solutions."""

    label: str
    slug: str
    title: str
    description: str
    levels: list[PackedLevel]


def edit(asked: EditedPack, work: ExecutionContext) -> UpdatedResult:
    """Change a pack of your own: which levels it has, their order, what it is called.

    `levels` takes the place of all; then those of `remove` go, and those of `add` come at the end. With `order: given`
    they stand so; with `order: grade` they are ordered by grade. 409 for a pack of the starting catalogue.
    """
    change = operations.packs.PackEdit(
        asked.levels,
        asked.add or (),
        asked.remove or (),
        operations.packs.PackOrder(asked.order),
        asked.title,
        asked.description,
    )
    return UpdatedResult(operations.packs.edit_pack(work.catalogue, asked.label, change))


def _changed(made: UpdatedResult, _asked: EditedPack) -> Iterator[str]:
    from ludex.games.planarity.kinds.pack import PackDocument

    pack = made.shown.document()
    assert isinstance(pack, PackDocument)
    yield f"{pack.slug}: {pack.size} levels"


def export(asked: ExportedPack, work: ExecutionContext) -> Streamed:
    """Export a pack as one file: its levels in the order to play them, each with its grade and a shortest solution.

    With `pictures` each has its picture too.
    """
    from ludex.catalogue.objects.reading import find
    from ludex.games.planarity.kinds import PACK

    catalogue = work.catalogue
    with catalogue.reading() as reader:
        pack = find(reader, asked.label, PACK).document()
    names = {name: getattr(pack, name) for name in PackFile.model_fields if name != "levels"}

    def pieces() -> Iterator[bytes]:
        from ludex.games.planarity.pictures.drawings import drawing_svg

        yield f'{json_text(names)[:-1]},"levels":['.encode()
        between = b"\n"
        for found, level in operations.packs.levels_of_pack(catalogue, pack.label):
            drawn = PackedDrawing(points=list(level.drawing.points), edges=list(level.drawing.edges))
            assert level.difficulty is not None and level.difficulty.grade is not None
            assert level.solution.min_swaps is not None
            made = PackedLevel(
                label=found.label,
                grade=level.difficulty.grade,
                min_swaps=level.solution.min_swaps,
                drawing=drawn,
                swaps=list(level.solution.swaps),
                picture=drawing_svg(level.drawing) if asked.pictures else None,
            )
            yield between + made.model_dump_json(exclude_none=True).encode()
            between = b",\n"
        yield b"\n]}\n"

    return Streamed(pieces, lambda: _as_lines(pieces()))


def _as_lines(pieces: Iterable[bytes]) -> Iterator[str]:
    yield b"".join(pieces).decode().removesuffix("\n")


def _pack(registry: "Registry") -> Any:  # noqa: ANN401 - a model made from a declaration
    return object_answer(registry.kind["planarity-pack"])(registry)


EDIT = Request(
    "POST /planarity/packs/{label}",
    "planarity pack edit",
    edit,
    _changed,
    "planarity/packs",
    Stores.CHANGES,
    _pack,
    problems=(409,),
)
EXPORT = Request(
    "GET /planarity/packs/{label}/export",
    "planarity pack export",
    export,
    lambda found, _asked: found.lines(),
    "planarity/packs",
    answers=lambda _registry: PackFile,
)
