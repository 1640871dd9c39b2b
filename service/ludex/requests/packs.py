"""Requests for packs of levels: store, edit, look up, sort, export and delete them, and walk through their levels.

Every game that has packs offers the same requests. In card games, the levels are positions.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pydantic import Field, create_model

from ludex import operations
from ludex.catalogue import objects
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault
from ludex.pictures.figures import Figure
from ludex.requests import bounds
from ludex.requests.declaration import Given, Listing, TimeLimit, declaration_of, request
from ludex.requests.fields import (
    Argument,
    Description,
    Forms,
    Label,
    OneOfModel,
    Option,
    ResponseModel,
    ServiceBounds,
    SlugText,
    Title,
    example,
    require_one,
)
from ludex.requests.json_text import json_text
from ludex.requests.response_models import item_model
from ludex.requests.results import OfKind, Stream
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.stored_objects import delete
from ludex.requests.text_input import label_of_item
from ludex.requests.values import StoredValue, Value

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kinds.kind import Identity, Kind
    from ludex.catalogue.kinds.registry import Registry
    from ludex.catalogue.objects.reading import ObjectView

_Order = Literal["grade", "given"]
_Labels = Annotated[Sequence[Label], ServiceBounds(bounds.PACK_LEVELS)]
_SomeLabels = Annotated[Sequence[Label], Field(min_length=1), ServiceBounds(bounds.PACK_LEVELS)]
_Query = Annotated[str, Field(min_length=1, max_length=bounds.QUERY_CHARACTERS)]
_Pack = Annotated[Label, Argument("PACK", "The pack's slug."), Field(description="Label or slug of the pack.")]
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


@dataclass(frozen=True, slots=True)
class GamePacks:
    """The packs of a game: the game's name in addresses, and the kinds of packs and levels with their addresses.

    `title` begins the names of models. `file` is the model of a level in a file, and `write(label, grade, value,
    pictures)` returns a level in this form. `hints(level, budget)` returns the fields of the model that contain its
    hints. `columns` are the columns of a list of levels, and `example` is the label of a level.
    """

    game: str
    title: str
    kind: str
    level: str
    levels: str
    file: type[PackFileLevel]
    write: Callable[[str, int, Any, bool], PackFileLevel]
    columns: tuple[str, ...]
    example: str
    hints: Callable[[Any, Budget], Mapping[str, Any]] = lambda _level, _budget: {}

    @staticmethod
    def grade(level: "ObjectView") -> int:
        """Return the grade of a stored level of a pack."""
        document: Any = level.document()
        grade: int = document.difficulty.grade
        return grade

    def of(self, session: Session) -> Any:  # noqa: ANN401 - a kind
        """Return the kind of the packs."""
        return session.registry.kind[self.kind]


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
        return value.game == packs.game if value.game else value.labels()[0].startswith(f"{packs.level}-")

    def identify(pack: Pack, budget: Budget) -> "Identity":
        return operations.packs.identify(kind, pack.slug, pack.title, pack.description, len(pack.levels), budget)

    def add(catalogue: "Catalogue", pack: Pack, _budget: Budget, _find: str | None) -> StoredValue:
        created = operations.packs.create_pack(catalogue, kind, pack.slug, pack.title, pack.labels(), pack.description)
        return StoredValue(created.stored, created.places)

    return Value(f"Pack of {packs.levels}", accepts, kind.name, identify, add)


def pack_requests(packs: GamePacks) -> tuple[Any, ...]:
    """Return the requests for the packs of a game."""
    return (*_storing(packs), _exporting(packs), *_reading(packs))


def _storing(packs: GamePacks) -> tuple[Any, ...]:
    """Return the requests that store, change and delete packs."""
    address, command = f"{packs.game}/packs", f"{packs.game} pack"

    class LevelsInput(PackLevels):
        model_config = example(slug="my-pack", title="Mine", levels=[packs.example])

        def read(self, session: Session) -> Sequence[str]:
            """Return the labels of the levels. Raises Fault."""
            require_one(self, "levels", "job", "where")
            if self.where is not None:
                return operations.packs.labels_of_query(session.store, packs.of(session), self.where)
            if self.job is not None:
                return operations.packs.labels_of_job(session.store, packs.of(session), self.job)
            return operations.packs.labels_of_names(session.store, packs.of(session), self.levels or ())

    @request(
        f"POST /{address}",
        command=f"{command} add SLUG LEVEL...",
        subject=address,
        writes="store",
        text=_text_of_pack,
        lacks=_OWN,
        problems=(409,),
    )
    def add_pack(
        catalogue: Session,
        slug: SlugText,
        levels: Annotated[Sequence[str], Given(LevelsInput)],
        title: Title | None = None,
        description: Description = "",
        order: _Order = "grade",
        *,
        solved: bool = False,
    ) -> Annotated[StoredObject, OfKind(packs.kind)]:
        """Store a pack of stored levels.

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
        of = operations.packs.PackOrder(order)
        done = operations.packs.create_pack(
            catalogue.store, packs.of(catalogue), slug, title or slug, levels, description, of, solved=solved
        )
        return StoredObject.of(catalogue, replace(done.stored, matching=done.places))

    @request(
        f"PATCH /{address}/{{label}}",
        command=f"{command} edit PACK LEVEL...",
        subject=address,
        writes="edit",
        text=_text_of_pack,
        lacks=_OWN,
        problems=(409,),
        example={"add": [packs.example], "order": "grade", "title": "Mine"},
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
    ) -> Annotated[StoredObject, OfKind(packs.kind)]:
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
        found = () if where is None else operations.packs.labels_of_query(catalogue.store, packs.of(catalogue), where)
        given = {"levels": levels, "add": [*(add or ()), *found], "remove": remove or ()}
        labels = {
            name: operations.packs.labels_of_names(catalogue.store, packs.of(catalogue), names, name)
            for name, names in given.items()
            if names is not None
        }
        of = operations.packs.PackOrder(order)
        change = operations.packs.PackEdit(
            **labels, order=of, title=title, description=description, job=job, slug=slug, solved=solved
        )
        return StoredObject(catalogue, operations.packs.edit_pack(catalogue.store, packs.of(catalogue), label, change))

    remove_pack = declaration_of(delete).with_fixed(
        f"{command} remove LABEL",
        "Delete a pack, but not its levels. Packs of the starting catalogue cannot be deleted.",
        kind=packs.kind,
    )

    return (add_pack, edit_pack, remove_pack)


