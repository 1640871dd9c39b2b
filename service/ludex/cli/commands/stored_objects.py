"""Stored objects on the command line: found by label or slug, shown, drawn, and what came of storing one."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.game_commands import registry
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, Output, complain, require_writable, write, write_text
from ludex.requests.json_text import json_text
from ludex.requests.text_answers import cell

if TYPE_CHECKING:
    from ludex.catalogue.objects.reading import Shown

Name = Annotated[str, typer.Argument(metavar="LABEL", help="The label or slug of a stored object.")]
Names = Annotated[list[str], typer.Argument(metavar="LABEL...", help="The labels or slugs of stored objects.")]


def labelled(text: str, *kinds: str) -> bool:
    """Tell whether a text has the shape of a label of one of these kinds, of any if none is given."""
    found = registry().labelled(text)
    return found is not None and (not kinds or found.name in kinds)


def find_object(name: str, *kinds: str) -> "Shown":
    """Return the object with a label or slug, of one of these kinds, or of any; a built-in one need not be stored.

    Raises CommandError if there is none, or several.
    """
    with opened() as catalogue, catalogue.reading() as reader:
        return _found(reader, name, kinds)


def _found(reader: Any, name: str, kinds: tuple[str, ...]) -> "Shown":  # noqa: ANN401 - a Reader
    from ludex.catalogue.objects.reading import SeveralObjects, UnknownObject, find

    known = reader.registry
    for kind in [known.kind[one] for one in kinds] or [None]:
        try:
            return find(reader, name, kind)
        except SeveralObjects as error:
            raise CommandError(f"{error}; give the label") from None
        except UnknownObject:
            continue
    what = " or ".join(known.kind[one].words for one in kinds) or "object"
    where = f" {known.kind[kinds[0]].address}" if kinds else ""
    raise CommandError(f"there is no {what} {name!r}; `ludex list{where}` shows what is stored") from None


def picture_of(name: str, *kinds: str) -> str:
    """Return the picture of the object with a label or slug, as SVG. Raises CommandError."""
    from ludex.catalogue.objects import pictures

    with opened() as catalogue, catalogue.reading() as reader:
        try:
            return pictures.picture_of(reader, _found(reader, name, kinds))
        except pictures.NoPicture as error:
            raise CommandError(f"{name}: {error}") from None


def delete_object(name: str, kind: str, as_json: bool = False) -> None:
    """Delete the object of a kind, by the kind's name, that has a label or slug, and say so."""
    from ludex.operations.objects import delete

    with opened() as catalogue:
        deleted = delete(catalogue, catalogue.registry.kind[kind], name)
    write([json_text({"deleted": deleted.label})] if as_json else [f"{name} is deleted"])


def fields_of(text: str) -> Iterator[str]:
    """Yield an object of JSON as lines for people; a list has a line an item."""
    values: Mapping[str, Any] = json.loads(text)
    for name, value in values.items():
        if isinstance(value, list):
            yield f"{name}:"
            yield from (f"  {item if isinstance(item, str) else json_text(item)}" for item in value)
        else:
            yield f"{name}: {json_text(value) if isinstance(value, dict) else cell(value)}"


def show_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex show`, or that of one game."""

    def show(names: Names, as_json: Json = False) -> None:
        """Show stored objects; as JSON an object a line."""
        kinds, wrong = _kinds_of(game), False
        with opened() as catalogue, catalogue.reading() as reader:
            for name in names:
                try:
                    text = _found(reader, name, kinds).text()
                except CommandError as error:
                    if len(names) == 1:
                        raise
                    complain(str(error))
                    wrong = True
                else:
                    write([text] if as_json else [*fields_of(text), *([""] if len(names) > 1 else [])])
        if wrong:
            raise typer.Exit(2)

    return show


def draw_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex draw`, or that of one game."""

    def draw(name: Name, file: Output = None, as_json: Json = False) -> None:
        """Draw a stored object as SVG; as JSON the text of it."""
        require_writable(file)
        svg = picture_of(name, *_kinds_of(game))
        write_text(json_text({"svg": svg}) if as_json else svg, file)

    return draw


def _kinds_of(game: str | None) -> tuple[str, ...]:
    """Return the names of the kinds of a game, none for all games."""
    return () if game is None else tuple(kind.name for kind in registry().kinds if kind.address.startswith(f"{game}/"))
