"""The program of the process that runs the graph engine for one query or one load.

The program imports nothing from Ludex.

The process reads a request from standard input and writes a response to standard output. Both are single JSON objects.
As a second guard, the process gives up its permissions before it runs a query: from then on, it cannot open files,
write, use the network or start programs, and its memory is limited.
"""

import ctypes
import json
import os
import platform
import resource
import signal
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from math import isfinite
from typing import Any
from uuid import UUID

Json = Any

_MB = 1024 * 1024
_POOL_BYTES = 384 * _MB
_LOAD_POOL_BYTES = 1024 * _MB
_LEAST_RESERVED = 256 * _MB
_LOAD_RESERVED = 1 << 38
_MOST_ENDS = 5000
"""The maximum number of relationship ends whose labels are read after a query."""

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_SECCOMP_SET_MODE_FILTER, _SECCOMP_FILTER_FLAG_TSYNC = 1, 1
_ALLOW, _DENY = 0x7FFF0000, 0x00050000 | 13  # 13: EACCES
_LOAD_NUMBER, _LOAD_ARCHITECTURE = (0x20, 0, 0, 0), (0x20, 0, 0, 4)
_EQUAL, _AT_LEAST, _RETURN = 0x15, 0x35, 0x06
_X32 = 0x40000000

_DENIED: dict[str, tuple[int, int, tuple[int, ...]]] = {
    "x86_64": (
        0xC000003E,
        317,
        (
            *(2, 85, 257, 437, 425),  # open, creat, openat, openat2, io_uring_setup
            *(82, 264, 316, 83, 258, 84, 86, 265, 88, 266, 87, 263, 133, 259),  # rename, mkdir, link, unlink, mknod
            *(90, 268, 92, 260, 94, 76),  # chmod, chown, truncate
            *(41, 42, 59, 322, 62, 101),  # socket, connect, exec, kill, ptrace
        ),
    ),
    "aarch64": (
        0xC00000B7,
        277,
        (
            *(56, 437, 425),  # openat, openat2, io_uring_setup
            *(38, 276, 34, 37, 36, 35, 33),  # rename, mkdir, link, unlink, mknod
            *(53, 54, 45),  # chmod, chown, truncate
            *(198, 203, 221, 281, 129, 117),  # socket, connect, exec, kill, ptrace
        ),
    ),
}
"""For each architecture: its number, the number of the system call `seccomp`, and those of the denied calls."""


def main() -> None:
    """Respond to the request on standard input."""
    end_with_parent()
    request = json.loads(sys.stdin.buffer.readline())
    try:
        response = run_query(request) if "query" in request else load(request)
    except BaseException as error:  # the parent process reports it
        response = {"error": _message_of(error), "memory": _is_memory(error)}
    sys.stdout.buffer.write(json.dumps(response).encode())
    sys.stdout.buffer.flush()
    # Do not close the engine, because closing it could take longer than the query.
    os._exit(0)


def load(request: Mapping[str, Json]) -> Json:
    """Run the statements that write the projection, in order. Each statement is a pair of text and parameters."""
    import ladybug

    pool, size = _LOAD_POOL_BYTES, _LOAD_RESERVED
    with (
        ladybug.Database(request["file"], buffer_pool_size=pool, max_num_threads=2, max_db_size=size) as database,
        ladybug.Connection(database) as connection,
    ):
        for text, parameters in request["statements"]:
            connection.execute(text, parameters)
    return {}


def run_query(request: Mapping[str, Json]) -> Json:
    """Run a query in a confined process. The response contains `columns`, `types`, `rows` and `complete`."""
    import ladybug

    reserved = _LEAST_RESERVED
    while reserved < 2 * os.path.getsize(request["file"]):  # noqa: PTH202 - the process imports as little as possible
        reserved *= 2
    database = ladybug.Database(
        request["file"], read_only=True, buffer_pool_size=_POOL_BYTES, max_num_threads=2, max_db_size=reserved
    )
    connection = ladybug.Connection(database)
    names = {int(number): str(name) for number, name in _rows(connection, "CALL show_tables() RETURN id, name")}
    confine(request["memory"] - _POOL_BYTES, request["seconds"])
    found = connection.execute(request["query"], request["parameters"])
    if isinstance(found, list):
        raise TypeError("a query must be a single statement")
    writer = _Writer(request["tables"], names)
    columns, types = found.get_column_names(), found.get_column_data_types()
    rows, complete = _limited(writer, found, request["rows"], request["bytes"])
    found.close()
    writer.name_ends(connection)
    return {"columns": columns, "types": types, "rows": rows, "complete": complete}