def _reading(packs: GamePacks) -> tuple[Any, ...]:
    """Return the requests that list the levels of packs."""
    address, command, title = f"{packs.game}/packs", f"{packs.game} pack", packs.title

    def next_model(registry: "Registry") -> type[Any]:
        level: Any = item_model(registry.kind[packs.level]) | None
        about = Field(description="The level; null after the last level.")
        return create_model(
            f"Next{title}Level", __base__=ResponseModel, __doc__=NextLevel.__doc__, level=(level, about)
        )

    @request(
        f"GET /{address}/{{label}}/levels",
        command=f"{command} show PACK",
        subject=address,
        columns=packs.columns,
        streams=True,
        lacks=_LISTED,
    )
    def levels_of_pack(catalogue: Session, label: _Pack) -> Listing[Annotated[StoredObject, OfKind(packs.level)]]:
        """List the levels of a pack in playing order."""
        from ludex.catalogue.kinds.pack import HAS_LEVEL
        from ludex.requests.kind_lists import linked_objects

        kinds = catalogue.registry.kind
        with catalogue.reading() as reader:
            pack = objects.reading.find(reader, label, kinds[packs.kind]).id
        return linked_objects(catalogue, pack, HAS_LEVEL, kinds[packs.level])

    @request(
        f"GET /{address}/{{label}}/next",
        command=f"{command} next PACK",
        subject=address,
        text=_text_of_next,
        answers=next_model,
        lacks=_LISTED,
    )
    def next_in_pack(catalogue: Session, label: _Pack, after: Label | None = None) -> NextLevel:
        """Return the first level of a pack, or the level after a given level.

        Parameters
        ----------
        after
            Label of a level; by default, the first level is returned.
        """
        try:
            found = operations.packs.next_of_pack(catalogue.store, packs.of(catalogue), label, after)
        except operations.packs.UnknownPack:
            raise
        except (operations.packs.NotInPack, objects.reading.UnknownObject) as error:
            raise Fault(str(error), ("after",)) from None
        return NextLevel(None if found is None else StoredObject(catalogue, found.listed()))

    @request(
        f"GET /{packs.levels}/{{label}}/next",
        subject=packs.levels,
        text=_text_of_next,
        answers=next_model,
        lacks={"command": f"`ludex {command} next`", **_LISTED},
    )
    def next_level(catalogue: Session, label: Label, pack: Label | None = None) -> NextLevel:
        """Return the level that follows a given level in a pack, or among all levels by grade.

        Parameters
        ----------
        label
            Label or slug of the level.
        pack
            Label or slug of a pack; by default all levels.
        """
        try:
            if pack is None:
                found = operations.packs.next_level(catalogue.store, catalogue.registry.kind[packs.level], label)
            else:
                found = operations.packs.next_of_pack(catalogue.store, packs.of(catalogue), pack, label)
        except operations.packs.NotInPack as error:
            raise Fault(str(error), ("label",)) from None
        except operations.packs.UnknownPack as error:
            raise Fault(str(error), ("pack",)) from None
        return NextLevel(None if found is None else StoredObject(catalogue, found.listed()))

    return (next_level, levels_of_pack, next_in_pack)


