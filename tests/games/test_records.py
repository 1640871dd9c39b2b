"""The tables of records of the games: values agree with stored claims, and numbers of instances with stored objects."""

import json
from collections import Counter

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.exact_results.declaration import RecordTable, find_result, results_of
from ludex.catalogue.exact_results.reading import read_records
from ludex.catalogue.lists.listing import stream
from ludex.catalogue.objects.reading import UnknownObject
from ludex.games.kinds import GAMES, registry
from ludex.games.planarity.study.census import census_totals
from ludex.games.planarity.study.census_bounds import HARDEST_CLASSES


@pytest.fixture(scope="module")
def catalogue(starting_address):
    catalogue = Catalogue(starting_address, GAMES)
    yield catalogue
    catalogue.close()


@pytest.fixture(scope="module")
def tables(catalogue):
    with catalogue.reading() as reader:
        return {table.name: table for table in read_records(reader)}


def test_every_declared_table_has_cells(tables):
    assert [table.name for table in results_of(registry(), RecordTable)] == list(tables)
    for table in tables.values():
        assert table.cells
        assert len({(cell.row, cell.column) for cell in table.cells}) == len(table.cells)
        assert table.rows and table.columns


def test_declared_values_are_those_of_the_stored_claims(tables):
    compared = 0
    for declared in results_of(registry(), RecordTable):
        cells = {(cell.row, cell.column): cell for cell in tables[declared.name].cells}
        for record in declared.records():
            cell = cells.get((record.row, record.column))
            if record.value is not None and cell is not None and cell.source == "claim":
                assert cell.value == record.value, (declared.name, record.row, record.column)
                compared += 1
    assert compared > 30


def test_an_empty_catalogue_has_the_values_with_a_proof_only(lend):
    with lend() as address:
        empty = Catalogue(address, GAMES)
        with empty.reading() as reader:
            found = {table.name: table for table in read_records(reader)}
        empty.close()
    assert {cell.source for table in found.values() for cell in table.cells} == {"proof", "cited"}
    assert found["swish-deals"].cells == []
    assert found["set-largest-caps"].cell(5, 2).value == 16
    assert found["set-largest-caps"].cell(3, 4) is None


def test_the_hardest_puzzles_are_all_stored_up_to_five_vertices(catalogue, tables):
    with catalogue.reading() as reader:
        kind = catalogue.registry.kind["planarity-census-class"]
        classes = [json.loads(shown.body) for shown in stream(reader, kind, {})]
    for n in (4, 5):
        minima = Counter(
            (c["edges"], c["min_swaps"]) for c in classes if c["vertices"] == n and c["min_swaps"] is not None
        )
        for m in {edges for edges, _ in minima}:
            largest = max(minimum for edges, minimum in minima if edges == m)
            cell = tables["planarity-hardest"].cell(n, m)
            assert (cell.value, cell.instances, cell.stored) == (largest, minima[m, largest], minima[m, largest])
            assert cell.source == "claim"
    assert tables["planarity-hardest"].cell(5, 10) is None


@pytest.mark.slow
def test_the_recorded_numbers_of_hardest_classes_are_counted_again():
    for n in (4, 5, 6):
        totals = census_totals(n)
        hardest = totals.largest_by_edges
        assert {m: totals.counts[m, minimum] for m, minimum in hardest.items()} == HARDEST_CLASSES[n]


def test_caps_are_counted_by_claims_and_cited_beyond(tables):
    caps = tables["set-largest-caps"]
    assert [caps.cell(3, properties).value for properties in range(1, 5)] == [2, 4, 9, 20]
    assert [caps.cell(3, properties).instances for properties in range(1, 5)] == [1, 1, 1, 1]
    assert all(caps.cell(3, properties).stored for properties in range(1, 5))
    assert (caps.cell(3, 5).value, caps.cell(3, 5).source, caps.cell(3, 5).claim) == (45, "cited", None)
    assert (caps.cell(3, 8).value, caps.cell(3, 8).lower) == (None, 512)
    assert "Edel" in caps.cell(3, 5).reference


def test_deals_end_with_the_largest_deal_without_a_swish(tables):
    for deck, most in (("swish-36", 20), ("swish-60", 28)):
        assert tables["swish-decks"].cell(deck, "cards").value == most
        deals = tables["swish-deals"]
        assert deals.cell(most, deck).value > 0
        assert deals.cell(most + 1, deck) is None or deals.cell(most + 1, deck).value == 0


def test_an_unknown_table_is_named(catalogue):
    with pytest.raises(UnknownObject, match="'planarity-easiest'"):
        find_result(catalogue.registry, RecordTable, "planarity-easiest")
