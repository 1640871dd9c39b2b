"""`ludex copy`: the whole catalogue into another database."""

from dataclasses import asdict
from typing import Annotated

import typer

from ludex.catalogue import transfer
from ludex.cli.game_commands import declared
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, answer, complain
from ludex.cli.terminal.progress import TimeLimit, searching
from ludex.engine.budget import BudgetExhausted
from ludex.requests.text_answers import table


def copy_catalogue(
    to: Annotated[str, typer.Option("--to", help="The URL of the other database, SQLite or PostgreSQL.")],
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Copy the catalogue into another database, which is empty or holds the beginning of such a copy.

    Labels, claims, names and marks stay; jobs are not copied. In the end every row is compared. A copy that was ended
    goes on if the command is run again: the exit code is 1 then.
    """
    from ludex.catalogue.catalogue import Catalogue

    with opened() as source, searching(time_limit) as budget:
        target = Catalogue(to, declared())
        try:
            if target.database.url == source.database.url:
                raise CommandError("--to: the catalogue cannot be copied into itself; name another database")
            target.database.upgrade()
            done = transfer.copying.copy(source, target, budget)
        except BudgetExhausted:
            complain("the copy was ended early; run the command again to go on")
            raise typer.Exit(1) from None
        finally:
            target.close()
        rows = [(name, f"{count:,}") for name, count in done.rows.items() if count]
        said = f"{done.written:,} rows written, all {sum(done.rows.values()):,} are the same in {target.database.url}"
    answer(asdict(done), as_json, [*table(rows), said])
