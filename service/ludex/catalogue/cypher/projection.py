"""The projection of a catalogue into a file of the graph engine.

The projection is built on first use and then kept up to date.

The file for a SQLite catalogue is in the folder of the catalogue. The file for a catalogue on PostgreSQL is in the
user's cache folder. The change log lists the objects to update, so a query sees every write that was committed before
the query began. A lock file ensures that updates wait for the queries that run on this machine, and queries for the
update. Queries run beside one another.
"""

import errno
import fcntl
import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from alembic.migration import MigrationContext
from platformdirs import user_cache_path
from sqlalchemy import func, select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.cypher import engine
from ludex.catalogue.cypher.rows import write_rows
from ludex.catalogue.cypher.schema import ABOUT, CLAIM, GraphSchema, node_name, schema_of
from ludex.catalogue.cypher.statement import limited, readable_statement, require_values
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import FOLDED
from ludex.catalogue.storage.database_errors import StorageFull
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget

_POLL_SECONDS = 0.02
_GRAPH, _STATE, _LOCK = "graph.lbug", "state.json", "lock"
_WAITING = threading.Semaphore(24)
"""The queries of a process that may wait for a projection. Each of them occupies a thread."""

_STARTING = threading.Lock()
_REFRESHES: "dict[Path, Future[object]]" = {}


class ProjectionBusy(RuntimeError):
    """The time limit ended while the query waited for other queries, or for the projection to be built."""


@dataclass(frozen=True, slots=True)
class ProjectionVersion:
    """The state of a catalogue that a projection includes.

    It consists of the largest id, the label of the object with this id, and the number of the last change.

    `form` differs if the tables of the catalogue or of the projection have changed, or if the database was replaced.
    """

    form: str
    top: int
    label: str
    change: int


