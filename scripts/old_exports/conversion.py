"""Exports of the tables of before (revisions 0001 to 0003) as lines of today: the module of each game says how.

The lines are stored in a catalogue of their own, whose export is what comes of them. What they state is not checked
here; who imports it does that.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from ludex.catalogue.catalogue import Catalogue, Writer
from ludex.catalogue.claims import put_claim
from ludex.catalogue.kind import prepare
from ludex.catalogue.naming import name_object
from ludex.catalogue.reading import find
from ludex.catalogue.registry import Game
from ludex.catalogue.storing import add_links, rewrite, store
from ludex.catalogue.transfer import export_lines

from . import planarity, sets, swish
from .line import About, Conversion, Lost, Made

_BATCH = 200


@dataclass(frozen=True, slots=True)
class Left:
    """A line of which something is left out: its number, from 1, and what and why."""

    line: int
    reason: str


@dataclass(slots=True)
class Converted:
    """How many lines were read, how many were written, and what of them was left out."""

    read: int = 0
    written: int = 0
    left: list[Left] = field(default_factory=list)


def conversions() -> Mapping[str, Conversion]:
    """Return what the lines of each old kind are today."""
    return {**swish.CONVERSIONS, **planarity.CONVERSIONS, **sets.CONVERSIONS}


def convert_lines(
    lines: Iterable[str | bytes], games: Sequence[Game], progress: Callable[[int], None] | None = None
) -> tuple[Converted, Iterator[str]]:
    """Read an old export; return the report, and the lines of today's, which complete the report as they are taken.

    A line that cannot be read is left out and reported; so is a deal whose seed no longer gives its position, which
    stays. `progress` is called with the number of lines read. Cost: that of storing each object in a catalogue on disk.
    """
    report = Converted()

    def converted() -> Iterator[str]:
        with TemporaryDirectory() as folder:
            catalogue = Catalogue(f"sqlite:///{Path(folder)}/catalogue.sqlite", games)
            try:
                catalogue.database.upgrade()
                _store_lines(catalogue, lines, report, progress)
                for line in export_lines(catalogue):
                    report.written += 1
                    yield line
            finally:
                catalogue.close()

    return report, converted()


def _store_lines(
    catalogue: Catalogue,
    lines: Iterable[str | bytes],
    report: Converted,
    progress: Callable[[int], None] | None,
) -> None:
    known = conversions()
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    while batch := list(islice(numbered, _BATCH)):
        with catalogue.writing() as writer:
            for number, line in batch:
                _store_line(writer, known, number, line, report)
        report.read += len(batch)
        if progress is not None:
            progress(report.read)


def _store_line(
    writer: Writer, known: Mapping[str, Conversion], number: int, line: str | bytes, report: Converted
) -> None:
    try:
        with writer.connection.begin_nested():
            read = json.loads(line)
            conversion = known.get(str(read.get("kind"))) if isinstance(read, dict) else None
            if conversion is None:
                raise ValueError("it is of no kind of an old export")
            for one in conversion(writer, read):
                if isinstance(one, Lost):
                    report.left.append(Left(number, one.reason))
                else:
                    _store(writer, one)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        missing = f"it has no {error}" if type(error) is KeyError else str(error)
        report.left.append(Left(number, missing))


def _store(writer: Writer, one: Made | About) -> None:
    if isinstance(one, Made):
        node = store(writer, prepare(one.kind, one.value)).id
        if one.slugs:
            name_object(writer, one.kind, node, one.slugs)
    else:
        found = find(writer, one.name, one.kind)
        node = found.id
        if node == 0:
            raise LookupError(f"{one.name} is not stored; its line must come before")
        if one.value is not None:
            rewrite(writer, one.kind, node, one.value)
    add_links(writer, node, one.links)
    for claim in one.claims:
        put_claim(writer, node, claim)
