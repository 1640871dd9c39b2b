"""The data set that a service offers for download: its files with sizes and checksums, read from its folder."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from ludex.catalogue.dataset.description import ABOUT, CHECKSUMS, CREATOR, CROISSANT, LICENCE_URL, media_type
from ludex.catalogue.objects.reading import UnknownObject
from ludex.engine.text_lines import split_lines

DOWNLOAD = "/download"
"""The address of the data set page."""


class NoDataset(UnknownObject):
    """The service offers no data set."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file of a data set."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(json_schema_serialization_defaults_required=True)

    path: Annotated[str, Field(description="Path in the folder of the data set.")]
    url: Annotated[str, Field(description="Path of the file on this service.")]
    about: Annotated[str, Field(description="Description of the content.")]
    media_type: Annotated[str, Field(description="Media type.")]
    bytes: Annotated[int, Field(description="Size in bytes.")]
    sha256: Annotated[str | None, Field(description="SHA-256 checksum; null for the file of checksums.")]


@dataclass(frozen=True, slots=True)
class PublishedDataset:
    """A data set: its title, version, licence and files."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(json_schema_serialization_defaults_required=True)

    title: Annotated[str, Field(description="Title.")]
    about: Annotated[str, Field(description="Description of the content.")]
    version: Annotated[str, Field(description="Version of the data set, which contains a hash of its content.")]
    licence: Annotated[str, Field(description="Address of the licence.")]
    bytes: Annotated[int, Field(description="Size of all files in bytes.")]
    files: Annotated[list[PublishedFile], Field(description="The files, by path.")]

    def file(self, path: str) -> PublishedFile:
        """Return the file with the given path. Raises UnknownObject."""
        for file in self.files:
            if file.path == path:
                return file
        raise UnknownObject(f"the data set has no file {path!r}")


def read_published(folder: Path | None) -> PublishedDataset:
    """Return the data set in a folder. The folder may be replaced while the service runs.

    Raises NoDataset if no folder is given, or if the folder contains no data set. Cost: while the data set is
    unchanged, only one check of a file's status.
    """
    if folder is None:
        raise NoDataset("this service offers no data set; LUDEX_DATASET_DIR is not set")
    try:
        changed = (folder / CHECKSUMS).stat().st_mtime_ns
        return _read(folder, changed)
    except (OSError, ValueError, KeyError, TypeError):
        raise NoDataset(
            "this service offers no data set: the folder in LUDEX_DATASET_DIR does not contain one"
        ) from None


@lru_cache
def _read(folder: Path, _changed: int) -> PublishedDataset:
    described = json.loads((folder / CROISSANT).read_text(encoding="utf-8"))
    abouts = {file["contentUrl"]: file["description"] for file in described["distribution"]}
    sums = {CHECKSUMS: None, **_checksums((folder / CHECKSUMS).read_text(encoding="ascii"))}
    files = [_file(folder, path, sums[path], abouts.get(path)) for path in sorted(sums)]
    return PublishedDataset(
        described["alternateName"],
        described["description"],
        described["version"],
        LICENCE_URL,
        sum(file.bytes for file in files),
        files,
    )


def _checksums(text: str) -> dict[str, str]:
    """Return the checksum of each path. Raises ValueError if a path leads out of the folder."""
    sums = {}
    for line in split_lines(text):
        digest, _, path = line.partition("  ")
        if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
            raise ValueError(f"{path!r} is not a path in the folder")
        sums[path] = digest
    return sums


def _file(folder: Path, path: str, digest: str | None, about: str | None) -> PublishedFile:
    return PublishedFile(
        path,
        f"{DOWNLOAD}/{path}",
        about or ABOUT.get(path, "The SHA-256 checksums of all other files."),
        media_type(path),
        (folder / path).stat().st_size,
        digest,
    )


def schema_org(dataset: PublishedDataset, origin: str) -> dict[str, Any]:
    """Return the description of a data set as JSON-LD in the vocabulary of schema.org.

    `origin` is the address of the web site, without a slash at the end.
    """
    return {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": dataset.title,
        "description": dataset.about,
        "version": dataset.version,
        "license": dataset.licence,
        "url": f"{origin}{DOWNLOAD}",
        "isAccessibleForFree": True,
        "creator": {"@type": "Organization", "name": CREATOR},
        "distribution": [
            {
                "@type": "DataDownload",
                "name": file.path,
                "contentUrl": f"{origin}{file.url}",
                "encodingFormat": file.media_type,
                "contentSize": f"{file.bytes} B",
            }
            for file in dataset.files
        ],
    }
