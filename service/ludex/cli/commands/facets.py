"""`ludex facets` and `ludex random`: how often each fact has each value; one object, each with the same probability."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.catalogue import lists
from ludex.cli.commands.lists import kind_called, read_filters, read_options
from ludex.cli.commands.stored_objects import fields_of
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, write
from ludex.engine.compact_json import readable_json
from ludex.engine.random_numbers import RandomNumbers, seed_or_random
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Kind

_Kind = Annotated[str, typer.Argument(metavar="KIND", help="A kind, as `ludex list` names it; filters as for `list`.")]


def facets_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex facets`, or that of one game."""

    def facets(context: typer.Context, kind: _Kind, as_json: Json = False) -> None:
        """Count the objects of a kind by each of their facts, under filters, such as `levels --min_swaps 4`."""
        of, filters = _asked(kind, context.args, game)
        with opened() as catalogue, catalogue.reading() as reader:
            found = lists.listing.facets(reader, of, filters)
        if as_json:
            values = {name: [{"value": one.value, "count": one.count} for one in each] for name, each in found.items()}
            write([readable_json({"facets": values})])
        else:
            rows = [(name, one.value, f"{one.count:,}") for name, each in found.items() for one in each]
            write(table([("fact", "value", "objects"), *rows]))

    return facets


def random_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex random`, or that of one game."""

    def random(
        context: typer.Context,
        kind: _Kind,
        seed: Annotated[int | None, typer.Option("--seed", min=0, help="The same seed, the same object.")] = None,
        as_json: Json = False,
    ) -> None:
        """Show a random object of a kind under filters, such as `levels --min_swaps 4`."""
        from ludex.catalogue.objects.reading import find

        of, filters = _asked(kind, context.args, game)
        with opened() as catalogue, catalogue.reading() as reader:
            chosen = lists.listing.random_one(reader, of, filters, RandomNumbers(seed_or_random(seed)))
            if chosen is None:
                raise CommandError(
                    f"there are no {of.words_of_several} under these filters; `ludex facets {of.address}` shows what "
                    "there is"
                )
            text = find(reader, chosen.label, of).text()
        write([text] if as_json else fields_of(text))

    return random


def _asked(kind: str, words: list[str], game: str | None) -> "tuple[Kind[Any, Any], dict[str, Any]]":
    names, given = read_options([kind, *words])
    if len(names) > 1:
        raise CommandError(f"{names[1]!r} is one argument too many; a filter is `--NAME VALUE`")
    of = kind_called(names[0], game)
    return of, read_filters(of, given)
