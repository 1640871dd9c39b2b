"""The pages of record tables: a list of the tables of each game, and a page for each table.

The cells of a table link to claims, to the proof of the table, or to publications.
"""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, render_template

from ludex.catalogue.exact_results.declaration import RecordTable, find_result, results_of
from ludex.catalogue.exact_results.reading import RecordCell, read_records
from ludex.catalogue.kinds.registry import Registry
from ludex.web.game_pages import site
from ludex.web.results import claims_address
from ludex.web.site.addresses import address_of, api_address, list_address

blueprint = Blueprint("records", __name__)


@blueprint.get("/records")
def list_tables() -> str:
    """List the tables of records."""
    registry = site.catalogue.registry
    titles = {game.kinds[0].game: game.title for game in registry.games}
    tables = results_of(registry, RecordTable) or abort(404)
    by_game = {title: [table for table in tables if table.game == game] for game, title in titles.items()}
    return render_template(
        "results/records.html",
        title="Tables of records",
        section="/results",
        by_game={title: found for title, found in by_game.items() if found},
        json=api_address("records"),
    )


@blueprint.get("/records/<name>")
def show_table(name: str) -> str:
    """Show a table of records."""
    with site.catalogue.reading() as reader:
        declared = results_of(reader.registry, RecordTable)
        chosen = find_result(reader.registry, RecordTable, name)
        [table] = read_records(reader, [chosen])
    return render_template(
        "results/record_table.html",
        section="/results",
        title=table.title,
        table=table,
        rows=[
            (row, [_shown(reader.registry, table.cell(row, column)) for column in table.columns]) for row in table.rows
        ],
        cited=list(dict.fromkeys(cell.reference for cell in table.cells if cell.reference is not None)),
        json=api_address(f"records/{name}"),
        next=declared[(declared.index(chosen) + 1) % len(declared)],
    )


def _shown(registry: Registry, cell: RecordCell | None) -> Mapping[str, Any] | None:
    """Return a cell with three addresses: those of the claim, of the publication, and of the list of its objects."""
    if cell is None:
        return None
    dois = [claim.doi for claim in registry.cited if claim.reference == cell.reference]
    listed = address_of(list_address(registry.kind[cell.kind]), **cell.filters) if cell.kind and cell.stored else ""
    return {
        "cell": cell,
        "claim": "" if cell.claim is None else claims_address(cell.claim.subject),
        "reference": f"https://doi.org/{dois[0]}" if dois and dois[0] else "#cited",
        "list": listed,
    }
