"""The metadata describe the files as they are, with the members that the formats require."""

import json
import re

import pytest
from pyarrow import parquet

TYPES = {"string": "string", "integer": "int64", "boolean": "bool", "number": "double"}
CROISSANT_TYPES = {"sc:Text": "string", "sc:Integer": "int64", "sc:Boolean": "bool", "sc:Float": "double"}


@pytest.fixture(scope="module")
def package(dataset):
    return json.loads((dataset / "datapackage.json").read_text())


@pytest.fixture(scope="module")
def croissant(dataset):
    return json.loads((dataset / "croissant.json").read_text())


def columns(file):
    return [(field.name, str(field.type)) for field in parquet.read_schema(file)]


def test_the_data_package_has_the_required_members(package):
    assert package["$schema"] == "https://datapackage.org/profiles/2.0/datapackage.json"
    assert re.fullmatch(r"[a-z0-9._-]+", package["name"])
    assert [licence["name"] for licence in package["licenses"]] == ["CC-BY-4.0"]
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*\+[0-9a-f]{16}", package["version"])
    names = [resource["name"] for resource in package["resources"]]
    assert names and len(set(names)) == len(names)
    for resource in package["resources"]:
        # A path is relative, and does not lead out of the folder.
        assert re.fullmatch(r"(?![./~])(?!.*\.\.)[^\\:]+", resource["path"])
        assert re.fullmatch(r"sha256:[0-9a-f]{64}", resource["hash"])
        assert re.fullmatch(r".+/.+", resource["mediatype"])


def test_the_data_package_describes_the_files(dataset, package):
    tables = [resource for resource in package["resources"] if resource.get("type") == "table"]
    assert {resource["path"] for resource in tables} == {file.name for file in dataset.glob("*.parquet")}
    for resource in package["resources"]:
        assert (dataset / resource["path"]).stat().st_size == resource["bytes"]
    for resource in tables:
        file = dataset / resource["path"]
        assert columns(file) == [(field["name"], TYPES[field["type"]]) for field in resource["schema"]["fields"]]
        assert all(field["description"] for field in resource["schema"]["fields"])
        assert parquet.read_metadata(file).num_rows == resource["rowCount"]
        keys = parquet.read_table(file, columns=resource["schema"]["primaryKey"]).to_pylist()
        assert len({tuple(key.values()) for key in keys}) == len(keys)


def test_croissant_has_the_required_members(croissant):
    for name in ("@context", "name", "description", "license", "creator", "datePublished"):
        assert croissant[name]
    assert croissant["@type"] == "sc:Dataset"
    assert croissant["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    for file in croissant["distribution"]:
        assert file["@type"] == "cr:FileObject"
        assert file["@id"] and file["name"] and file["contentUrl"] and file["encodingFormat"] and file["sha256"]


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
        assert {key["@id"] for key in records["key"]} <= set(ids)


def test_the_data_sheet_names_every_file_and_column(dataset, package):
    sheet = (dataset / "README.md").read_text()
    for resource in package["resources"]:
        assert f"| `{resource['path']}` |" in sheet
        for field in resource.get("schema", {}).get("fields", ()):
            assert f"| `{field['name']}` | {field['type']} | {field['description']} |" in sheet
    assert "| Order types of 7 points, up to reflection | 135 | 135 | complete |" in sheet
    assert "creativecommons.org/licenses/by/4.0/" in (dataset / "LICENSE.md").read_text()
