"""`ludex planarity pack`: named lists of levels in the order to play them."""

from typing import Annotated

import typer

from ludex.cli.games import registry
from ludex.cli.lists import write_list
from ludex.cli.opening import opened
from ludex.cli.output import Json, write
from ludex.cli.stored_objects import delete_object, find_object

app = typer.Typer(help="Packs: named lists of levels, ordered by grade.", no_args_is_help=True)

Slug = Annotated[str, typer.Argument(metavar="PACK", help="The pack's slug.")]

_PACK, _LEVEL = "planarity-pack", "planarity-level"


@app.command("list")
def list_packs(as_json: Json = False) -> None:
    """List the stored packs; as JSON a pack a line."""
    write_list(registry().kind[_PACK], [], form="ndjson" if as_json else "table")


@app.command()
def show(slug: Slug, as_json: Json = False) -> None:
    """List the levels of a pack in the order to play them; as JSON a level a line."""
    pack = find_object(slug, _PACK)
    write_list(registry().kind[_LEVEL], [("pack", pack.label)], "grade", form="ndjson" if as_json else "table")


@app.command("next")
def next_level(
    slug: Slug,
    after: Annotated[str | None, typer.Option("--after", help="A level's label; the first one if not given.")] = None,
    as_json: Json = False,
) -> None:
    """Show the level of a pack that comes after a given one, or the first."""
    from ludex.operations.planarity.packs import next_level as following

    with opened() as catalogue:
        found = following(catalogue, after, pack=slug)
    if as_json:
        write([f'{{"level":{"null" if found is None else found.text()}}}'])
    else:
        write(["none: that was the last one" if found is None else found.label])


@app.command()
def add(
    slug: Annotated[str, typer.Argument(help="The pack's name: small letters and digits, in words joined by `-`.")],
    levels: Annotated[list[str], typer.Argument(metavar="LEVEL...", help="Labels of stored levels.")],
    title: Annotated[str | None, typer.Option("--title", help="What it is called.")] = None,
    description: Annotated[str, typer.Option("--description", help="What it is.")] = "",
) -> None:
    """Store a pack of your own. Its levels are ordered by grade, whatever their order here."""
    from ludex.operations.planarity.packs import create_pack

    with opened() as catalogue:
        made = create_pack(catalogue, slug, title or slug, levels, description)
    state = "stored" if made.stored.created else "known before"
    write([f"{slug}: {len(set(made.places))} levels: {state}"])


@app.command()
def remove(slug: Slug) -> None:
    """Delete a pack of your own; its levels stay."""
    delete_object(slug, _PACK)
