"""The starting catalogue: what every installation begins with, shipped as compressed JSON lines, all of it proved."""

import gzip
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storing import insert_new
from ludex.catalogue.tables import starting_catalogue
from ludex.catalogue.transfer import Terms, starting_groups, store_groups

DATA = "catalogue.ndjson.gz"


@lru_cache(maxsize=1)
def starting_version() -> str:
    """Return the version of the shipped starting catalogue: a hash of its lines."""
    return blake2b(starting_lines(), digest_size=16).hexdigest()


def starting_lines() -> bytes:
    """Return the lines of the shipped starting catalogue."""
    return gzip.decompress(files(__name__).joinpath(DATA).read_bytes())


def fill(catalogue: Catalogue) -> bool:
    """Store the starting catalogue if this version of it has not been stored, and tell whether it was.

    All of it is one transaction; of several processes that start at once, one does it. Cost: one query if there is
    nothing to do, seconds otherwise. Raises ValueError if a line is refused.
    """
    version = starting_version()
    with catalogue.reading() as reader:
        known = select(starting_catalogue.c.version).where(starting_catalogue.c.version == version)
        if reader.connection.scalar(known) is not None:
            return False
    prepared = starting_groups(catalogue.registry, starting_lines().splitlines())
    with catalogue.writing() as writer:
        mark = insert_new(writer, starting_catalogue, ["version"]).values(version=version)
        if writer.connection.scalar(mark.returning(starting_catalogue.c.version)) is None:
            return False
        store_groups(writer, prepared, Terms(starting=True))
    return True


def write_starting_catalogue(lines: Iterable[str], target: Path | None = None) -> Path:
    """Write lines as a starting catalogue, by default as the shipped one. Equal lines give equal files."""
    target = target or Path(__file__).with_name(DATA)
    text = "".join(f"{line}\n" for line in lines)
    target.write_bytes(gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0))
    return target
