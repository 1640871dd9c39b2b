"""The data set of Ludex: the catalogue as Parquet tables, an export, text files and metadata.

>>> import ludex_data, pandas                                                  # doctest: +SKIP
>>> pandas.read_parquet(ludex_data.file("planarity-level.parquet"))            # doctest: +SKIP
"""

from pathlib import Path

from ludex_data.version import RELEASE_DATE, __version__

__all__ = ["RELEASE_DATE", "__version__", "file", "folder"]


def folder() -> Path:
    """Return the folder that contains the data set; its README.md describes all files and columns."""
    return Path(__file__).parent / "files"


def file(name: str) -> Path:
    """Return the path of a file of the data set.

    Raises FileNotFoundError, which names the files that there are.
    """
    found = folder() / name
    if not found.is_file():
        names = ", ".join(sorted(entry.name for entry in folder().iterdir() if entry.is_file()))
        raise FileNotFoundError(f"the data set has no file {name!r}; files: {names}")
    return found
