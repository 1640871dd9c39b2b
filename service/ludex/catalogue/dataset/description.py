"""The texts that describe a data set: the data package, the Croissant metadata, the data sheet and the licence."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.dataset.content import DatasetColumn, DatasetTable
from ludex.catalogue.exact_results.reading import CollectionState
from ludex.catalogue.kinds.registry import Registry
from ludex.version import RELEASE_DATE, RELEASE_YEAR, __version__

EXPORT = "catalogue.ndjson"
PACKAGE = "datapackage.json"
CROISSANT = "croissant.json"
SHEET = "README.md"
LICENCE = "LICENSE.md"
CHECKSUMS = "SHA256SUMS"

PARQUET, NDJSON, TEXT = "application/vnd.apache.parquet", "application/x-ndjson", "text/plain"
SVG, ZIP = "image/svg+xml", "application/zip"

ABOUT: Mapping[str, str] = {
    SHEET: "The data sheet: what the files contain, column by column.",
    LICENCE: "The licence of the data.",
    PACKAGE: "Metadata in the format of Frictionless Data Package.",
    CROISSANT: "Metadata in the format Croissant, which data-frame libraries and search engines read.",
}

NAME = "ludex"
CREATOR = "The Ludex developers"
LICENCE_NAME, LICENCE_TITLE = "CC-BY-4.0", "Creative Commons Attribution 4.0 International"
LICENCE_URL = "https://creativecommons.org/licenses/by/4.0/"

_MEDIA_TYPES = {
    "parquet": PARQUET,
    "ndjson": NDJSON,
    "svg": SVG,
    "pyz": ZIP,
    "md": "text/markdown",
    "json": "application/json",
}
_CROISSANT_TYPES = {"string": "sc:Text", "integer": "sc:Integer", "boolean": "sc:Boolean", "number": "sc:Float"}
# The format name that Croissant readers expect.
_CROISSANT_FORMATS = {PARQUET: "application/x-parquet"}
# The context from the Croissant 1.0 specification, which tools compare with their own.
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a data set: its path, description, media type, size and checksum.

    If the file contains a table, also the number of rows.
    """

    path: str
    about: str
    media_type: str
    bytes: int
    sha256: str
    table: DatasetTable | None = None
    rows: int | None = None


def media_type(path: str) -> str:
    """Return the media type of a file, which depends on the file name extension."""
    return _MEDIA_TYPES.get(path.rpartition(".")[2], TEXT)


def title_of(registry: Registry) -> str:
    """Return the title of a data set with the given games."""
    return f"Ludex: positions, results and proofs of {', '.join(game.title for game in registry.games)}"


def texts(
    registry: Registry,
    version: str,
    files: Sequence[DataFile],
    collections: Sequence[CollectionState],
    counts: Mapping[str, int],
    url: str | None,
) -> dict[str, str]:
    """Return the texts that describe the data set, keyed by the path of the file."""
    about = (
        f"{counts['objects']:,} game positions and related objects, {counts['links']:,} links between them, and "
        f"{counts['claims']:,} claims about them with their certificates. Each object has a label that is the same in "
        "every installation of Ludex. The program in the data set checks labels and claims."
    )
    members = {"title": title_of(registry), "about": about, "version": version, "url": url}
    return {
        SHEET: "\n".join(_sheet(members, files, collections)) + "\n",
        LICENCE: _licence(members["title"] or ""),
        PACKAGE: _json(_package(members, files)),
        CROISSANT: _json(_croissant(members, files)),
    }


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


Members = Mapping[str, str | None]


def _package(members: Members, files: Sequence[DataFile]) -> dict[str, Any]:
    package = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": NAME,
        "title": members["title"],
        "description": members["about"],
        "version": members["version"],
        "homepage": members["url"],
        "licenses": [{"name": LICENCE_NAME, "path": LICENCE_URL, "title": LICENCE_TITLE}],
        "contributors": [{"title": CREATOR, "roles": ["creator"]}],
        "keywords": ["games", "combinatorics", "graphs", "exact algorithms", "proofs"],
        "resources": [_resource(file) for file in files],
    }
    return {name: value for name, value in package.items() if value is not None}


def _resource(file: DataFile) -> dict[str, Any]:
    resource: dict[str, Any] = {
        "name": file.path.replace("/", "-").lower() if file.table is None else file.table.name,
        "path": file.path,
        "description": file.about,
        "format": file.path.rpartition(".")[2],
        "mediatype": file.media_type,
        "bytes": file.bytes,
        "hash": f"sha256:{file.sha256}",
    }
    if file.table is not None:
        fields = [{"name": each.name, "type": each.type, "description": each.about} for each in file.table.columns]
        resource |= {"type": "table", "schema": {"fields": fields, "primaryKey": list(file.table.key)}}
        resource["rowCount"] = file.rows
    return resource


