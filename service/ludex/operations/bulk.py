"""Import in bulk: other processes read lines and make rows of them, one writer stores a batch a transaction.

What is reported is stored. Whoever was killed goes on behind the last report; what was stored beyond it is known then.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from ludex.catalogue.bulk.rows import ObjectRow, rows_of
from ludex.catalogue.bulk.storing import store_rows
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.imported import ImportedLine, Outcome
from ludex.catalogue.kin import order_of
from ludex.catalogue.kind import Entry, Matching
from ludex.catalogue.kinds import GAMES
from ludex.catalogue.lines import as_bytes
from ludex.catalogue.ownership import assign_owner
from ludex.catalogue.reading import shown
from ludex.catalogue.registry import Registry, registry_of
from ludex.catalogue.stored import Duplicate
from ludex.engine.budget import Budget
from ludex.engine.workers import Spread
from ludex.graphs.isomorphism import through

BATCH = 400
"""Lines a transaction: then the disk is waited for a few times a second."""

TRUSTED_BATCH = 4 * BATCH
"""A line of an export is one object; one of a drawing is four."""

Lines = Sequence[tuple[int, str | bytes]]


@dataclass(frozen=True, slots=True)
class Ready:
    """An object of a line as rows, itself the last of them, and the canonical order of its parts."""

    number: int
    rows: tuple[ObjectRow, ...]
    order: Matching | None = None
    own: Mapping[str, Any] = field(default_factory=dict)
    more: tuple[int, ...] = ()
    """The lines that say more about the object; what becomes of it becomes of them."""

    @classmethod
    def of(cls, number: int, entry: Entry[Any], own: Mapping[str, Any]) -> "Ready":
        """Return what is stored of an entry that a line brings, with the name and id of its own."""
        return cls(number, tuple(rows_of(registry(), entry)), entry.order, own)


Made = Sequence[Ready | ImportedLine]
Making = Callable[[Lines], Made]


@cache  # to find it by the games takes longer than most of what is done with it
def registry() -> Registry:
    """Return what the games declare, for a process that has no catalogue."""
    return registry_of(GAMES)


def batches(lines: Iterable[str | bytes], size: int = BATCH, more: bytes | None = None) -> Iterator[Lines]:
    """Yield lines with their numbers, from 1, some at a time; empty ones are left out.

    None begins with a line that begins with `more`: it belongs to the one before.
    """
    batch: list[tuple[int, str | bytes]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if len(batch) >= size and not (more is not None and as_bytes(line).startswith(more)):
            yield batch
            batch = []
        batch.append((number, line))
    if batch:
        yield batch


def import_in_bulk(
    catalogue: Catalogue,
    lines: Iterable[str | bytes],
    make: Making,
    spread: Spread,
    budget: Budget | None = None,
    *,
    trusted: bool = False,
    more: bytes | None = None,
) -> Iterator[list[ImportedLine]]:
    """Store the objects of lines, and yield the reports of each batch once it is stored.

    `make` makes rows of a batch; it may run in another process. A line that is refused changes nothing. One that is
    stored already changes nothing either. Holds a few batches, however many lines there are. At the end of the budget
    raises BudgetExhausted.
    """
    budget = budget or Budget()
    for made in spread(make, batches(lines, TRUSTED_BATCH if trusted else BATCH, more)):
        budget.check()
        reports = _store(catalogue, made, trusted)
        yield reports
        budget.report(reports[-1].line, note="lines")


def _store(catalogue: Catalogue, made: Made, trusted: bool) -> list[ImportedLine]:
    ready = [one for one in made if isinstance(one, Ready)]
    refused = [one for one in made if isinstance(one, ImportedLine)]
    try:
        with catalogue.writing() as writer:
            ids, new = store_rows(writer, (row for one in ready for row in one.rows), trusted=trusted)
            assign_owner(writer, [ids[key] for key in dict.fromkeys(one.rows[-1].key for one in ready) if key in new])
    except (LookupError, ValueError) as error:
        return _one_by_one(catalogue, made, trusted, error)
    reports = list(_reported(catalogue, ready, ids, new))
    more = {one.number: one.more for one in ready if one.more}
    reports += [replace(one, line=number) for one in reports for number in more.get(one.line, ())]
    return sorted([*refused, *reports], key=lambda one: one.line)


def _one_by_one(catalogue: Catalogue, made: Made, trusted: bool, error: Exception) -> list[ImportedLine]:
    """Store the objects of a batch of which one is refused, each by itself."""
    if len(made) > 1:
        return [report for one in made for report in _store(catalogue, [one], trusted)]
    [one] = made
    assert isinstance(one, Ready)
    return [ImportedLine.refused(number, str(error)) for number in (one.number, *one.more)]


def _reported(
    catalogue: Catalogue, ready: Sequence[Ready], ids: Mapping[bytes, int], new: set[bytes]
) -> Iterator[ImportedLine]:
    """Report the objects of lines that are stored; the first line of a new object is the one that brought it."""
    known: list[Ready] = []
    brought = set(new)
    for one in ready:
        row = one.rows[-1]
        if row.key in brought:
            brought.remove(row.key)
            yield ImportedLine(one.number, Outcome.NEW, row.label, **one.own)
        else:
            known.append(one)
    if known:
        yield from _known(catalogue, known, ids)


def _known(catalogue: Catalogue, known: Sequence[Ready], ids: Mapping[bytes, int]) -> Iterator[ImportedLine]:
    kinds = catalogue.registry.kind_of_number
    for number in dict.fromkeys(one.rows[-1].kind for one in known):
        kind = kinds[number]
        lines = [one for one in known if one.rows[-1].kind == number]
        with catalogue.reading() as reader:
            stored = {one.id: one for one in shown(reader, kind, list({ids[one.rows[-1].key] for one in lines}))}
        for one in lines:
            found = stored[ids[one.rows[-1].key]]
            order = None if one.order is None else order_of(kind, found.document())
            matching = None if one.order is None or order is None else through(one.order, order)
            duplicate = Duplicate(kind.view.same, matching)
            yield ImportedLine(one.number, Outcome.DUPLICATE, found.label, duplicate, **one.own)
