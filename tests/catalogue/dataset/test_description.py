"""The metadata describe the files as they are, with the members that the formats require."""

import json
import re

import pytest
from pyarrow import parquet

CROISSANT_TYPES = {"sc:Text": "string", "sc:Integer": "int64", "sc:Boolean": "bool", "sc:Float": "double"}


@pytest.fixture(scope="module")
def croissant(dataset):
    return json.loads((dataset / "croissant.json").read_text())


def columns(file):
    return [(field.name, str(field.type)) for field in parquet.read_schema(file)]


def test_croissant_has_the_required_members(croissant):
    for name in ("@context", "name", "description", "license", "creator", "datePublished"):
        assert croissant[name]
    assert croissant["@type"] == "sc:Dataset"
    assert croissant["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    for file in croissant["distribution"]:
        assert file["@type"] == "cr:FileObject"
        assert file["@id"] and file["name"] and re.fullmatch(r".+/.+", file["encodingFormat"])
        assert re.fullmatch(r"[0-9a-f]{64}", file["sha256"])
        # A path is relative, and does not lead out of the folder.
        assert re.fullmatch(r"(?![./~])(?!.*\.\.)[^\\:]+", file["contentUrl"])
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*\+[0-9a-f]{16}", croissant["version"])
    assert "url" not in croissant and croissant["isLiveDataset"] is False
    types = {file["name"].rpartition(".")[2]: file["encodingFormat"] for file in croissant["distribution"]}
    assert types == {
        "parquet": "application/x-parquet",
        "ndjson": "application/x-ndjson",
        "graph6": "text/plain",
        "untangle": "text/plain",
        "pyz": "application/zip",
    }


def test_croissant_describes_the_files(dataset, croissant):
    files = {file["contentUrl"]: file for file in croissant["distribution"]}
    for path, file in files.items():
        assert file["contentSize"] == f"{(dataset / path).stat().st_size} B"
    tables = {file.name for file in dataset.glob("*.parquet")}
    assert {path for path in files if path.endswith(".parquet")} == tables
    for path in tables:
        assert files[path]["description"].endswith(f" {parquet.read_metadata(dataset / path).num_rows:,} rows.")
    licence = (dataset / "LICENSE.md").read_text()
    assert "creativecommons.org/licenses/by/4.0/" in licence and f'"{croissant["alternateName"]}"' in licence


def test_croissant_describes_the_columns_of_the_files(dataset, croissant):
    files = {file["@id"]: file["contentUrl"] for file in croissant["distribution"]}
    ids = [part["@id"] for records in croissant["recordSet"] for part in (records, *records["field"])]
    assert len(set(ids) | set(files)) == len(ids) + len(files)
    for records in croissant["recordSet"]:
        [file] = {field["source"]["fileObject"]["@id"] for field in records["field"]}
        found = [
            (field["source"]["extract"]["column"], CROISSANT_TYPES[field["dataType"]]) for field in records["field"]
        ]
        assert found == columns(dataset / files[file])
        assert all(field["description"] for field in records["field"])
        assert {key["@id"] for key in records["key"]} <= set(ids)
        names = [key["@id"].rpartition("/")[2] for key in records["key"]]
        keys = parquet.read_table(dataset / files[file], columns=names).to_pylist()
        assert len({tuple(key.values()) for key in keys}) == len(keys)