def run_cypher(
    catalogue: Catalogue,
    query: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    seconds: float | None = 10.0,
    budget: Budget | None = None,
    rows: int = engine.MOST_ROWS,
    computing: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> engine.QueryResult:
    """Run a Cypher query on the current content of a catalogue.

    Parameters
    ----------
    catalogue : Catalogue
        The catalogue.
    query : str
        A single read-only statement.
    parameters : mapping, optional
        The values of the query's parameters, which are written `$name` in the query: numbers, texts, Booleans, or lists
        of values of one of these types.
    seconds : float or None, optional
        The time limit of the query itself; None for no limit.
    budget : Budget, optional
        The limits on waiting for the projection. An update of the projection continues even if a query stops waiting
        for it.
    rows : int, optional
        The maximum number of rows.
    computing : callable, optional
        Returns the context in which the query itself runs, such as one that holds a computing slot. Queries that wait
        for the projection are outside of it.

    Raises
    ------
    EngineMissing
        If the engine is not installed.
    StatementError, QueryError
        If the query is not read-only, or the engine refuses it.
    ProjectionBusy
        If the time limit for waiting is reached before the query can run, or if too many queries are waiting.
    StorageFull
        If the disk is too full for the projection.
    BudgetExhausted
        If the query reaches its time or memory limit.
    """
    engine.require_engine()
    statement, given = readable_statement(query), dict(parameters or {})
    require_values(statement, given)
    budget = budget or Budget()
    schema = schema_of(catalogue.registry)
    with _current_projection(catalogue, schema, budget) as file, computing():
        return engine.query(file, limited(statement, rows + 1), given, schema.properties, seconds, budget, rows)


@contextmanager
def _current_projection(catalogue: Catalogue, schema: GraphSchema, budget: Budget) -> Iterator[Path]:
    """Yield the file of a projection that includes all committed writes.

    Until the block ends, other queries can use the file, but no update can change it.
    """
    folder = folder_of(catalogue)
    with catalogue.reading() as reader:
        wanted = _mark_of(catalogue, reader, schema)
    if not _WAITING.acquire(blocking=False):
        raise ProjectionBusy("too many queries wait for the projection of the catalogue")
    waiting = True
    try:
        while True:
            lock = _lock(folder / _LOCK, fcntl.LOCK_SH, budget)
            try:
                if _includes(_read_mark(folder), wanted):
                    _WAITING.release()
                    waiting = False
                    yield folder / _GRAPH
                    return
            finally:
                os.close(lock)
            _wait(_refreshing(catalogue, folder), budget)
    finally:
        if waiting:
            _WAITING.release()


def refresh(catalogue: Catalogue, budget: Budget | None = None) -> ProjectionVersion:
    """Build or update the projection of a catalogue, and return the extent of the projection."""
    schema, folder = schema_of(catalogue.registry), folder_of(catalogue)
    lock = _lock(folder / _LOCK, fcntl.LOCK_EX, budget or Budget())
    try:
        stored = _read_mark(folder)
        with catalogue.reading() as reader:
            mark = _mark_of(catalogue, reader, schema)
            if stored == mark:
                return mark
            # Until an update is complete, no mark exists. If the update is interrupted, the projection is therefore
            # rebuilt.
            (folder / _STATE).unlink(missing_ok=True)
            changed = None if stored is None else _changed_since(reader, stored, mark)
            if changed is None:
                _build(reader, schema, folder)
            else:
                _update(reader, schema, folder, changed)
        _write_mark(folder, mark)
        return mark
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StorageFull(f"the disk of {folder} is full; free some space") from error
        raise
    finally:
        os.close(lock)


def folder_of(catalogue: Catalogue) -> Path:
    """Return the folder of the projection of a catalogue. Create the folder if it does not exist."""
    file = catalogue.database.file
    beside = None if file is None else file.absolute().with_name(f"{file.name}-cypher")
    if beside is not None and (beside.is_dir() or os.access(beside.parent, os.W_OK)):
        folder = beside
    else:
        address = catalogue.database.url.render_as_string(hide_password=True)
        name = blake2b(address.encode(), digest_size=16).hexdigest()
        folder = user_cache_path("ludex", appauthor=False) / "cypher" / name
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _mark_of(catalogue: Catalogue, reader: Reader, schema: GraphSchema) -> ProjectionVersion:
    """Return the mark of a projection of the reader's snapshot. Cost: a few look-ups."""
    node = tables.node.c
    last = reader.connection.execute(select(node.id, node.label).order_by(node.id.desc()).limit(1)).one_or_none()
    change = reader.connection.scalar(select(func.max(tables.change.c.id))) or 0
    revisions = MigrationContext.configure(reader.connection).get_current_heads()
    file = catalogue.database.file
    # PostgreSQL gives the table a new file when it is truncated or restored.
    filenode = func.pg_relation_filenode(tables.node.name)
    identity = reader.connection.scalar(select(filenode)) if file is None else catalogue.database.identity
    numbers = reader.registry.numbers
    form = json.dumps([schema.form, sorted(revisions), identity, engine.version(), numbers.kinds, numbers.relations])
    digest = blake2b(form.encode(), digest_size=16).hexdigest()
    return ProjectionVersion(digest, 0 if last is None else last.id, "" if last is None else last.label, change)


def _includes(stored: ProjectionVersion | None, wanted: ProjectionVersion) -> bool:
    """Return whether a projection includes the whole of a snapshot, and each id belongs to the same label in both."""
    if stored is None or stored.form != wanted.form:
        return False
    return (
        (stored.top > wanted.top or stored.label == wanted.label or stored.change > wanted.change)
        and (stored.top >= wanted.top or stored.change > wanted.change)
        and stored.change >= wanted.change
    )


def _changed_since(reader: Reader, stored: ProjectionVersion, mark: ProjectionVersion) -> dict[int, set[str]] | None:
    """Return the ids of new and changed objects.

    For each id, also return the node tables that may contain the object.

    Returns None if the projection must be rebuilt. This is the case if its form differs, if the change log is
    incomplete, or if most objects are new.
    """
    if stored.form != mark.form or stored.change > mark.change:
        return None
    change, node = tables.change.c, tables.node.c
    found: dict[int, set[str]] = {}
    for kind, number in reader.connection.execute(select(change.kind, change.node).where(change.id > stored.change)):
        if number == FOLDED:
            return None
        declared = reader.registry.kind_of_number.get(kind)
        found.setdefault(number, set()).update(() if declared is None else (node_name(declared.name),))
    if stored.top not in found:
        label = reader.connection.scalar(select(node.label).where(node.id == stored.top))
        if (label or "") != stored.label:
            return None
    new = set(reader.connection.scalars(select(node.id).where(node.id > stored.top).limit(stored.top + 1)))
    if len(new) + len(found) > stored.top:
        return None
    return {number: found.get(number, set()) for number in sorted(new | found.keys())}


def _build(reader: Reader, schema: GraphSchema, folder: Path) -> None:
    """Build the projection in a new file, and then replace the previous file."""
    with TemporaryDirectory(dir=folder) as temporary:
        work = Path(temporary)
        files = write_rows(reader, schema, work, None)
        made = work / _GRAPH
        statements = [*schema.statements, *(file.statement for file in files)]
        engine.load(made, [(statement, {}) for statement in statements])
        for log in folder.glob(f"{_GRAPH}.*"):
            log.unlink()
        made.replace(folder / _GRAPH)


def _update(reader: Reader, schema: GraphSchema, folder: Path, changed: Mapping[int, set[str]]) -> None:
    """Replace the given objects of the projection, together with their links and claims."""
    statements: list[tuple[str, Mapping[str, Any]]] = []
    for table in sorted({name for names in changed.values() for name in names}):
        ids = [number for number, names in changed.items() if table in names]
        for part in chunks(ids):
            found = f"UNWIND $ids AS each MATCH (c:`{CLAIM}`)-[:`{ABOUT}`]->(n:`{table}`) WHERE n.id = each"
            statements.append((f"{found} DETACH DELETE c", {"ids": list(part)}))
            found = f"UNWIND $ids AS each MATCH (n:`{table}`) WHERE n.id = each"
            statements.append((f"{found} DETACH DELETE n", {"ids": list(part)}))
    with TemporaryDirectory(dir=folder) as temporary:
        files = write_rows(reader, schema, Path(temporary), changed.keys())
        statements += [(file.statement, {}) for file in files]
        engine.load(folder / _GRAPH, statements)


def _read_mark(folder: Path) -> ProjectionVersion | None:
    try:
        return ProjectionVersion(**json.loads((folder / _STATE).read_text()))
    except (OSError, ValueError, TypeError):
        return None


def _write_mark(folder: Path, mark: ProjectionVersion) -> None:
    written = folder / f"{_STATE}.new"
    written.write_text(json.dumps(asdict(mark)))
    written.replace(folder / _STATE)


def _lock(file: Path, mode: int, budget: Budget) -> int:
    """Lock a file against other threads and processes, either shared with other readers or alone.

    Return the descriptor of the file. Closing the descriptor releases the lock.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        while True:
            try:
                fcntl.flock(descriptor, mode | fcntl.LOCK_NB)
            except BlockingIOError:
                _pause(budget, "the projection of the catalogue for Cypher is in use")
            else:
                return descriptor
    except BaseException:
        os.close(descriptor)
        raise


def _refreshing(catalogue: Catalogue, folder: Path) -> "Future[object]":
    """Return the update of a projection that runs in a thread of this process, after starting one if there is none.

    It continues even if no caller waits for it any longer. It may have begun before the last write, so the caller must
    look again afterwards.
    """
    with _STARTING:
        running = _REFRESHES.get(folder)
        if running is not None and not running.done():
            return running
        future = _REFRESHES[folder] = Future()

    def run() -> None:
        try:
            future.set_result(refresh(catalogue))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True, name="cypher-projection").start()
    return future


def _wait(future: "Future[object]", budget: Budget) -> None:
    while not future.done():
        _pause(budget, "the projection of the catalogue for Cypher is being brought up to date")
    future.result()


def _pause(budget: Budget, reason: str) -> None:
    """Wait for a moment.

    Raises ProjectionBusy when the time limit is reached, and BudgetExhausted on cancellation.
    """
    if budget.exhausted() == "time":
        raise ProjectionBusy(reason)
    budget.check()
    time.sleep(_POLL_SECONDS)
