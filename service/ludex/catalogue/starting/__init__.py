"""The starting catalogue: what every installation begins with, shipped as compressed JSON lines, all of it proved."""

import gzip
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from sqlalchemy import select

from ludex.catalogue.database import Database
from ludex.catalogue.documents import Document, Terms, store_in_turn
from ludex.catalogue.storing import insert_new
from ludex.catalogue.tables import StartingCatalogueRow

DATA = "catalogue.ndjson.gz"


@lru_cache(maxsize=1)
def starting_version() -> str:
    """Return the version of the shipped starting catalogue: a hash of its lines."""
    return blake2b(_lines(), digest_size=16).hexdigest()


def starting_documents() -> Iterator[Document]:
    """Yield the documents of the shipped starting catalogue."""
    from ludex.catalogue.transfer import read_document

    yield from (read_document(line) for line in _lines().splitlines())


def fill(database: Database) -> bool:
    """Store the starting catalogue where this version of it has not been stored, and tell whether it was.

    All of it is one transaction; of several processes that start at once, one does it. Cost: one query where there is
    nothing to do, about a second otherwise.
    """
    version = starting_version()
    with database.reading() as session:
        if session.scalars(select(StartingCatalogueRow).where(StartingCatalogueRow.version == version)).first():
            return False
    prepared = [document.prepare(Terms(starting=True)) for document in starting_documents()]
    with database.writing() as session:
        marked = insert_new(session, StartingCatalogueRow, ["version"]).values(version=version)
        if session.scalar(marked.returning(StartingCatalogueRow.version)) is None:
            return False
        store_in_turn(session, prepared)
    return True


def write_starting_catalogue(documents: Iterable[Document], target: Path | None = None) -> Path:
    """Write documents as a starting catalogue, by default as the shipped one. Equal documents give equal files."""
    target = target or Path(__file__).with_name(DATA)
    lines = "".join(document.line() + "\n" for document in documents)
    target.write_bytes(gzip.compress(lines.encode("utf-8"), compresslevel=9, mtime=0))
    return target


def _lines() -> bytes:
    return gzip.decompress(files(__name__).joinpath(DATA).read_bytes())
