"""`ludex dataset build` writes a folder, and names what is wrong."""

import json


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
