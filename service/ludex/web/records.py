"""The pages of record tables: a list of the tables of each game, and a page for each table.

The cells of a table link to claims.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ludex.catalogue.exact_results.declaration import RecordTable, find_result, results_of
from ludex.catalogue.exact_results.reading import RecordCell, read_records
from ludex.catalogue.kinds.registry import Registry
from ludex.web.game_pages import Page, Site
from ludex.web.results import RECORDS, RESULTS, claims_address
from ludex.web.site.addresses import API, address_of, list_address


def pages(site: Site) -> Iterable[Page]:
    """Return the list of tables and the page for a table, if any game has record tables."""
    if results_of(site.catalogue.registry, RecordTable):
        yield Page(RECORDS, _list, "results/records.html", title="Tables of records", section=RESULTS)
        yield Page(f"{RECORDS}/<name>", _table, "results/record_table.html", section=RESULTS)


def _list(site: Site) -> Mapping[str, Any]:
    registry = site.catalogue.registry
    titles = {game.kinds[0].game: game.title for game in registry.games}
    tables = results_of(registry, RecordTable)
    by_game = {title: [table for table in tables if table.game == game] for game, title in titles.items()}
    return {"by_game": {title: found for title, found in by_game.items() if found}, "json": f"{API}{RECORDS}"}


def _table(site: Site, name: str) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        declared = results_of(reader.registry, RecordTable)
        chosen = find_result(reader.registry, RecordTable, name)
        [table] = read_records(reader, [chosen])
    return {
        "title": table.title,
        "table": table,
        "rows": [
            (row, [_shown(reader.registry, table.cell(row, column)) for column in table.columns]) for row in table.rows
        ],
        "cited": list(dict.fromkeys(cell.reference for cell in table.cells if cell.reference is not None)),
        "json": f"{API}{RECORDS}/{name}",
        "next": declared[(declared.index(chosen) + 1) % len(declared)],
    }


def _shown(registry: Registry, cell: RecordCell | None) -> Mapping[str, Any] | None:
    """Return a cell with two addresses: that of the claim, and that of the list of the cell's objects."""
    if cell is None:
        return None
    listed = address_of(list_address(registry.kind[cell.kind]), **cell.filters) if cell.kind and cell.stored else ""
    return {"cell": cell, "claim": "" if cell.claim is None else claims_address(cell.claim.subject), "list": listed}
