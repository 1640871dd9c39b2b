"""Commands for stored objects of any kind: `ludex show`, `draw`, `claims`, `lookup` and `dedup`."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from ludex.cli.game_commands import current_games, open_catalogue, registry
from ludex.cli.output import (
    CommandError,
    Json,
    Output,
    require_writable,
    warn,
    write,
    write_text,
)
from ludex.engine.faults import Fault
from ludex.games import part
from ludex.requests.json_text import json_text
from ludex.requests.text_output import cell

if TYPE_CHECKING:
    from ludex.catalogue.objects.reading import ObjectView
    from ludex.catalogue.storage.snapshot import Reader

KIND_OPTIONS: dict[str, Any] = {
    "allow_extra_args": True,
    "ignore_unknown_options": True,
    "help_option_names": [],
}
"""Settings for a command whose first argument is a kind, which determines the other arguments, options and help."""

Name = Annotated[str, typer.Argument(metavar="LABEL", help="Label or slug of a stored object.")]
Names = Annotated[list[str], typer.Argument(metavar="LABEL...", help="Labels or slugs of stored objects.")]
_Kind = Annotated[
    str,
    typer.Argument(
        metavar="KIND",
        help="Kind of the objects, such as `graphs`. `KIND --help` shows the other arguments.",
        show_default=False,
    ),
]


def _find(reader: "Reader", name: str, kinds: tuple[str, ...]) -> "ObjectView":
    from ludex.catalogue.objects.reading import Replaced, SeveralObjects, UnknownObject, find

    known = reader.registry
    for kind in [known.kind[kind_name] for kind_name in kinds] or [None]:
        try:
            return find(reader, name, kind)
        except SeveralObjects as error:
            raise CommandError(f"{error}; give the label") from None
        except Replaced as error:
            raise CommandError(str(error)) from None
        except UnknownObject:
            continue
    noun = " or ".join(known.kind[kind_name].words for kind_name in kinds) or "object"
    address = f" {known.kind[kinds[0]].address}" if kinds else ""
    raise CommandError(f"there is no {noun} {name!r}; `ludex list{address}` shows the stored objects") from None


def draw_object(name: str, *kinds: str, frames: Literal["solution"] | None = None) -> str:
    """Return the picture, or the frames of the solution, of the object with a label or slug, as SVG.

    Raises CommandError.
    """
    from ludex.catalogue.objects import pictures

    with open_catalogue() as catalogue, catalogue.reading() as reader:
        try:
            return pictures.picture_of(reader, _find(reader, name, kinds), frames=frames)
        except pictures.NoPicture as error:
            raise CommandError(f"{name}: {error}") from None
        except Fault as fault:
            raise CommandError(f"--solution: {fault.message}") from None


def document_lines(text: str) -> Iterator[str]:
    """Yield the members of a JSON object as lines of text, with each item of a list on its own line."""
    members: Mapping[str, Any] = json.loads(text)
    for name, value in members.items():
        if isinstance(value, list):
            yield f"{name}:"
            yield from (f"  {item if isinstance(item, str) else json_text(item)}" for item in value)
        else:
            yield f"{name}: {json_text(value) if isinstance(value, dict) else cell(value)}"


def show_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex show`, or `ludex GAME show` if a game is given."""

    def show(names: Names, as_json: Json = False) -> None:
        """Show stored objects. With --json, each line is one object."""
        from ludex.catalogue.kinds.document import member
        from ludex.catalogue.objects import annotations

        kinds, missing = _kinds_of(game), False
        with open_catalogue() as catalogue, catalogue.reading() as reader:
            for name in names:
                try:
                    found = _find(reader, name, kinds)
                    note = annotations.note_of(reader, found.id)
                    text = found.text(member({"note": note}) if note else None)
                except CommandError as error:
                    if len(names) == 1:
                        raise
                    warn(str(error))
                    missing = True
                else:
                    write([text] if as_json else [*document_lines(text), *([""] if len(names) > 1 else [])])
        if missing:
            raise typer.Exit(2)

    return show


def draw_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex draw`, or `ludex GAME draw` if a game is given."""

    def draw(
        name: Name,
        style: Annotated[
            str, typer.Option("--style", help="screen: in colour; print: black and grey; plain: without background.")
        ] = "screen",
        width: Annotated[
            int | None,
            typer.Option("--width", help="Width in pixels, which are 1/96 inch in PDF and TikZ."),
        ] = None,
        labels: Annotated[bool, typer.Option("--labels/--no-labels", help="Label vertices, cards and bars.")] = True,
        crossings: Annotated[bool, typer.Option("--crossings/--no-crossings", help="Mark crossings.")] = True,
        solution: Annotated[
            bool, typer.Option("--solution", help="Draw a frame for each step of the stored solution.")
        ] = False,
        file: Output = None,
        as_json: Json = False,
    ) -> None:
        """Draw a stored object as SVG, or in the format of the output file: .svg, .png, .pdf or .tex (TikZ).

        With --json, the SVG document is the member `svg`.
        """
        from ludex.cli.figure_files import require_picture, write_picture
        from ludex.pictures.figures import Figure

        figure = Figure(cast("Any", style), labels, crossings, width)
        require_writable(file)
        if not as_json:
            require_picture(file)
        svg = draw_object(name, *_kinds_of(game), frames="solution" if solution else None)
        if as_json:
            write_text(json_text({"svg": figure.svg(svg)}), file)
        else:
            write_picture(svg, file, figure)

    return draw


def _kinds_of(game: str | None) -> tuple[str, ...]:
    """Return the names of the kinds of a game. Without a game, the result is empty, which selects all kinds."""
    return () if game is None else tuple(kind.name for kind in registry().kinds if kind.address.startswith(f"{game}/"))


def lookup_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex lookup`, or `ludex GAME lookup` if a game is given."""

    def lookup(context: typer.Context, kind: _Kind = "--help") -> None:
        """Find the stored object that is equivalent to a given object, such as `graphs Bg`."""
        _run_request("lookup", kind, context, game)

    return lookup


def dedup_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex dedup`, or `ludex GAME dedup` if a game is given."""

    def dedup(context: typer.Context, kind: _Kind = "--help") -> None:
        """Sort given objects into classes of equivalent objects, such as `graphs Bg BW`."""
        _run_request("dedup", kind, context, game)

    return dedup


def _run_request(action: str, kind: str, context: typer.Context, game: str | None) -> None:
    from ludex.cli.request_commands import command_from

    if kind in ("-h", "--help"):
        typer.echo(context.get_help())
        return
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(context_settings={"help_option_names": ["-h", "--help"]})(
        command_from(_find_request(kind, action, game))
    )
    app(args=context.args, prog_name=f"{context.command_path} {kind}", standalone_mode=False)


def _find_request(kind: str, action: str, game: str | None = None) -> Any:  # noqa: ANN401 - a declared function
    """Return the request of a kind whose address ends with the name of an action."""
    address = f"POST /{registry().called(kind, game).address}/{action}"
    for current in current_games():
        for request in part(current, "requests") or ():
            if address in request.declaration.routes:
                return request
    raise CommandError(f"{kind} have no {action}; `ludex {action}` shows the kinds that have it")
