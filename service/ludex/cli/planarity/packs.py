"""`ludex planarity pack`: named lists of levels in the order to play them."""

from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.planarity.objects import Objects, list_objects

app = typer.Typer(help="Packs: named lists of levels, ordered by grade.", no_args_is_help=True)

Slug = Annotated[str, typer.Argument(metavar="PACK", help="The pack's slug.")]


@app.command("list")
def list_packs(as_json: Json = False) -> None:
    """List the stored packs."""
    list_objects(Objects.PACKS, as_json=as_json)


@app.command()
def show(slug: Slug, as_json: Json = False) -> None:
    """List the levels of a pack in the order to play them; as JSON a level a line."""
    _require(slug)
    list_objects(Objects.LEVELS, where=[f"pack={slug}"], sort="grade", as_json=as_json)


@app.command("next")
def next_level(
    slug: Slug,
    after: Annotated[str | None, typer.Option("--after", help="A level's label; the first one if not given.")] = None,
    as_json: Json = False,
) -> None:
    """Show the level of a pack that comes after a given one, or the first."""
    from ludex.api.planarity.levels import show as answer_of
    from ludex.api.planarity.packs import NextLevel
    from ludex.catalogue.planarity.levels import next_level as found_after
    from ludex.cli.planarity.sources import load_level

    _require(slug)
    before = None if after is None else load_level(after)
    with opened() as database, database.reading() as session:
        found = found_after(session, before, {"pack": slug})
    model = NextLevel(level=None if found is None else answer_of(found))
    output.answer(model, as_json, ["none: that was the last one" if found is None else found.label])


@app.command()
def add(
    slug: Annotated[str, typer.Argument(help="The pack's name: small letters and digits, in words joined by `-`.")],
    levels: Annotated[list[str], typer.Argument(metavar="LEVEL...", help="Labels of stored levels.")],
    title: Annotated[str | None, typer.Option("--title", help="What it is called.")] = None,
    description: Annotated[str, typer.Option("--description", help="What it is.")] = "",
) -> None:
    """Store a pack of your own. Its levels are ordered by grade, whatever their order here."""
    from ludex.catalogue.planarity.packs import create_pack

    with opened() as database, database.writing() as session:
        created = create_pack(session, slug, title or slug, description, levels).created
    output.write([f"{slug}: {len(set(levels))} levels: {'stored' if created else 'known before'}"])


@app.command()
def remove(slug: Slug) -> None:
    """Delete a pack of your own; its levels stay."""
    from ludex.catalogue.planarity.packs import UnknownPack, delete_pack

    try:
        with opened() as database, database.writing() as session:
            delete_pack(session, slug)
    except UnknownPack:
        raise _no_pack(slug) from None
    output.write([f"{slug} is deleted"])


def _require(slug: str) -> None:
    from ludex.catalogue.planarity.packs import find_pack

    with opened() as database, database.reading() as session:
        if find_pack(session, slug) is None:
            raise _no_pack(slug)


def _no_pack(slug: str) -> CommandError:
    return CommandError(f"there is no pack {slug!r}; `ludex planarity pack list` shows those that are stored")
