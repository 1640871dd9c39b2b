"""Node and relationship files have the whole catalogue, and other engines load them."""

import csv
import json
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import ladybug
import pytest
from sqlalchemy import func, select, text, update

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.cypher.schema import ABOUT, CLAIM, node_name, relationship_name
from ludex.catalogue.graph import parquet_files, table_files
from ludex.catalogue.graph.neighbours import graph_counts
from ludex.catalogue.graph.parquet_files import ParquetFiles
from ludex.catalogue.graph.table_files import FolderError, LibraryMissing, Neo4jFiles, export_tables
from ludex.catalogue.storage import tables
from ludex.games.kinds import GAMES

LARGE = 10**30
FORMATS = {"neo4j": Neo4jFiles, "parquet": ParquetFiles}


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
    """The folder of each format."""
    folder = tmp_path_factory.mktemp("exported")
    with catalogue.reading() as reader:
        written = {form: export_tables(reader, files, folder / form) for form, files in FORMATS.items()}
    return folder, written


def relationships(folder: Path) -> list[tuple[Path, str, str, str]]:
    """Return each relationship file with its source, relation and target."""
    files = sorted((folder / "relationships").iterdir())
    return [(file, *file.stem.split("-")) for file in files]  # type: ignore[misc]


def test_the_numbers_that_are_returned_are_those_of_the_catalogue(exported, expected):
    folder, written = exported
    nodes, links = expected
    for form, counts in written.items():
        assert counts[:2] == (sum(nodes.values()), sum(links.values()))
        assert counts.files == sum(1 for file in (folder / form).glob("*/*") if file.is_file())


DUCKDB = """
import json, sys
import duckdb
print(json.dumps([duckdb.sql(query).fetchall() for query in json.load(sys.stdin)]))
"""


