"""The SQL views have what the catalogue has, their examples answer as printed, and other programs read them."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.graph.exporting import everything
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import read_views as shown_objects
from ludex.games.kinds import GAMES
from tests.postgresql import passing_database

DOCUMENTATION = Path(__file__).parents[2] / "schema" / "documentation"
PAGE = (DOCUMENTATION / "how-to" / "sql.md").read_text(encoding="utf-8")
REFERENCE = (DOCUMENTATION / "reference" / "sql.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^### (.*?)\n\n```sql\n(.*?)```\n\n((?:\|[^\n]*\n)+)", PAGE, flags=re.DOTALL | re.MULTILINE)
KINDS = Registry(GAMES).kinds


@pytest.fixture(scope="module")
def starting(starting_address: str) -> Iterator[Catalogue]:
    catalogue = Catalogue(starting_address, GAMES)
    yield catalogue
    catalogue.close()


def shown(value: object) -> str:
    """Return a value as the documentation shows it."""
    return "" if value is None else f"`{value}`" if isinstance(value, str) else f"{float(value):.12g}"  # type: ignore[arg-type]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|\n").split("|")]


@pytest.mark.parametrize(("title", "query", "table"), EXAMPLES, ids=[title for title, _, _ in EXAMPLES])
def test_an_example_answers_as_printed(starting: Catalogue, title: str, query: str, table: str) -> None:
    header, _, *lines = table.splitlines()
    with starting.reading() as reader:
        result = reader.connection.exec_driver_sql(query)
        assert list(result.keys()) == cells(header)
        rows = result.all()
    assert rows
    expected = [[shown(float(cell)) if re.fullmatch(r"[\d.]+", cell) else cell for cell in cells(li)] for li in lines]
    assert [[shown(value) for value in row] for row in rows] == expected


@pytest.mark.parametrize("name", ["objects", "aliases", "links", "claims"])
def test_the_columns_of_a_view_are_those_of_the_documentation(starting: Catalogue, name: str) -> None:
    [table] = re.findall(
        rf"^### {name}\n.*?\|---\|---\|---\|\n((?:\|[^\n]*\n)+)", REFERENCE, flags=re.DOTALL | re.MULTILINE
    )
    documented = [cells(line)[0].strip("`") for line in table.splitlines()]
    assert [column["name"] for column in inspect(starting.database.engine).get_columns(name)] == documented


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_the_view_of_a_kind_has_the_facts_of_its_documents(starting: Catalogue, kind) -> None:
    relations = starting.registry.columns_of[kind.name]
    with starting.reading() as reader:
        rows = reader.connection.execute(text(f"SELECT * FROM {kind.view_name} ORDER BY id")).mappings().all()
        objects = text("SELECT id, label, kind FROM objects ORDER BY id")
        kinds = {number: (label, name) for number, label, name in reader.connection.execute(objects)}
        ids = [number for number, (_, name) in kinds.items() if name == kind.name]
        documents = [found.document() for found in shown_objects(reader, kind, ids)]
    labels = {number: label for number, (label, _) in kinds.items()}
    references = [name for one in relations for name in (one.column, f"{one.column}_id")]
    assert len(rows) == len(documents) > 0
    assert list(rows[0]) == ["id", "label", *(fact.name for fact in kind.facts), *references]
    for row, document in zip(rows, documents, strict=True):
        assert (labels[row["id"]], row["label"]) == (document.label, document.label)
        assert {fact.name: row[fact.name] for fact in kind.facts} == {f.name: f.of(document) for f in kind.facts}
        assert [row[one.column] for one in relations] == [labels[row[f"{one.column}_id"]] for one in relations]


def test_links_and_claims_have_the_names_that_exports_have(starting: Catalogue) -> None:
    with starting.reading() as reader:
        part = everything(reader)
        kinds = {node.label: node.kind for node in part.nodes}
        expected = {
            (one.source, kinds[one.source], one.relation, one.target, kinds[one.target], one.place)
            for one in part.links
        }
        inverse = {(relation.name, relation.inverse) for relation in reader.registry.relations}
        links = text("SELECT source, source_kind, relation, target, target_kind, place, inverse FROM links")
        rows = reader.connection.execute(links).all()
        claims = {
            (one.subject, one.statement, one.parameters_text): (one.value, one.lower, one.upper, one.proved)
            for one in stream_of_claims(reader, ClaimFilters())
        }
        columns = "subject, statement, parameters, value_json, lower, upper, proved, value"
        found = reader.connection.execute(text(f"SELECT {columns} FROM claims")).all()
    assert len(rows) == len(expected)
    assert {tuple(row[:6]) for row in rows} == expected
    assert {(row.relation, row.inverse) for row in rows} <= inverse
    assert {tuple(row[:3]): (json.loads(row[3] or "null"), row[4], row[5], bool(row[6])) for row in found} == claims
    assert [row.value for row in found] == [
        v if type(v := json.loads(row[3] or "null")) is int else None for row in found
    ]


def test_views_cannot_be_written(starting: Catalogue) -> None:
    for statement in (
        "INSERT INTO objects (label) VALUES ('x')",
        "UPDATE planarity_levels SET min_swaps = 0",
        "DELETE FROM claims",
    ):
        with pytest.raises(DBAPIError, match="view"), starting.writing() as writer:
            writer.connection.execute(text(statement))


def test_queries_read_only_the_tables_that_they_need(sqlite_catalogue: Catalogue) -> None:
    with sqlite_catalogue.reading() as reader:
        plan = reader.connection.exec_driver_sql("EXPLAIN QUERY PLAN SELECT min_swaps FROM planarity_levels")
        assert [row.detail for row in plan] == ["SCAN facts"]
        plan = reader.connection.exec_driver_sql("EXPLAIN QUERY PLAN SELECT * FROM links WHERE source_id = 1")
        assert plan.first().detail.startswith("SEARCH link USING PRIMARY KEY (source=?)")


@pytest.mark.slow
def test_datasette_shows_the_views(starting_template: Path, tmp_path: Path) -> None:
    file = tmp_path / "catalogue.sqlite"
    shutil.copyfile(starting_template, file)

    def get(path: str):
        command = [sys.executable, "-W", "ignore", "-m", "datasette", str(file), "--get", path]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    views = {view["name"] for view in get("/catalogue.json")["views"]}
    assert views == {
        "objects",
        "aliases",
        "annotations",
        "links",
        "tags",
        "claims",
        *(kind.view_name for kind in KINDS),
    }
    [hardest] = get("/catalogue/planarity_levels.json?_shape=array&_sort_desc=grade&_size=1&min_swaps=6")
    assert (hardest["label"], hardest["grade"]) == ("planarity-level-14-23-xpo32nv2rju463li", 28)


def test_a_role_that_may_only_read_the_views_reads_them_with_psql(
    postgresql_address: str, starting_postgresql: str
) -> None:
    psql = shutil.which("psql")
    if psql is None:
        pytest.skip("psql is not installed")
    [grants] = re.findall(r"^```psql\n(.*?)```", PAGE, flags=re.DOTALL | re.MULTILINE)
    with passing_database(postgresql_address, starting_postgresql) as address:
        url = make_url(address).set(drivername="postgresql")

        def run(statements: str, user: str | None = None) -> subprocess.CompletedProcess[str]:
            read = url if user is None else url.set(username=user)
            command = [psql, "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", read.render_as_string(hide_password=False)]
            return subprocess.run(command, input=statements, capture_output=True, text=True, check=False)

        granted = run(grants)
        assert granted.returncode == 0, granted.stderr
        try:
            for title, query, table in EXAMPLES:
                answer = run(query, "reader")
                assert answer.returncode == 0, (title, answer.stderr)
                expected = [[cell.strip("`") for cell in cells(line)] for line in table.splitlines()[2:]]
                assert [line.split("|") for line in answer.stdout.splitlines()] == expected, title
            refused = run("SELECT * FROM api_key", "reader")
            assert "permission denied" in refused.stderr
        finally:
            run("DROP OWNED BY reader; DROP ROLE reader")