@dataclass(frozen=True)
class PackExport(Stream[Any]):
    """The file of a pack. `archive` returns the same with pictures and a schema as a ZIP archive."""

    archive: Callable[[], bytes] = bytes


@dataclass(frozen=True, slots=True)
class _Export:
    """Writes a pack with a document. `model` is the model of the file."""

    catalogue: Session
    packs: GamePacks
    pack: Any
    model: type[ResponseModel]
    pictures: bool
    time_limit: float | None

    def levels(self) -> "Iterator[tuple[ObjectView, Any]]":
        kind = self.packs.of(self.catalogue)
        return operations.packs.levels_of_pack(self.catalogue.store, kind, self.pack.label)

    def hints(self, budget: Budget) -> dict[str, dict[str, Any]]:
        """Return the fields with the hints of the levels, by label, as far as the time suffices."""
        found: dict[str, dict[str, Any]] = {}
        with suppress(BudgetExhausted):
            for view, level in self.levels():
                found[view.label] = dict(self.packs.hints(level, budget))
        return found

    def pieces(self, fields: Mapping[str, Mapping[str, Any]]) -> Iterator[bytes]:
        """Yield the file. `fields` replaces fields of the levels, by label."""
        names = {name: getattr(self.pack, name) for name in self.model.model_fields if name != "levels"}
        yield f'{json_text(names)[:-1]},"levels":['.encode()
        between = b"\n"
        for view, level in self.levels():
            written = self.packs.write(view.label, self.packs.grade(view), level, self.pictures)
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
            remedy = f"`ludex {self.packs.game} pack export` makes larger archives"
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
            schema = json.dumps(self.model.model_json_schema(), indent=1)
            archive.writestr(ZipInfo("schema.json"), schema, ZIP_DEFLATED)
        return file.getvalue()


def _exporting(packs: GamePacks) -> Any:  # noqa: ANN401 - a request
    """Return the request that exports a pack."""
    pack_file = create_model(
        f"{packs.title}PackFile",
        __base__=ResponseModel,
        __doc__="A pack with its levels in playing order and their solutions.",
        label=(str, Field(description="Label of the pack.")),
        slug=(str, Field(description="Name of the pack.")),
        title=(str, Field(description="Title of the pack.")),
        description=(str, Field(description="Description of the pack.")),
        levels=(list[packs.file], Field(description="The levels in playing order.")),  # type: ignore[name-defined]
    )

    @request(
        f"GET /{packs.game}/packs/{{label}}/export",
        command=f"{packs.game} pack export PACK",
        subject=f"{packs.game}/packs",
        formats={"zip": lambda result: result.archive()},
        lacks={"tool": "a whole file", "job": "a command has no time limit"},
    )
    def export(
        catalogue: Session, label: _Pack, pictures: bool = False, hints: bool = False, *, time_limit: TimeLimit = None
    ) -> Stream[pack_file]:  # type: ignore[valid-type]
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
        with catalogue.reading() as reader:
            pack = objects.reading.find(reader, label, packs.of(catalogue)).document()
        written = _Export(catalogue, packs, pack, pack_file, pictures, time_limit)
        found: Mapping[str, Mapping[str, Any]] = {}
        if hints:
            with catalogue.searching(time_limit) as budget:
                found = written.hints(budget)
        return PackExport(partial(written.pieces, found), archive=written.archive)

    return export
