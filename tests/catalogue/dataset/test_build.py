"""The data set has everything that the catalogue has, and the same catalogue results in the same bytes."""

import json
import re
import signal
import subprocess
import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from shutil import copyfile
from zipfile import ZipFile

import networkx
import pytest
from pyarrow import parquet
from sqlalchemy import text

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.dataset import build, content
from ludex.catalogue.dataset.build import build_dataset
from ludex.catalogue.graph.table_files import FolderError
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store
from ludex.engine.budget import Budget, BudgetExhausted
from tests.catalogue.graph.grown import grow
from tests.catalogue.importing import import_export
from tests.catalogue.necklaces import HUGE, NECKLACE, TOYS, Necklace

WORDS = [Necklace("aab"), Necklace("abb", 1, True), Necklace("abc", HUGE), Necklace("cba"), Necklace("a")]


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def stored(catalogue, words):
    with catalogue.writing() as writer:
        for word in words:
            store(writer, prepare(NECKLACE, word))
    return catalogue


@pytest.fixture
def other_toys(toy_template, tmp_path):
    """Another catalogue of necklaces, in SQLite."""
    copyfile(toy_template, tmp_path / "other.sqlite")
    catalogue = Catalogue(f"sqlite:///{tmp_path / 'other.sqlite'}", (TOYS,))
    yield catalogue
    catalogue.close()


def test_objects_in_another_order_result_in_the_same_bytes(toys, other_toys, tmp_path):
    built = build_dataset(stored(toys, WORDS), tmp_path / "a")
    assert build_dataset(stored(other_toys, WORDS[::-1]), tmp_path / "b") == built
    files = files_of(tmp_path / "a")
    assert files == files_of(tmp_path / "b")
    rows = {path: parquet.read_metadata(tmp_path / "a" / path).num_rows for path in files if path.endswith(".parquet")}
    assert (built.links, built.claims) == (rows.pop("links.parquet"), rows.pop("claims.parquet"))
    assert (built.objects, built.files, built.bytes) == (sum(rows.values()), len(files), sum(map(len, files.values())))
    assert re.fullmatch(r"[^+]+\+[0-9a-f]{16}", built.version)
    with ZipFile(tmp_path / "a" / build.CHECKER) as checker:
        assert {(entry.date_time, entry.external_attr >> 16) for entry in checker.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 0o100644)
        }


