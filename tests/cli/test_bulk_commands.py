"""Bulk commands: imports of drawings with solutions, trusted imports, copies."""

import json
import shutil

import pytest

from ludex.catalogue.transfer.export import is_seal

CROSSED = {"points": [[0, 0], [2, 2], [2, 0], [0, 2]], "edges": [[0, 1], [1, 2], [2, 3]]}


@pytest.fixture
def file(tmp_path):
    lines = [CROSSED | {"swaps": [[1, 2]]}, CROSSED | {"swaps": [[2, 3]]}, CROSSED, CROSSED | {"swaps": [[2, 1]]}]
    file = tmp_path / "drawings"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(file)


def test_solutions_are_taken_over_as_claimed_and_told_in_short(ludex, small_catalogue, file):
    ran = ludex("planarity", "import", file, "--claimed", "--source", "mine")
    assert ran.code == 2
    assert ran.lines == ["1 new, 1 known, 2 refused"]
    assert "line 2: swaps: the swaps do not lead to a plane drawing" in ran.err
    assert "line 3: no swaps are given" in ran.err
    [level] = json.loads(ludex("list", "levels", "--source", "mine", "--json").out.join("[]"))
    assert (level["min_swaps"], level["proved"]) == (1, False)
    again = json.loads(ludex("planarity", "import", file, "--claimed", "--from-line", "3", "--json").out)
    assert (again["new"], again["duplicates"], again["refused"]) == (0, 1, 1)
    assert [line["line"] for line in again["lines"]] == [3]


def test_an_export_is_taken_on_trust_until_it_is_verified(
    ludex, small_catalogue, sqlite_template, tmp_path, monkeypatch
):
    exported = str(tmp_path / "export")
    assert ludex("export", "--keys", "-o", exported).code == 0
    *lines, seal = (tmp_path / "export").read_text().splitlines()
    assert is_seal(seal)
    plain = ludex("export").lines
    shutil.copyfile(sqlite_template, tmp_path / "other.sqlite")
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{tmp_path}/other.sqlite")
    assert ludex("import", "--trust", exported).lines == [f"{len(lines):,} new, 0 known, 0 refused"]
    assert ludex("import", "--trust", exported).lines == [f"0 new, {len(lines):,} known, 0 refused"]
    assert sorted(ludex("export").lines) == sorted(plain)
    status = json.loads(ludex("db", "status", "--json").out)
    assert status["trusted"] == status["objects"] > 0
    assert ludex("db", "verify").code == 0
    assert json.loads(ludex("db", "status", "--json").out)["trusted"] == 0
    ran = ludex(
        "import", "--trust", "-", stdin='{"kind": "planarity-level"}\nnothing\n{"claim": "what", "subject": "x"}'
    )
    assert ran.code == 2
    assert ran.lines == ["0 new, 0 known, 3 refused"]


def test_a_copy_is_made_once_and_never_into_itself(ludex, small_catalogue, tmp_path, monkeypatch):
    target = f"sqlite:///{tmp_path}/copy/catalogue.sqlite"
    made = json.loads(ludex("copy", "--to", target, "--json").out)
    assert made["written"] == sum(made["rows"].values()) > 0
    again = ludex("copy", "--to", target)
    assert again.lines[-1].startswith("wrote 0 rows; all ")
    itself = ludex("copy", "--to", f"sqlite:///{small_catalogue}")
    assert (itself.code, itself.err) == (
        2,
        "ludex: --to: the catalogue cannot be copied into itself; give another database\n",
    )
    exported = ludex("export").out
    monkeypatch.setenv("LUDEX_DATABASE_URL", target)
    assert ludex("export").out == exported


def test_a_data_set_is_built_in_a_new_folder(ludex, catalogue, tmp_path):
    built = json.loads(ludex("dataset", "build", str(tmp_path / "data"), "--json").out)
    files = [file for file in (tmp_path / "data").iterdir() if file.is_file()]
    assert (built["files"], built["bytes"]) == (len(files), sum(file.stat().st_size for file in files))
    assert built["objects"] == json.loads(ludex("status", "--json").out)["objects"]
    package = json.loads((tmp_path / "data" / "croissant.json").read_text())
    assert package["version"] == built["version"] and "url" not in package


def test_the_public_address_is_in_the_metadata(ludex, catalogue, tmp_path, monkeypatch):
    monkeypatch.setenv("LUDEX_PUBLIC_URL", "https://ludex.example.org/")
    lines = ludex("dataset", "build", str(tmp_path / "data")).lines
    assert json.loads((tmp_path / "data" / "croissant.json").read_text())["url"] == "https://ludex.example.org"
    assert lines[1].startswith("version ")


def test_a_folder_that_exists_and_a_time_limit_end_the_command(ludex, catalogue, tmp_path):
    refused = ludex("dataset", "build", str(tmp_path))
    assert refused.code == 2 and "already exists; give the name of a new folder" in refused.err
    late = ludex("dataset", "build", str(tmp_path / "data"), "--time-limit", "0.01")
    assert late.code == 1 and "time limit" in late.err
    assert not [file for file in tmp_path.iterdir() if "data" in file.name]