def duckdb(*queries: str) -> list[list[list[object]]]:
    """Return the rows of each query. DuckDB runs in a process of its own: it reports leaks of its own when it ends."""
    command = [sys.executable, "-c", DUCKDB]
    ran = subprocess.run(command, input=json.dumps(queries), capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def test_duckdb_reads_every_row_of_the_parquet_files(catalogue, exported, expected):
    folder = exported[0] / "parquet"
    nodes, links = expected
    counts = [f"SELECT count(*) FROM '{folder}/nodes/{name}.parquet'" for name in nodes]
    counts += [f"SELECT count(*) FROM '{folder}/relationships/*-{name}-*.parquet'" for name in links]
    assert [rows[0][0] for rows in duckdb(*counts)] == [*nodes.values(), *links.values()]
    large = "SELECT automorphisms, automorphisms_text, connected FROM '{}' ORDER BY id LIMIT 2"
    columns = "id, label, vertices, min_swaps, proved, source, arrangements"
    levels = f"SELECT {columns} FROM '{folder}/nodes/PlanarityLevel.parquet' ORDER BY id"
    first, read = duckdb(large.format(f"{folder}/nodes/PlanarityGraph.parquet"), levels)
    assert first == [[None, str(LARGE), True], [2**63 - 1, str(2**63 - 1), True]]
    with catalogue.reading() as reader:
        rows = reader.connection.execute(text(f"SELECT {columns} FROM planarity_levels ORDER BY id")).all()
    assert read == [list(row) for row in rows]


def test_ladybugdb_loads_the_parquet_files(exported, expected, tmp_path):
    folder, _ = exported
    nodes, links = expected
    types = {"string": "STRING", "list<element: string>": "STRING[]", "int64": "INT64", "bool": "BOOL"}
    with ladybug.Database(str(tmp_path / "graph")) as database, ladybug.Connection(database) as graph:

        def columns(file: Path) -> list[str]:
            from pyarrow import parquet

            return [f"`{field.name}` {types[str(field.type)]}" for field in parquet.read_schema(file)]

        for file in (folder / "parquet" / "nodes").iterdir():
            graph.execute(f"CREATE NODE TABLE `{file.stem}`({', '.join(columns(file))}, PRIMARY KEY(id))")
            graph.execute(f"COPY `{file.stem}` FROM '{file}'")
        pairs: dict[str, list[tuple[Path, str, str]]] = {}
        for file, source, relation, target in relationships(folder / "parquet"):
            pairs.setdefault(relation, []).append((file, source, target))
        for relation, files in pairs.items():
            ends = [f"FROM `{source}` TO `{target}`" for _, source, target in files]
            graph.execute(f"CREATE REL TABLE `{relation}`({', '.join([*ends, *columns(files[0][0])[2:]])})")
            for file, source, target in files:
                graph.execute(f"COPY `{relation}` FROM '{file}' (from='{source}', to='{target}')")
        counted = {row[0]: row[1] for row in graph.execute("MATCH (n) RETURN label(n), count(*)")}
        assert counted == {name: count for name, count in nodes.items() if count}
        linked = {row[0]: row[1] for row in graph.execute("MATCH ()-[r]->() RETURN label(r), count(*)")}
        assert linked == links
        query = (
            "MATCH (a:PlanarityLevel)-[:HAS_GRAPH]->(g)<-[:HAS_GRAPH]-(b:PlanarityLevel) "
            "WHERE a.min_swaps = 2 AND b.min_swaps >= 6 RETURN count(*)"
        )
        assert [row[0] for row in graph.execute(query)] == [3]


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
    script = (folder / "neo4j" / "import.sh").read_text()
    options = [word for word in shlex.split(script, comments=True) if word.startswith(("--nodes=", "--relationships="))]
    ids: dict[str, set[str]] = {}
    counts: dict[str, int] = {}
    # Nodes come before the relationships that refer to them.
    for option, name, path in (option.split("=") for option in sorted(options)):
        header, *rows = csv_rows(folder / "neo4j" / path)
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
    with (folder / "neo4j" / "nodes" / "SetDeck.csv").open(encoding="utf-8", newline="") as stream:
        assert {row["title:string"] for row in csv.DictReader(stream)} == {'two\nlines, "quoted" \\ and more'}
    with (folder / "neo4j" / "nodes" / "PlanarityGraph.csv").open(encoding="utf-8", newline="") as stream:
        first, second, *_ = csv.DictReader(stream)
    assert (first["automorphisms:long"], first["automorphisms_text:string"]) == ("", str(LARGE))
    assert (second["automorphisms:long"], second["automorphisms_text:string"]) == (str(2**63 - 1),) * 2


def test_neo4j_itself_is_called_with_every_file(exported, tmp_path):
    folder, written = exported
    program = tmp_path / "neo4j-admin"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    program.chmod(0o755)
    command = [folder / "neo4j" / "import.sh", "puzzles", "--overwrite-destination"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin"})
    words = ran.stdout.splitlines()
    assert words[:6] == ["database", "import", "full", "puzzles", "--multiline-fields=true", "--overwrite-destination"]
    assert len(words[6:]) == written["neo4j"].files
    assert all((folder / "neo4j" / word.split("=")[2]).is_file() for word in words[6:])


def fail(*_):
    raise ValueError("no more")


@pytest.mark.parametrize("files", FORMATS.values(), ids=list(FORMATS))
def test_a_failed_export_leaves_nothing(catalogue, files, tmp_path, monkeypatch):
    monkeypatch.setattr(table_files, "claim_rows", fail)
    with catalogue.reading() as reader, pytest.raises(ValueError, match="no more"):
        export_tables(reader, files, tmp_path / "graph")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(catalogue, tmp_path):
    with catalogue.reading() as reader:
        with pytest.raises(FolderError, match="already exists; give the name of a new folder"):
            export_tables(reader, Neo4jFiles, tmp_path)
        with pytest.raises(FolderError, match="there is no folder"):
            export_tables(reader, Neo4jFiles, tmp_path / "a" / "b")


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, parquet_files.__name__)
    with pytest.raises(LibraryMissing, match=r"pip install 'ludex\[parquet\]'"):
        import_module(parquet_files.__name__)


def test_few_rows_are_in_memory(catalogue, tmp_path, monkeypatch):
    # Rows are read on when the files of earlier ones have them: each batch of Parquet files is small.
    monkeypatch.setattr(parquet_files, "_ROW_GROUP", 100)
    from pyarrow import parquet

    with catalogue.reading() as reader:
        export_tables(reader, ParquetFiles, tmp_path / "graph")
    metadata = parquet.ParquetFile(tmp_path / "graph" / "nodes" / "PlanarityLevel.parquet").metadata
    assert [metadata.row_group(place).num_rows for place in range(metadata.num_row_groups)] == [100] * 5