def test_small_batches_result_in_the_same_rows(toys, tmp_path, monkeypatch):
    grow(toys)
    build_dataset(toys, tmp_path / "a")
    monkeypatch.setattr(content, "CHUNK", 7)
    build_dataset(toys, tmp_path / "b")
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")
    monkeypatch.setattr(build, "ROW_GROUP", 10)
    built = build_dataset(toys, tmp_path / "c")
    links = parquet.ParquetFile(tmp_path / "c" / "links.parquet")
    assert links.metadata.num_row_groups == -(-built.links // 10) > 1
    assert links.read().equals(parquet.read_table(tmp_path / "a" / "links.parquet"))


def test_the_version_changes_with_the_content_only(toys, tmp_path):
    stored(toys, WORDS[:2])
    versions = [build_dataset(toys, tmp_path / str(place)).version for place in range(2)]
    stored(toys, WORDS[2:])
    versions.append(build_dataset(toys, tmp_path / "more").version)
    assert versions[0] == versions[1] != versions[2]


def test_integers_of_any_size_keep_their_digits(toys, tmp_path):
    build_dataset(stored(toys, WORDS), tmp_path / "data")
    rows = parquet.read_table(tmp_path / "data" / "toy-necklace.parquet").to_pylist()
    weights = {json.loads(row["document"])["word"]: (row["weight"], row["weight_text"]) for row in rows}
    assert weights["abc"] == (None, str(HUGE))
    assert weights["abb"] == (1, "1")
    assert weights["aab"] == (None, None)


def test_the_export_of_the_data_set_is_imported_without_loss(toys, other_toys, tmp_path):
    build_dataset(grow(toys), tmp_path / "a")
    report = import_export(other_toys, (tmp_path / "a" / "catalogue.ndjson").read_bytes().splitlines())
    assert not report.refused and report.new
    build_dataset(other_toys, tmp_path / "b")
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")


def test_the_tables_have_the_rows_of_the_sql_views(starting, dataset):
    with starting.reading() as reader:
        for kind in starting.registry.kinds:
            names = [fact.name for fact in kind.facts if not fact.mark.natural and fact.name != "label"]
            columns = ", ".join(f'"{name}"' for name in ["label", *names])
            rows = reader.connection.execute(text(f"SELECT {columns} FROM {kind.view_name} ORDER BY label"))
            expected = sorted(tuple(row) for row in rows)
            table = parquet.read_table(dataset / f"{kind.name}.parquet", columns=["label", *names])
            found = [tuple(row[name] for name in ["label", *names]) for row in table.to_pylist()]
            assert [row[0] for row in found] == [row[0] for row in expected]
            truths = {fact.name for fact in kind.facts if fact.plain is bool}
            as_stored = [
                tuple(
                    bool(value) if name in truths and value is not None else value
                    for name, value in zip(["label", *names], row, strict=True)
                )
                for row in expected
            ]
            assert found == as_stored, kind.name
        for name, columns in {
            "links": ("source", "relation", "target", "place", "source_kind", "target_kind"),
            "claims": ("subject", "statement", "parameters", "value_json"),
        }.items():
            rows = reader.connection.execute(text(f"SELECT {', '.join(columns)} FROM {name}"))
            table = parquet.read_table(dataset / f"{name}.parquet", columns=list(columns)).to_pylist()
            assert sorted(map(tuple, rows), key=str) == sorted((tuple(row.values()) for row in table), key=str)


def test_the_checksums_are_those_of_all_files(dataset):
    files = files_of(dataset)
    lines = files.pop("SHA256SUMS").decode().splitlines()
    assert dict(line.split("  ")[::-1] for line in lines) == {
        path: sha256(content).hexdigest() for path, content in files.items()
    }


def test_lines_of_texts_belong_to_the_rows_of_tables(dataset):
    documents = parquet.read_table(dataset / "planarity-graph.parquet", columns=["document", "edges"]).to_pylist()
    graphs = networkx.read_graph6(dataset / "planarity-graph.graph6")
    assert [graph.number_of_edges() for graph in graphs] == [row["edges"] for row in documents]
    lines = (dataset / "planarity-graph.graph6").read_text().splitlines()
    assert lines == [json.loads(row["document"])["graph6"] for row in documents]


def test_the_checker_needs_nothing_but_python(dataset):
    # -I and -S: no package of this environment is found.
    command = [sys.executable, "-I", "-S", str(dataset / "ludex-check-claims.pyz"), str(dataset / "catalogue.ndjson")]
    checked = subprocess.run([*command, "--statement", "set.no-set"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    [row] = [line.split() for line in checked.stdout.splitlines() if line.startswith("set.no-set")]
    stated = (dataset / "catalogue.ndjson").read_text().count('"statement":"set.no-set"')
    assert stated > 200 and row == ["set.no-set", "0", str(stated), "0", "0", "0", "0"]
    unknown = subprocess.run([*command, "--statement", "set.nothing"], capture_output=True, text=True, check=False)
    assert "planarity.minimum-swaps" in unknown.stderr and "swish.largest-swish" in unknown.stderr


def test_a_build_that_is_cancelled_leaves_nothing(toys, tmp_path):
    grow(toys)
    seen = []
    budget = Budget(stop=lambda: len(seen) >= 5, progress=seen.append)
    with pytest.raises(BudgetExhausted):
        build_dataset(toys, tmp_path / "data", budget=budget)
    assert not list(tmp_path.glob("*data*"))
    assert [progress.done for progress in seen] == [1, 2, 3, 4, 5]
    assert {progress.total for progress in seen} == {build_dataset(toys, tmp_path / "data").objects}


KILLED = """
import os, signal, sys
from pathlib import Path
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.dataset import build
from ludex.games.kinds import GAMES
build.description.texts = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
build.build_dataset(Catalogue(sys.argv[1], GAMES), Path(sys.argv[2]))
"""


@pytest.mark.slow
def test_a_build_that_is_killed_leaves_no_folder(starting, tmp_path):
    folder, address = tmp_path / "data", starting.database.url.render_as_string(hide_password=False)
    ran = subprocess.run([sys.executable, "-c", KILLED, address, str(folder)], check=False)
    assert ran.returncode == -signal.SIGKILL
    assert not folder.exists()
    assert [file.suffix for file in tmp_path.iterdir()] == [".partial"]


def test_a_folder_that_exists_is_refused(toys, tmp_path):
    with pytest.raises(FolderError, match="exists"):
        build_dataset(toys, tmp_path)


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, build.__name__)
    with pytest.raises(RuntimeError, match=r"pip install 'ludex\[parquet\]'"):
        import_module(build.__name__)
