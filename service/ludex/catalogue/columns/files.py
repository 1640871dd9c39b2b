"""The column files of a host: the sealed facts of a kind, which all processes of the host map into their memory.

The first process that needs the facts of a kind writes them from the segments into a file. All processes map this file
copy-on-write: they share its pages, which the operating system drops and reads again if memory is short, so the facts
may be larger than the memory. Behind the sealed values of each column, the file has room for those of new objects. A
page becomes private to a process when the process changes a value in it. A file is replaced, never changed, and a
process keeps what it has mapped.
"""

import fcntl
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ludex.catalogue.columns.column import Column, ColumnPart, OpenFile, Region, narrowest, recoded
from ludex.catalogue.storage.changes import SEGMENT

Seal = list[Any]
"""What identifies a segment: its ids, change, layout, size and checksum, as JSON."""
Parts = Callable[[int], Iterator[ColumnPart]]
"""A function that yields the parts of the segments from a given segment on."""

_PAGE = 4096
_LENGTH_BYTES = 8
_SHARE = 8
"""A file is written again when more than this fraction of the sealed objects is missing from it."""


class FileFacts(NamedTuple):
    """The facts in the file of a kind: the ids, the columns, the number of objects, and of the segments they fill."""

    ids: Column
    columns: Mapping[str, Column]
    rows: int
    segments: int


def map_facts(folder: Path, kind: str, form: str, seals: Sequence[Seal], parts: Parts) -> FileFacts | None:
    """Map the facts that segments contain, and write the file first if it does not contain enough of them.

    Return None if the host cannot store the file.
    """
    file = folder / f"{kind}-{form}.facts"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (folder / f"{kind}.lock").open("w") as lock:
            # One process writes, and the others wait for its file.
            fcntl.flock(lock, fcntl.LOCK_EX)
            mapped = _mapped(file, seals)
            if mapped is None:
                for old in folder.glob(f"{kind}-{'[0-9a-f]' * len(form)}.facts"):
                    old.unlink()
                _write(file, seals, parts)
                mapped = _mapped(file, seals)
            return mapped
    return None


def _mapped(file: Path, seals: Sequence[Seal]) -> FileFacts | None:
    """Map a file, unless it contains other segments or too few of them."""
    try:
        opened = OpenFile(file.open("rb"))
        opened.file.seek(-_LENGTH_BYTES, os.SEEK_END)
        length = int.from_bytes(opened.file.read(_LENGTH_BYTES), "little")
        opened.file.seek(-_LENGTH_BYTES - length, os.SEEK_END)
        head = json.loads(opened.file.read(length))
    except (OSError, ValueError, OverflowError):
        return None  # There is no file, or it was damaged.
    held = len(head["seals"])
    if head["seals"] != seals[:held] or (len(seals) - held) * _SHARE > max(held, _SHARE):
        return None
    rows, room = head["rows"], head["room"]
    columns = {name: _column(opened, rows, room, *regions) for name, *regions in head["columns"]}
    return FileFacts(columns.pop(""), columns, rows, held)


def _column(opened: OpenFile, rows: int, room: int, kind: str, start: int, texts: Sequence[int] | None) -> Column:
    region = Region(opened, start, np.dtype(kind).name, rows, room)
    held = None if texts is None else MappedTexts(opened.file, *texts)
    return Column(region.array(), held, region=region)


class MappedTexts(Sequence[str]):
    """Sorted texts in a file, which are read one by one."""

    def __init__(self, opened: BinaryIO, start: int, number: int, size: int) -> None:
        self._number = number
        self._ends = np.memmap(opened, np.int64, "r", start, (number + 1,))
        self._letters = np.memmap(opened, np.uint8, "r", start + self._ends.nbytes, (size + 1,))

    def __len__(self) -> int:
        """Return the number of texts."""
        return self._number

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - an index or a slice, as of any sequence
        """Return the text at an index, or the texts of a slice."""
        if isinstance(place, slice):
            return [self[each] for each in range(self._number)[place]]
        place = range(self._number)[place]
        return bytes(self._letters[self._ends[place] : self._ends[place + 1]]).decode()


def _write(file: Path, seals: Sequence[Seal], parts: Parts) -> None:
    """Write the file of some segments, one segment at a time, so that it may be larger than the memory."""
    rows, kinds, known = 0, dict[str, np.dtype[Any]](), dict[str, set[str]]()
    for part in parts(0):
        rows += part.ids.size
        for name, codes in part.columns.items():
            kinds[name] = np.promote_types(kinds.get(name, np.int8), codes.numbers.dtype)
            if codes.texts is not None:
                known.setdefault(name, set()).update(codes.texts)
    texts = {name: sorted(found) for name, found in known.items()}
    kinds |= {name: np.promote_types(kinds[name], narrowest(len(found))) for name, found in texts.items()}
    kinds[""] = np.dtype(np.int64)
    room, end, starts = rows + max(rows // _SHARE, SEGMENT), 0, {}
    for name, kind in kinds.items():
        starts[name], end = end, _aligned(end + room * kind.itemsize)
    unfinished = file.with_suffix(".writing")
    with unfinished.open("wb") as opened:
        unfinished.chmod(0o600)
        at = 0
        for part in parts(0):
            columns = {"": part.ids} | {
                name: recoded(codes, texts.get(name), kinds[name]) for name, codes in part.columns.items()
            }
            for name, numbers in columns.items():
                opened.seek(starts[name] + at * kinds[name].itemsize)
                opened.write(numbers.astype(kinds[name], copy=False).tobytes())
            at += part.ids.size
        opened.seek(end)
        places = {name: _write_texts(opened, found) for name, found in texts.items()}
        columns_there = [[name, kinds[name].name, starts[name], places.get(name)] for name in kinds]
        head = json.dumps({"seals": seals, "rows": rows, "room": room, "columns": columns_there}).encode()
        opened.write(head + len(head).to_bytes(_LENGTH_BYTES, "little"))
        opened.flush()
        os.fsync(opened.fileno())
    unfinished.rename(file)


def _write_texts(opened: BinaryIO, texts: Sequence[str]) -> tuple[int, int, int]:
    """Write the ends of texts and the texts themselves. Return the place, the number and the size of the texts."""
    start = _aligned(opened.tell())
    written = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, written)], dtype=np.int64)
    opened.seek(start)
    opened.write(ends.tobytes() + b"".join(written) + b"\n")
    return start, len(written), int(ends[-1])


def _aligned(place: int) -> int:
    return -(-place // _PAGE) * _PAGE
