"""The command `ludex dataset build`, which writes the catalogue as a data set for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from ludex.catalogue import dataset
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import Json, write_result
from ludex.cli.progress import TimeLimit, search_budget

app = typer.Typer(help="The data set: the whole catalogue as files for other programs.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Make `build` a subcommand, although it is the only command of the group."""


@app.command()
def build(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The new folder.")],
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Write the catalogue as a data set to a new folder: tables, export, texts, metadata and checksums.

    The folder appears only when it is complete. The same catalogue always results in the same files. To offer the data
    set for download on the page `/download`, set `LUDEX_DATASET_DIR` to the folder. This command needs the extra
    `ludex[parquet]`.
    """
    from ludex.settings import read_settings

    with open_catalogue() as catalogue, search_budget(time_limit) as budget:
        url = read_settings().public_url
        built = dataset.build.build_dataset(catalogue, folder, url=url, budget=budget)
    counts = f"{built.objects:,} objects, {built.links:,} links, {built.claims:,} claims"
    write_result(
        built,
        as_json,
        [f"{folder}: {built.files:,} files, {built.bytes:,} bytes: {counts}", f"version {built.version}"],
    )
