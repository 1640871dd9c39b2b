"""Execution of the graph engine in a separate process, so that the limits on the engine affect only that process."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import structlog

from ludex.catalogue.cypher import engine_process
from ludex.catalogue.storage.database_errors import StorageFull
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault

MOST_ROWS = 10_000
"""The maximum number of rows of a result."""

MOST_BYTES = 8 * 1024 * 1024
"""The maximum total size of the rows of a result. A larger first row is returned alone."""

MEMORY = 1024 * 1024 * 1024
"""The maximum memory of a query, in bytes."""

INSTALL = "python -m pip install 'ludex[cypher]'"
"""The command that installs the engine."""

_POLL_SECONDS = 0.02
_PROGRAM = Path(engine_process.__file__)
_FULL = "No space left on device"
_ABOUT_QUERY = re.compile("(?:Binder|Catalog|Conversion|Overflow|Parser|Runtime) exception: ")
_log = structlog.get_logger("ludex.cypher")


class EngineMissing(RuntimeError):
    """The graph engine is not installed. The message contains the installation command."""


class QueryError(Fault):
    """The engine refuses a query, or cannot finish it.

    The message comes from the engine, and includes the position in the query.
    """


class EngineError(RuntimeError):
    """The engine failed to build the projection."""


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The result of a query.

    Attributes
    ----------
    columns
        Names of the columns.
    types
        Types of the columns in the terms of the query engine: `STRING`, `INT64`, `NODE`.
    rows
        The rows. A node is an object with `table`, `label` and `properties`. A relationship has `table`, `source`,
        `target` and `properties`, where source and target are labels. A path has `nodes` and `relationships`.
    complete
        False if there are more rows.
    """

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[list[Any]]
    complete: bool

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield each row as a dictionary whose keys are the names of the columns."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def to_pandas(self) -> Any:  # noqa: ANN401 - pandas has no types here
        """Return the rows as a DataFrame. Raises ImportError if pandas is not installed."""
        import pandas

        return pandas.DataFrame(self.rows, columns=list(self.columns))


def require_engine() -> None:
    """Raise EngineMissing if the engine is not installed."""
    if find_spec("ladybug") is None:
        raise EngineMissing(f"Cypher needs the graph engine LadybugDB, which is not installed; run `{INSTALL}`")


def version() -> str:
    """Return the version of the installed engine.

    A different version of the engine may be unable to read the files that this version writes.
    """
    return metadata.version("ladybug")


def load(file: Path, statements: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Run the statements that write a projection. Raises EngineError and StorageFull."""
    response = _run({"file": str(file), "statements": statements}, Budget())
    if response is not None and _FULL in str(response.get("error")):
        raise StorageFull(f"the disk of {file.parent} is full; free some space")
    if response is None or "error" in response:
        reason = "the process ended" if response is None else response["error"]
        _log.error("the projection cannot be written", file=str(file), reason=reason)
        raise EngineError("the graph engine cannot write the projection; the log has the reason")


def query(
    file: Path,
    statement: str,
    parameters: Mapping[str, Any],
    tables: Mapping[str, Sequence[str]],
    seconds: float | None,
    budget: Budget,
    rows: int = MOST_ROWS,
) -> QueryResult:
    """Run a query on a projection. Raises QueryError and BudgetExhausted.

    `tables` contains the properties of each table. The caller must have checked that the statement accesses no files.
    The engine is in read-only mode, and as a second guard, its process cannot open files or write.
    """
    request = {
        "file": str(file),
        "query": statement,
        "parameters": dict(parameters),
        "tables": tables,
        "rows": rows,
        "bytes": MOST_BYTES,
        "memory": MEMORY,
        "seconds": seconds,
    }
    response = _run(request, Budget(seconds, stop=budget.stop))
    if response is None:
        raise QueryError("the engine stopped during this query; try a simpler one", ("query",))
    if "error" in response:
        if response["memory"]:
            raise BudgetExhausted("memory")
        raise QueryError(_message_of(str(response["error"])), ("query",))
    return QueryResult(tuple(response["columns"]), tuple(response["types"]), response["rows"], response["complete"])


def _message_of(error: str) -> str:
    """Return the engine's message if it is about the query, and otherwise the remedy.

    >>> _message_of("Binder exception: Variable b is not in scope.")
    'Binder exception: Variable b is not in scope.'
    >>> _message_of("Connection exception: Cannot execute write operations in a read-only database!")
    'a query can only read the catalogue'
    >>> _message_of("IO exception: Cannot open file /var/lib/ludex/graph.")
    'the engine cannot run this query; try a simpler one'
    """
    if "read-only database" in error:
        return "a query can only read the catalogue"
    return error if _ABOUT_QUERY.match(error) else "the engine cannot run this query; try a simpler one"


def _run(request: Mapping[str, Any], budget: Budget) -> dict[str, Any] | None:
    """Return the response of the process to a request, or None if the process ended without a response.

    Raises BudgetExhausted.
    """
    command = [sys.executable, "-I", str(_PROGRAM)]
    sent: bytes | None = json.dumps(request).encode() + b"\n"
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        start_new_session=True,
    ) as process:
        try:
            while True:
                try:
                    written, _ = process.communicate(sent, _POLL_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    sent = None
                    budget.check()
        finally:
            process.kill()
    try:
        response: dict[str, Any] = json.loads(written)
    except ValueError:
        return None
    return response
