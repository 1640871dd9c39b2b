"""The texts that describe a data set: the metadata in the format Croissant, and the licence."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.dataset.content import DatasetColumn, DatasetTable
from ludex.catalogue.kinds.registry import Registry
from ludex.version import RELEASE_DATE, RELEASE_YEAR

EXPORT = "catalogue.ndjson"
CROISSANT = "croissant.json"
LICENCE = "LICENSE.md"
CHECKSUMS = "SHA256SUMS"

PARQUET, NDJSON, TEXT = "application/vnd.apache.parquet", "application/x-ndjson", "text/plain"
ZIP = "application/zip"

ABOUT: Mapping[str, str] = {
    LICENCE: "The licence of the data.",
    CROISSANT: "Metadata in the format Croissant, which data-frame libraries and search engines read.",
}

NAME = "ludex"
CREATOR = "The Ludex developers"
LICENCE_NAME, LICENCE_TITLE = "CC-BY-4.0", "Creative Commons Attribution 4.0 International"
LICENCE_URL = "https://creativecommons.org/licenses/by/4.0/"

_MEDIA_TYPES = {
    "parquet": PARQUET,
    "ndjson": NDJSON,
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
    counts: Mapping[str, int],
    url: str | None,
) -> dict[str, str]:
    """Return the texts that describe the data set, keyed by the path of the file."""
    about = (
        f"{counts['objects']:,} game positions and related objects, {counts['links']:,} links between them, and "
        f"{counts['claims']:,} claims about them with their certificates. Each object has a label that is the same in "
        "every installation of Ludex. The program in the data set checks labels and claims."
    )
    title = title_of(registry)
    members = {"title": title, "about": about, "version": version, "url": url}
    return {
        LICENCE: _licence(title),
        CROISSANT: json.dumps(_croissant(members, files), indent=2, ensure_ascii=False) + "\n",
    }


Members = Mapping[str, str | None]


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
        "description": file.about if file.rows is None else f"{file.about} {file.rows:,} rows.",
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
