"""The command `ludex search`, which finds objects, lists and pages by names, phrases and words."""

from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.errors import CommandError
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import Json, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.engine.budget import Budget


def search(
    text: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT...",
            help="A label or its beginning, a slug, the name of a graph such as `K5`, a position in a notation, a "
            "phrase such as `levels with 6 swaps`, or words.",
        ),
    ],
    limit: Annotated[int, typer.Option("--limit", min=1, help="Maximum number of results.")] = 20,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Search objects, lists, the glossary, the documentation and other pages."""
    from ludex.catalogue.search.searching import search_everything

    def budget() -> "AbstractContextManager[Budget]":
        return search_budget(time_limit)

    with open_catalogue() as catalogue:
        answer = search_everything(catalogue, " ".join(text), budget, limit=limit)
    if answer.faults and not answer.items:
        raise CommandError(answer.faults[0])
    lines = [reading.text for reading in answer.understood]
    rows = [(item.kind, item.title, item.label or item.url) for item in answer.items]
    lines += table([("kind", "title", "label or address"), *rows]) if rows else ["no results"]
    if answer.after is not None:
        lines.append("there are more results; raise --limit")
    result = {
        "items": [asdict(item) for item in answer.items],
        "understood": [asdict(reading) for reading in answer.understood],
        "next": None,
    }
    write_result(result, as_json, lines)
