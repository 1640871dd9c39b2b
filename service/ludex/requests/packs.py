"""Requests for packs of levels: store, edit, look up, sort, export and delete them, and walk through their levels.

Every game that has packs offers the same requests. In card games, the levels are positions.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Union
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pydantic import Field, create_model

from ludex import operations
from ludex.catalogue import objects
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault
from ludex.games import Game, games, part, parts
from ludex.pictures.figures import Figure
from ludex.requests import bounds
from ludex.requests.declaration import Given, Listing, TimeLimit, declaration_of, request
from ludex.requests.fields import (
    Argument,
    Description,
    Forms,
    KnownNames,
    Label,
    OneOfModel,
    Option,
    ResponseModel,
    ServiceBounds,
    SlugText,
    Title,
    require_one,
)
from ludex.requests.json_text import json_text
from ludex.requests.media import Subject
from ludex.requests.response_models import item_model, object_answer, stored_answer
from ludex.requests.results import Stream
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_input import label_of_item
from ludex.requests.values import StoredValue, Value

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kinds.kind import Identity, Kind
    from ludex.catalogue.kinds.registry import AnyKind, Registry
    from ludex.catalogue.objects.reading import ObjectView

_Order = Literal["grade", "given"]
_Labels = Annotated[Sequence[Label], ServiceBounds(bounds.PACK_LEVELS)]
_SomeLabels = Annotated[Sequence[Label], Field(min_length=1), ServiceBounds(bounds.PACK_LEVELS)]
_Query = Annotated[str, Field(min_length=1, max_length=bounds.QUERY_CHARACTERS)]
_Pack = Annotated[Label, Argument("PACK", "The pack's slug."), Field(description="Label or slug of the pack.")]
_Game = Annotated[
    Label, KnownNames(lambda: [game.name for game in games() if game.packs]), Field(description="Name of the game.")
]
_Levels = Annotated[
    str,
    KnownNames(lambda: {packs.levels for packs in parts("packs")}),
    Field(description="Name of the list of levels."),
]
PACKS = Subject("packs", "Packs", "Named lists of levels, or of positions of card games, in playing order.")
_OWN = {"tool": "packs are made by people and games"}
_LISTED = {"tool": "the tools of the graph list the levels of a pack"}


def _words(text: str) -> list[str]:
    """Split a command-line argument into labels.

    >>> _words("a,b c")
    ['a', 'b', 'c']
    """
    return text.replace(",", " ").split()


class PackLevels(OneOfModel):
    """The levels of a pack, a job that stored them, or a query that they match."""

    FORMS: ClassVar[Forms] = ((("levels",), ("job",), ("where",)),)

    levels: Annotated[
        _SomeLabels | None, Argument("LEVEL...", "Labels of stored levels.", label_of_item, each=True)
    ] = Field(default=None, description="Labels of the levels of the pack.")
    job: Label | None = Field(
        default=None,
        description="Id of a job, instead of `levels`: the pack has the levels that the job stored, except levels "
        "without a grade.",
    )
    where: _Query | None = Field(
        default=None,
        description="A query, instead of `levels`: the pack has the levels that match it and have a grade.",
    )

    def labels(self, catalogue: Session, kind: "AnyKind") -> Sequence[str]:
        """Return the labels of the levels. Raises Fault."""
        require_one(self, "levels", "job", "where")
        if self.where is not None:
            return operations.packs.labels_of_query(catalogue.store, kind, self.where)
        if self.job is not None:
            return operations.packs.labels_of_job(catalogue.store, kind, self.job)
        return operations.packs.labels_of_names(catalogue.store, kind, self.levels or ())


class PackFileLevel(ResponseModel):
    """A level of a pack in a file. Each game adds the level itself and its solution."""

    label: str = Field(description="Label of the level.")
    grade: int = Field(description="Difficulty grade.")
    title: str | None = Field(default=None, description="Title of the level, if it has one.")
    tags: list[str] | None = Field(default=None, description="Tags of the level, if it has any.")
    data: dict[str, Any] | None = Field(default=None, description="Data that the keepers of the level gave to it.")


@dataclass(frozen=True, slots=True)
class NextLevel:
    """The next level, in pack order or by grade and age.

    Attributes
    ----------
    level
        The level; None after the last level.
    """

    level: StoredObject | None


_THUMBNAIL = Figure(width=480, labels=False)


def _text_of_pack(result: StoredObject) -> Iterator[str]:
    state = ": stored" if result.created else "" if result.stored is None else ": already stored"
    yield f"{result['slug']}: {result['size']} levels{state}"


def _text_of_next(found: NextLevel) -> list[str]:
    return ["none: that was the last level" if found.level is None else found.level.label]


@dataclass(frozen=True)
class GamePacks:
    """The packs of a game: the kinds of packs and of their levels, and the name of the list of levels in addresses.

    `file` is the model of a level in a file, and `write(label, grade, value, pictures)` returns a level in this form.
    `hints(level, budget)` returns the fields of the model that contain its hints. `columns` are the columns of a list
    of levels.
    """

    kind: str
    level: str
    levels: str
    file: type[PackFileLevel]
    write: Callable[[str, int, Any, bool], PackFileLevel]
    columns: tuple[str, ...]
    hints: Callable[[Any, Budget], Mapping[str, Any]] = lambda _level, _budget: {}

    @cached_property
    def pack_file(self) -> type[ResponseModel]:
        """The model of the file of a pack."""
        model: type[ResponseModel] = create_model(
            f"{self.file.__name__.removesuffix('Level')}File",
            __base__=ResponseModel,
            __doc__="A pack with its levels in playing order and their solutions.",
            label=(str, Field(description="Label of the pack.")),
            slug=(str, Field(description="Name of the pack.")),
            title=(str, Field(description="Title of the pack.")),
            description=(str, Field(description="Description of the pack.")),
            levels=(list[self.file], Field(description="The levels in playing order.")),  # type: ignore[name-defined]
        )
        return model


def _every(registry: "Registry") -> list[GamePacks]:
    """Return the packs of the games of a catalogue."""
    return [packs for packs in parts("packs") if packs.kind in registry.kind]


def _of(catalogue: Session, game: str) -> tuple[GamePacks, "AnyKind"]:
    """Return the packs of a game, and their kind. Raises UnknownObject."""
    kinds = catalogue.registry.kind
    found = next((packs for packs in _every(catalogue.registry) if kinds[packs.kind].address == f"{game}/packs"), None)
    if found is None:
        raise objects.reading.UnknownObject(f"there is no game {game!r} with packs")
    return found, kinds[found.kind]


@dataclass(frozen=True, slots=True)
class Pack:
    """A named list of levels, which :meth:`ludex.Catalogue.add` stores in grade order.

    Parameters
    ----------
    slug : str
        The unique name: lower-case letters and digits, in words joined by ``-``.
    title : str
        The title.
    levels : sequence of str or StoredObject
        The levels, or the positions of a card game, as labels or stored objects; repeated levels are stored once.
    description : str
        A one-sentence description.
    game : str
        The name of the game, which is only needed if there are no levels.

    Examples
    --------
    >>> Pack("short", "Short ones", ["planarity-level-9-12-ksfrvvaet5q3yjvl"]).slug
    'short'
    """

    slug: str
    title: str
    levels: Sequence[Any]
    description: str = ""
    game: str = ""

    def __post_init__(self) -> None:
        if not self.levels and not self.game:
            raise ValueError("a pack without levels needs the name of its `game`")

    def labels(self) -> list[str]:
        """Return the labels of the levels."""
        return [str(level) for level in self.levels]


def pack_value(packs: GamePacks, kind: "Kind[Any, Any]") -> Value:
    """Return the type of values that are packs of a game."""

    def accepts(value: object) -> bool:
        if not isinstance(value, Pack):
            return False
        if value.game:
            return kind.address == f"{value.game}/packs"
        return value.labels()[0].startswith(f"{packs.level}-")

    def identify(pack: Pack, budget: Budget) -> "Identity":
        return operations.packs.identify(kind, pack.slug, pack.title, pack.description, len(pack.levels), budget)

    def add(catalogue: "Catalogue", pack: Pack, _budget: Budget, _find: str | None) -> StoredValue:
        created = operations.packs.create_pack(catalogue, kind, pack.slug, pack.title, pack.labels(), pack.description)
        return StoredValue(created.stored, created.places)

    levels = kind.address.replace("packs", packs.levels)
    return Value(f"Pack of {levels}", accepts, kind.name, identify, add)


def _stored_models(registry: "Registry") -> tuple[Any, ...]:
    return tuple(stored_answer(packs.kind)(registry) for packs in _every(registry))


@request(
    "POST /{game}/packs",
    command="{game} pack add SLUG LEVEL...",
    subject=PACKS,
    writes="store",
    text=_text_of_pack,
    lacks=_OWN,
    problems=(409,),
    answers=_stored_models,
)
def add_pack(
    catalogue: Session,
    slug: SlugText,
    levels: Annotated[Sequence[str] | PackLevels, Given(PackLevels, method="")],
    title: Title | None = None,
    description: Description = "",
    order: _Order = "grade",
    *,
    solved: bool = False,
    game: _Game,
) -> StoredObject:
    """Store a pack of stored levels, or of positions of a card game.

    Returns 201 if the pack is new. If it is stored already, returns 200, and entry i of `matching` is the index, in
    the pack, of level i of the request or job. Returns 409 if the slug names another pack.

    Parameters
    ----------
    slug
        Unique name: lower-case letters and digits, in words joined by `-`.
    levels
        Labels of the levels.
    title
        Title.
    description
        Description.
    order
        `grade`: order by grade and age; `given`: keep this order.
    solved
        Whether levels that are solved at the start are allowed.
    """
    _, kind = _of(catalogue, game)
    labels = levels.labels(catalogue, kind) if isinstance(levels, PackLevels) else levels
    of = operations.packs.PackOrder(order)
    done = operations.packs.create_pack(
        catalogue.store, kind, slug, title or slug, labels, description, of, solved=solved
    )
    return StoredObject.of(catalogue, replace(done.stored, matching=done.places))


@request(
    "PATCH /{game}/packs/{label}",
    command="{game} pack edit PACK LEVEL...",
    subject=PACKS,
    writes="edit",
    text=_text_of_pack,
    lacks=_OWN,
    problems=(409,),
    answers=lambda registry: tuple(object_answer(registry.kind[packs.kind])(registry) for packs in _every(registry)),
)
def edit_pack(
    catalogue: Session,
    label: _Pack,
    levels: Annotated[
        _Labels | None, Argument("LEVEL...", "The new levels of the pack.", label_of_item, each=True)
    ] = None,
    remove: Annotated[_Labels | None, Option(("--remove",), _words)] = None,
    add: Annotated[_Labels | None, Option(("--add",), _words)] = None,
    job: Label | None = None,
    where: _Query | None = None,
    order: _Order = "given",
    slug: SlugText | None = None,
    title: Title | None = None,
    description: Description | None = None,
    solved: bool = False,
    *,
    game: _Game,
) -> StoredObject:
    """Change the levels, the order, the slug, the title or the description of a pack of your own.

    First, `levels` replaces all levels. Then the levels in `remove` are removed, and the levels in `add` and the
    levels stored by `job` are appended. `order: given` leaves the resulting order unchanged, and `order: grade`
    sorts by grade. Returns 409 for a pack of the starting catalogue, and if the new slug names another pack.

    Parameters
    ----------
    levels
        Labels that replace all levels, in this order.
    remove
        Labels of levels to remove.
    add
        Labels of levels to append.
    job
        Id of a job: append the levels that the job stored, except levels without a grade.
    where
        A query: append the levels that match it, except levels without a grade.
    order
        `given`: keep this order; `grade`: order by grade and age.
    slug
        New slug, which replaces the slugs of the pack.
    title
        New title.
    description
        New description.
    solved
        Whether new levels that are solved at the start are allowed.
    """
    _, kind = _of(catalogue, game)
    found = () if where is None else operations.packs.labels_of_query(catalogue.store, kind, where)
    given = {"levels": levels, "add": [*(add or ()), *found], "remove": remove or ()}
    labels = {
        name: operations.packs.labels_of_names(catalogue.store, kind, names, name)
        for name, names in given.items()
        if names is not None
    }
    of = operations.packs.PackOrder(order)
    change = operations.packs.PackEdit(
        **labels, order=of, title=title, description=description, job=job, slug=slug, solved=solved
    )
    return StoredObject(catalogue, operations.packs.edit_pack(catalogue.store, kind, label, change))


def _levels(registry: "Registry") -> Any:  # noqa: ANN401 - a type
    return Union[tuple(item_model(registry.kind[packs.level]) for packs in _every(registry))]  # noqa: UP007


def _next_model(registry: "Registry") -> type[Any]:
    level = (_levels(registry) | None, Field(description="The level; null after the last level."))
    return create_model("NextLevel", __base__=ResponseModel, __doc__=NextLevel.__doc__, level=level)


@request(
    "GET /{game}/packs/{label}/levels",
    command="{game} pack show PACK",
    subject=PACKS,
    streams=True,
    lacks=_LISTED,
    answers=_levels,
)
def levels_of_pack(catalogue: Session, label: _Pack, *, game: _Game) -> Listing[StoredObject]:
    """List the levels of a pack in playing order."""
    from ludex.requests.kind_lists import linked_objects

    packs, kind = _of(catalogue, game)
    with catalogue.reading() as reader:
        pack = objects.reading.find(reader, label, kind).id
    return linked_objects(catalogue, pack, "has-level", catalogue.registry.kind[packs.level])


@request(
    "GET /{game}/packs/{label}/next",
    command="{game} pack next PACK",
    subject=PACKS,
    text=_text_of_next,
    answers=_next_model,
    lacks=_LISTED,
)
def next_in_pack(catalogue: Session, label: _Pack, after: Label | None = None, *, game: _Game) -> NextLevel:
    """Return the first level of a pack, or the level after a given level.

    Parameters
    ----------
    after
        Label of a level; by default, the first level is returned.
    """
    try:
        found = operations.packs.next_of_pack(catalogue.store, _of(catalogue, game)[1], label, after)
    except operations.packs.UnknownPack:
        raise
    except (operations.packs.NotInPack, objects.reading.UnknownObject) as error:
        raise Fault(str(error), ("after",)) from None
    return NextLevel(None if found is None else StoredObject(catalogue, found.listed()))


@request(
    "GET /{game}/{kinds}/{label}/next",
    subject=PACKS,
    text=_text_of_next,
    answers=_next_model,
    lacks={"command": "`ludex GAME pack next`", **_LISTED},
)
def next_level(
    catalogue: Session, label: Label, pack: Label | None = None, *, game: _Game, kinds: _Levels
) -> NextLevel:
    """Return the level that follows a given level in a pack, or among all levels by grade.

    Parameters
    ----------
    label
        Label or slug of the level.
    pack
        Label or slug of a pack; by default all levels.
    """
    packs, kind = _of(catalogue, game)
    level = catalogue.registry.kind[packs.level]
    if kinds != packs.levels:
        raise objects.reading.UnknownObject(f"there are no packs of {game}/{kinds}")
    try:
        if pack is None:
            found = operations.packs.next_level(catalogue.store, level, label)
        else:
            found = operations.packs.next_of_pack(catalogue.store, kind, pack, label)
    except operations.packs.NotInPack as error:
        raise Fault(str(error), ("label",)) from None
    except operations.packs.UnknownPack as error:
        raise Fault(str(error), ("pack",)) from None
    return NextLevel(None if found is None else StoredObject(catalogue, found.listed()))


def _grade(level: "ObjectView") -> int:
    document: Any = level.document()
    grade: int = document.difficulty.grade
    return grade


@dataclass(frozen=True)
class PackExport(Stream[Any]):
    """The file of a pack. `archive` returns the same with pictures and a schema as a ZIP archive."""

    archive: Callable[[], bytes] = bytes


@dataclass(frozen=True, slots=True)
class _Export:
    """Writes a pack with a document."""

    catalogue: Session
    packs: GamePacks
    kind: "AnyKind"
    pack: Any
    pictures: bool
    time_limit: float | None

    def levels(self) -> "Iterator[tuple[ObjectView, Any]]":
        return operations.packs.levels_of_pack(self.catalogue.store, self.kind, self.pack.label)

    def hints(self, budget: Budget) -> dict[str, dict[str, Any]]:
        """Return the fields with the hints of the levels, by label, as far as the time suffices."""
        found: dict[str, dict[str, Any]] = {}
        with suppress(BudgetExhausted):
            for view, level in self.levels():
                found[view.label] = dict(self.packs.hints(level, budget))
        return found

    def pieces(self, fields: Mapping[str, Mapping[str, Any]]) -> Iterator[bytes]:
        """Yield the file. `fields` replaces fields of the levels, by label."""
        names = {name: getattr(self.pack, name) for name in self.packs.pack_file.model_fields if name != "levels"}
        yield f'{json_text(names)[:-1]},"levels":['.encode()
        between = b"\n"
        for view, level in self.levels():
            written = self.packs.write(view.label, _grade(view), level, self.pictures)
            document = json.loads(view.text())
            own = {name: document[name] for name in ("title", "tags", "data") if document.get(name)}
            written = written.model_copy(update=own | dict(fields.get(view.label, {})))
            yield between + written.model_dump_json(exclude_none=True).encode()
            between = b",\n"
        yield b"\n]}\n"

    def archive(self) -> bytes:
        """Return the archive. The hints take half of the time limit at most.

        Raises Fault if the pack is too large for the service, and BudgetExhausted if the pictures take too long.
        """
        most = self.catalogue.bound(bounds.ARCHIVED_LEVELS)
        if most is not None and self.pack.size > most:
            game = self.kind.address.partition("/")[0]
            remedy = f"`ludex {game} pack export` makes larger archives"
            raise Fault(f"the pack has more than {most:,} levels; {remedy}", ("format",))
        file = BytesIO()
        with (
            self.catalogue.searching(self.time_limit) as budget,
            ZipFile(file, "w") as archive,
            self.catalogue.reading() as reader,
        ):
            fields = self.hints(budget.share(2))
            for number, (view, _) in enumerate(self.levels(), start=1):
                budget.check()
                name = f"pictures/{number:04}.png"
                fields.setdefault(view.label, {})["picture"] = name
                archive.writestr(ZipInfo(name), _THUMBNAIL.rendered(objects.pictures.picture_of(reader, view), "png"))
            archive.writestr(ZipInfo("pack.json"), b"".join(self.pieces(fields)), ZIP_DEFLATED)
            schema = json.dumps(self.packs.pack_file.model_json_schema(), indent=1)
            archive.writestr(ZipInfo("schema.json"), schema, ZIP_DEFLATED)
        return file.getvalue()


@request(
    "GET /{game}/packs/{label}/export",
    command="{game} pack export PACK",
    name="export",
    subject=PACKS,
    formats={"zip": lambda result: result.archive()},
    lacks={"tool": "a whole file", "job": "a command has no time limit"},
    answers=lambda registry: tuple(packs.pack_file for packs in _every(registry)),
)
def export_pack(
    catalogue: Session,
    label: _Pack,
    pictures: bool = False,
    hints: bool = False,
    *,
    time_limit: TimeLimit = None,
    game: _Game,
) -> Stream[Any]:
    """Export a pack as one file: its levels in playing order, each with its grade and a solution.

    With `pictures`, each level also has a picture, and with `hints`, all swaps that continue a shortest solution.
    The format `zip` is an archive of `pack.json` with the hints, `schema.json` (the JSON schema of `pack.json`) and
    PNG pictures. Levels whose hints are not found in time have none.

    Parameters
    ----------
    pictures
        Whether to include a picture of each level as SVG.
    hints
        Whether to include hints for each level.
    """
    packs, kind = _of(catalogue, game)
    with catalogue.reading() as reader:
        pack = objects.reading.find(reader, label, kind).document()
    written = _Export(catalogue, packs, kind, pack, pictures, time_limit)
    found: Mapping[str, Mapping[str, Any]] = {}
    if hints:
        with catalogue.searching(time_limit) as budget:
            found = written.hints(budget)
    return PackExport(partial(written.pieces, found), archive=written.archive)


PACK_REQUESTS = (add_pack, edit_pack, export_pack, next_level, levels_of_pack, next_in_pack)
"""The requests for packs. The API has them once for all games."""


def requests_of(game: Game) -> tuple[Any, ...]:
    """Return the requests of a game as commands and as methods, among them those for its packs."""
    own: tuple[Any, ...] = part(game, "requests") or ()
    packs: GamePacks | None = part(game, "packs")
    if packs is None:
        return own
    of_packs = (declaration_of(of).of_game(packs.columns, game=game.name, kinds=packs.levels) for of in PACK_REQUESTS)
    return (*own, *of_packs)