def _croissant(members: Members, files: Sequence[DataFile]) -> dict[str, Any]:
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": NAME,
        "alternateName": members["title"],
        "description": members["about"],
        "version": members["version"],
        "url": members["url"],
        "license": LICENCE_URL,
        "creator": {"@type": "sc:Organization", "name": CREATOR},
        "datePublished": RELEASE_DATE,
        "citeAs": f"{CREATOR}. {members['title']}. Version {members['version']}, {RELEASE_YEAR}.",
        "isLiveDataset": False,
        "distribution": [_file_object(file) for file in files],
        "recordSet": [_record_set(file.table) for file in files if file.table is not None],
    }
    return {name: value for name, value in document.items() if value is not None}


def _file_object(file: DataFile) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": file.path,
        "description": file.about,
        "contentUrl": file.path,
        "contentSize": f"{file.bytes} B",
        "encodingFormat": _CROISSANT_FORMATS.get(file.media_type, file.media_type),
        "sha256": file.sha256,
    }


def _record_set(table: DatasetTable) -> dict[str, Any]:
    def field(column: DatasetColumn) -> dict[str, Any]:
        return {
            "@type": "cr:Field",
            "@id": f"{table.name}/{column.name}",
            "name": column.name,
            "description": column.about,
            "dataType": _CROISSANT_TYPES[column.type],
            "source": {"fileObject": {"@id": table.path}, "extract": {"column": column.name}},
        }

    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.about,
        "key": [{"@id": f"{table.name}/{name}"} for name in table.key],
        "field": [field(column) for column in table.columns],
    }


def _licence(title: str) -> str:
    return (
        f'# Licence\n\nThe data set "{title}" by {CREATOR} is licensed under {LICENCE_TITLE} ({LICENCE_NAME}): '
        f"<{LICENCE_URL}>. The text of the licence is at <{LICENCE_URL}legalcode>.\n\nYou may share and adapt the data "
        "for any purpose if you name the source, link to the licence, and state your changes.\n\nThe claim checker is "
        "a part of the program Ludex and is licensed under the MIT licence.\n"
    )


def _sheet(members: Members, files: Sequence[DataFile], collections: Sequence[CollectionState]) -> Iterator[str]:
    """Yield the lines of the data sheet."""
    yield from (f"# {members['title']}", "", f"Version {members['version']}", "", members["about"] or "", "")
    yield from ("## Files", "", "| File | Rows | Bytes | Content |", "|---|---:|---:|---|")
    for file in files:
        rows = "" if file.rows is None else f"{file.rows:,}"
        yield f"| `{file.path}` | {rows} | {file.bytes:,} | {file.about} |"
    yield from (
        "",
        f"`{CHECKSUMS}` has the SHA-256 checksums of all files; `sha256sum --check {CHECKSUMS}` compares them.",
        f"`{PACKAGE}` and `{CROISSANT}` describe the files for programs.",
        "",
        "Rows are in the order of labels; links and claims are in the order of the kinds and labels of their objects. "
        "The pictures show only the first objects of each kind.",
        "",
        "## Columns",
        "",
        "A column whose name ends in `_text` has all digits of integers that may exceed 64 bits. If an integer "
        "exceeds 64 bits, the column of the same name without `_text` is empty.",
    )
    for table in (file.table for file in files if file.table is not None):
        yield from ("", f"### {table.path}", "", table.about, "", "| Column | Type | Meaning |", "|---|---|---|")
        for column in table.columns:
            yield f"| `{column.name}` | {column.type} | {column.about} |"
    yield from _origin(collections)


def _origin(collections: Sequence[CollectionState]) -> Iterator[str]:
    yield from (
        "",
        "## Origin and quality",
        "",
        f"All data were computed by Ludex {__version__} and are stored in its catalogue; they contain no personal "
        "data. Two positions that differ only by a symmetry of the game are stored as one object with one label.",
        "",
        "A claim with `proved` true follows from its certificate or from an exhaustive search. Claims that are not "
        "proved have bounds. To check the labels and claims, run:",
        "",
        "```sh",
        f"python3 ludex-check-claims.pyz {EXPORT}",
        "```",
        "",
        "The total number of members of these families is known. A family is complete if the data contain all its "
        "members.",
        "",
        "| Family | Members in the data | All members | |",
        "|---|---:|---:|---|",
    )
    for state in collections:
        mark = "complete" if state.complete else ""
        yield f"| {state.title} | {state.stored:,} | {state.size:,} | {mark} |"
    yield from (
        "",
        "## Licence and citation",
        "",
        f"{LICENCE_TITLE}; see `{LICENCE}`. State the version, so that others can find the same data. The version "
        "includes a hash of the content. Building the data set again from the same catalogue results in the same "
        "files.",
    )
