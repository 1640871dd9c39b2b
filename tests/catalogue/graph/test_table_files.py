"""Node and relationship files have the whole catalogue, as Neo4j reads it."""

import csv
import re
import shlex
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.cypher.schema import ABOUT, CLAIM, node_name, relationship_name
from ludex.catalogue.graph import table_files
from ludex.catalogue.graph.neighbours import graph_counts
from ludex.catalogue.graph.table_files import FolderError, export_tables
from ludex.catalogue.storage import tables
from ludex.games.kinds import GAMES

LARGE = 10**30


@pytest.fixture(scope="module")
def catalogue(lend_starting):
    """The starting catalogue with integers of each size, and with a text that needs quotes."""
    with lend_starting() as address:
        catalogue = Catalogue(address, GAMES)
        graphs, decks = (catalogue.registry.facts[name] for name in ("planarity-graph", "set-deck"))
        with catalogue.writing() as writer:
            smallest = select(func.min(graphs.c.node)).scalar_subquery()
            writer.connection.execute(update(graphs).where(graphs.c.node == smallest).values(automorphisms=LARGE))
            after = select(func.min(graphs.c.node) + 1).scalar_subquery()
            writer.connection.execute(update(graphs).where(graphs.c.node == after).values(automorphisms=2**63 - 1))
            writer.connection.execute(update(decks).values(title='two\nlines, "quoted" \\ and more'))
        yield catalogue
        catalogue.close()


@pytest.fixture(scope="module")
def expected(catalogue):
    """The number of rows of each table: of objects by kind, of links by relation, and of claims."""
    with catalogue.reading() as reader:
        counts = graph_counts(reader)
        claims = reader.connection.scalar(select(func.count()).select_from(tables.claim))
    nodes = {node_name(each.kind): each.count for each in counts.kinds} | {CLAIM: claims}
    links = {relationship_name(each.relation): each.count for each in counts.relations if each.count}
    return nodes, links | {ABOUT: claims}


@pytest.fixture(scope="module")
def exported(catalogue, tmp_path_factory):
    """The folder, and the numbers that are returned."""
    folder = tmp_path_factory.mktemp("exported") / "graph"
    with catalogue.reading() as reader:
        return folder, export_tables(reader, folder)


def relationships(folder: Path) -> list[tuple[Path, str, str, str]]:
    """Return each relationship file with its source, relation and target."""
    files = sorted((folder / "relationships").iterdir())
    return [(file, *file.stem.split("-")) for file in files]  # type: ignore[misc]


FIELD = re.compile(r'("(?:[^"]|"")*"|[^",\n]*)([,\n])')
VALUES = {"long": r"-?\d+", "boolean": "true|false", "string": r'"(?:[^"]|"")*"', "string[]": r'"[a-z0-9;_-]*"'}


def csv_rows(file: Path) -> list[list[str]]:
    """Return the fields of a CSV file as they are written, with their quotes."""
    content, rows, place = file.read_text(encoding="utf-8"), [[]], 0
    while place < len(content):
        field = FIELD.match(content, place)
        assert field is not None, (file, content[place : place + 80])
        rows[-1].append(field[1])
        place = field.end()
        if field[2] == "\n":
            rows.append([])
    assert rows.pop() == []
    return rows


def test_the_csv_files_follow_the_rules_of_neo4j_admin_import(exported, expected):
    folder, _ = exported
    script = (folder / "import.sh").read_text()
    options = [word for word in shlex.split(script, comments=True) if word.startswith(("--nodes=", "--relationships="))]
    ids: dict[str, set[str]] = {}
    counts: dict[str, int] = {}
    # Nodes come before the relationships that refer to them.
    for option, name, path in (option.split("=") for option in sorted(options)):
        header, *rows = csv_rows(folder / path)
        fields = [re.fullmatch(r"(\w*):(\w+(?:\[\])?)(?:\((\w+)\))?", field) for field in header]
        assert all(fields), header
        kinds = [(field[2], field[3]) for field in fields if not field[1]]
        keys = ["ID"] if option == "--nodes" else ["START_ID", "END_ID"]
        assert [kind for kind, _ in kinds] == keys
        properties = [field[1] for field in fields if field[1]]
        assert len(set(properties)) == len(properties)
        for row in rows:
            assert len(row) == len(header)
            for value, field in zip(row, fields, strict=True):
                if field[1]:
                    assert not value or re.fullmatch(VALUES[field[2]], value), (path, field[0], value)
                    assert field[2] != "long" or not value or abs(int(value)) < 2**63
                else:
                    assert value
        if option == "--nodes":
            known = ids.setdefault(kinds[0][1], set())
            assert len({row[0] for row in rows}) == len(rows) and known.isdisjoint(row[0] for row in rows)
            known |= {row[0] for row in rows}
        else:
            assert all(row[place] in ids[group] for row in rows for place, (_, group) in enumerate(kinds))
        counts[name] = counts.get(name, 0) + len(rows)
    nodes, links = expected
    assert counts == nodes | links


def test_the_csv_files_have_texts_and_large_integers_unchanged(exported):
    folder, _ = exported
    with (folder / "nodes" / "SetDeck.csv").open(encoding="utf-8", newline="") as stream:
        assert {row["title:string"] for row in csv.DictReader(stream)} == {'two\nlines, "quoted" \\ and more'}
    with (folder / "nodes" / "PlanarityGraph.csv").open(encoding="utf-8", newline="") as stream:
        first, second, *_ = csv.DictReader(stream)
    assert (first["automorphisms:long"], first["automorphisms_text:string"]) == ("", str(LARGE))
    assert (second["automorphisms:long"], second["automorphisms_text:string"]) == (str(2**63 - 1),) * 2


def fail(*_):
    raise ValueError("no more")


def test_a_failed_export_leaves_nothing(catalogue, tmp_path, monkeypatch):
    monkeypatch.setattr(table_files, "claim_rows", fail)
    with catalogue.reading() as reader, pytest.raises(ValueError, match="no more"):
        export_tables(reader, tmp_path / "graph")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(catalogue, tmp_path):
    with catalogue.reading() as reader:
        with pytest.raises(FolderError, match="already exists; give the name of a new folder"):
            export_tables(reader, tmp_path)
        with pytest.raises(FolderError, match="there is no folder"):
            export_tables(reader, tmp_path / "a" / "b")