def end_with_parent() -> None:
    """On Linux, end this process when its parent process ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def confine(memory: int, seconds: float | None) -> None:
    """Confine the process to its open files, to `memory` additional bytes, and to the processor time of a query."""
    limits = {resource.RLIMIT_FSIZE: 0, resource.RLIMIT_CORE: 0}
    if seconds is not None:
        limits[resource.RLIMIT_CPU] = int(2 * seconds) + 5
    if sys.platform == "linux":
        limits[resource.RLIMIT_AS] = _address_space() + memory
    for kind, limit in limits.items():
        resource.setrlimit(kind, (limit, limit))
    if sys.platform == "linux" and platform.machine() in _DENIED:
        _deny_system_calls(*_DENIED[platform.machine()])


def _address_space() -> int:
    """Return the size of the address space of this process in bytes."""
    with open("/proc/self/statm") as file:  # noqa: PTH123 - the process imports as little as possible
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _deny_system_calls(architecture: int, seccomp: int, denied: Sequence[int]) -> None:
    """Install a seccomp filter that denies system calls to all threads of this process. Raises OSError on failure."""
    checks: list[tuple[int, int, int, int]] = [_LOAD_ARCHITECTURE, (_EQUAL, 1, 0, architecture), (_RETURN, 0, 0, _DENY)]
    checks += [_LOAD_NUMBER, (_AT_LEAST, len(denied) + 1, 0, _X32)]
    checks += [(_EQUAL, len(denied) - place, 0, number) for place, number in enumerate(denied)]
    checks += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _DENY)]
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *check) for check in checks))
    # struct sock_fprog: the number of instructions, padding, and the address of the instructions.
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(checks), ctypes.addressof(instructions)))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or library.syscall(
        seccomp, _SECCOMP_SET_MODE_FILTER, _SECCOMP_FILTER_FLAG_TSYNC, program
    ):
        raise OSError(ctypes.get_errno(), "the query process cannot be sandboxed")


def _rows(connection: Any, query: str) -> list[list[Any]]:  # noqa: ANN401 - of the engine
    rows: list[list[Any]] = connection.execute(query).get_all()
    return rows


def _limited(writer: "_Writer", rows: Iterable[Any], limit: int, most_bytes: int) -> tuple[list[Json], bool]:
    """Return the first rows as JSON values, and whether the result contains all rows.

    The size of the first row is not limited.
    """
    written: list[Json] = []
    size = 0
    for row in rows:
        if len(written) == limit:
            return written, False
        values = [writer.json_of(value) for value in row]
        size += len(json.dumps(values))
        if written and size > most_bytes:
            return written, False
        written.append(values)
    return written, True


class _Writer:
    """A converter of the engine's values to JSON values.

    A node becomes `{"table", "label", "properties"}`, a relationship becomes `{"table", "source", "target",
    "properties"}` with the labels of its ends, and a path becomes `{"nodes", "relationships"}`. `tables` contains the
    properties of each table. They are needed because the engine mixes the properties of several tables.
    """

    def __init__(self, tables: Mapping[str, Sequence[str]], names: Mapping[int, str]) -> None:
        self._tables = tables
        self._names = names
        self._labels: dict[tuple[int, int], str] = {}
        self._ends: list[tuple[dict[str, Json], str, tuple[int, int]]] = []

    def json_of(self, value: Any) -> Json:  # noqa: ANN401 - any value of the engine
        """Convert a value to JSON. Call :meth:`name_ends` after the last value."""
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, float):
            return value if isfinite(value) else None
        if isinstance(value, Decimal):
            return int(value) if value.as_tuple().exponent == 0 else str(value)
        if isinstance(value, list | tuple):
            return [self.json_of(item) for item in value]
        if isinstance(value, dict):
            return self._of_members(value)
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, bytes):
            return value.hex()
        if isinstance(value, timedelta | UUID):
            return str(value)
        return str(value)

    def _of_members(self, value: Mapping[Any, Any]) -> Json:
        if isinstance(value.get("_NODES"), list) and isinstance(value.get("_RELS"), list):
            return {"nodes": self.json_of(value["_NODES"]), "relationships": self.json_of(value["_RELS"])}
        table = value.get("_LABEL")
        if not isinstance(table, str) or table not in self._tables or not isinstance(value.get("_ID"), dict):
            return {str(name): self.json_of(member) for name, member in value.items()}
        properties = {name: self.json_of(value.get(name)) for name in self._tables[table]}
        if "_SRC" not in value:
            label = self._labels[_number_of(value["_ID"])] = _label_of(table, properties)
            return {"table": table, "label": label, "properties": properties}
        link: dict[str, Json] = {"table": table, "source": None, "target": None, "properties": properties}
        self._ends += [(link, "source", _number_of(value["_SRC"])), (link, "target", _number_of(value["_DST"]))]
        return link

    def name_ends(self, connection: Any) -> None:  # noqa: ANN401 - of the engine
        """Fill in the labels of the ends of relationships.

        Ends that are not in the result are read from the database, but at most a few thousand of them.
        """
        absent = dict.fromkeys(number for _, _, number in self._ends if number not in self._labels)
        by_table: dict[int, list[int]] = {}
        for table, offset in list(absent)[:_MOST_ENDS]:
            by_table.setdefault(table, []).append(offset)
        for number, offsets in by_table.items():
            for node in self._nodes(connection, number, offsets):
                self.json_of(node)
        for link, end, identity in self._ends:
            link[end] = self._labels.get(identity)

    def _nodes(self, connection: Any, table: int, offsets: Sequence[int]) -> Iterator[Any]:  # noqa: ANN401
        listed = ", ".join(f"internal_id({table}, {offset})" for offset in offsets)
        for [node] in connection.execute(f"MATCH (n:`{self._names[table]}`) WHERE id(n) IN [{listed}] RETURN n"):
            yield node


def _number_of(identity: Mapping[str, int]) -> tuple[int, int]:
    return identity["table"], identity["offset"]


def _label_of(table: str, properties: Mapping[str, Json]) -> str:
    """Return the label of an object, or the table and number of a node that has no label."""
    label = properties.get("label")
    return label if isinstance(label, str) else f"{table}/{properties.get('id')}"


def _is_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or "Buffer manager exception" in str(error) or "bad_alloc" in str(error)


def _message_of(error: BaseException) -> str:
    return str(error) or type(error).__name__


if __name__ == "__main__":
    main()
