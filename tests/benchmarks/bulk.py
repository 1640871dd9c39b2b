"""Rates of storing many levels, ours beside the way one by one, on both databases; generation by processes."""

import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.benchmarks.scale import database_of

LINES = 400
"""Of what goes one by one: it takes so much longer."""

REPEATS = 5
"""Of generation, which takes turns with one process."""

SPEED_UP = "of the ideal speed-up"


def main(levels: int, databases: Iterable[str]) -> None:
    """Measure every row and print the table."""
    from ludex.engine.workers import processors, spread

    processes = processors()
    folder = Path(tempfile.mkdtemp(prefix="ludex-bulk-"))
    print(f"{levels:,} levels of 11 vertices and 20 edges, {processes} processes; load {_load()}")
    print(f"{'row':58} {'ours':>12} {'baseline':>12} {'ratio':>8}  baseline is", flush=True)
    try:
        with spread(processes) as apply:
            lines = _drawings(apply, levels)
            _generation(apply, processes)
            for database in databases:
                _storing(folder / database, database, lines, apply)
    finally:
        shutil.rmtree(folder)
    print(f"load in the end {_load()}")


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _drawings(apply: Any, levels: int) -> list[bytes]:
    """Return lines of drawings with solutions, and let every process load what it needs."""
    from ludex.catalogue.transfer.imports.objects import BULK_BATCH, parse_each
    from ludex.catalogue.transfer.imports.pipeline import batches
    from ludex.games.planarity.making.generation import GenerationParameters
    from ludex.games.planarity.requests.import_with_solutions import parse_line

    numbers = batches(map(str, range(1, levels + 1)), BULK_BATCH)
    lines = [
        line for part in apply(partial(_written, GenerationParameters(11, 20, 6, seed=1)), numbers) for line in part
    ]
    list(apply(partial(parse_each, partial(parse_line, "import")), [[(1, lines[0])]] * 16))
    return lines


def _written(parameters: Any, numbers: Any) -> list[bytes]:
    import json

    from ludex.engine.random_numbers import RandomNumbers
    from ludex.games.planarity.making.generation import Scramble, plane_drawing

    lines = []
    for number, _ in numbers:
        stream = RandomNumbers.numbered(parameters.seed, number)
        walk = Scramble(plane_drawing(parameters, stream), stream)
        walk.swap(parameters.swaps)
        drawing = walk.drawing()
        made = {"points": drawing.points, "edges": drawing.edges, "swaps": walk.swaps[::-1]}
        lines.append(json.dumps(made, separators=(",", ":")).encode() + b"\n")
    return lines


def _storing(folder: Path, database: str, lines: list[bytes], apply: Any) -> None:
    from ludex.catalogue.transfer.copying import copy
    from ludex.catalogue.transfer.export import export_lines
    from ludex.catalogue.transfer.imports.checked_lines import import_checked
    from ludex.catalogue.transfer.imports.pipeline import ImportOptions
    from ludex.catalogue.transfer.imports.trusted_lines import import_trusted
    from ludex.games.kinds import registry
    from ludex.games.planarity.requests.import_with_solutions import import_with_solutions
    from ludex.games.planarity.requests.levels import LEVELS

    options, one_process = ImportOptions(spread=apply), ImportOptions(seconds=10)
    folder.mkdir()
    with _catalogues(folder, database) as new:
        filled, other = new(), new()
        with _processor_time("a level claimed", len(lines)):
            ours = _rate(len(lines), lambda: list(import_with_solutions(filled, lines, options)))
        few = [line[: line.index(b',"swaps"')] + b"}" for line in lines[:LINES]]
        solved = _rate(len(few), lambda: list(LEVELS.run(new(), few, one_process)))
        _print(f"{database}: drawings with solutions, claimed", "levels/s", ours, solved, "each drawing solved")
        one = _rate(LINES, lambda: _one_by_one(new(), lines[:LINES]))
        _print(f"{database}: the same", "levels/s", ours, one, "one process, one transaction per level")
        whole = [f"{line}\n".encode() for line in export_lines(filled, keys=True)]
        with _processor_time("a line trusted", len(whole)):
            trusted = _seconds(lambda: list(import_trusted(other, whole, options, registry)))
        checked = _rate(LINES, lambda: list(import_checked(new(), whole[:LINES], one_process)))
        rate = len(whole) / trusted
        _print(f"{database}: an export of our own, trusted", "lines/s", rate, checked, "import with all checks")
        _print(f"{database}: the same", "levels/s", len(lines) / trusted, checked, "the checked import above")
        copied = new()
        rows = copy(filled, copied).written
        taken = _seconds(lambda: copy(filled, new()))
        _print(f"{database}: copied and compared", "rows/s", rows / taken, rows / trusted, "trusted import, in rows/s")


def _one_by_one(catalogue: Any, lines: list[bytes]) -> None:
    from ludex.catalogue.kinds.kind import prepare
    from ludex.catalogue.objects.storing import store
    from ludex.games.planarity.kinds import LEVEL
    from ludex.games.planarity.level import claimed_level
    from ludex.games.planarity.requests.import_with_solutions import read_solution

    for line in lines:
        given = read_solution(line)
        entry = prepare(LEVEL, claimed_level(given.named.drawing, given.swaps, {"source": "import"}))
        with catalogue.writing() as writer:
            store(writer, entry)


@contextmanager
def _catalogues(folder: Path, database: str) -> Iterator[Callable[[], Any]]:
    """Yield what makes another empty catalogue."""
    from ludex.catalogue.catalogue import Catalogue
    from ludex.games.kinds import GAMES

    made: list[Any] = []
    with database_of(folder, database) as url_of:

        def new() -> Any:
            made.append(Catalogue(url_of(f"bulk{len(made)}"), GAMES))
            made[-1].upgrade()
            return made[-1]

        try:
            yield new
        finally:
            for one in made:
                one.close()


def _generation(apply: Any, processes: int) -> None:
    from ludex.engine.workers import serial_map
    from ludex.games.planarity.making.generation import GenerationParameters, generate

    parameters, count = GenerationParameters(13, 24, 8, seed=3), 500
    generate(parameters, 3, None, apply)
    generate(parameters, 1)
    turns = [
        [_rate(count, partial(generate, parameters, count, None, spread)) for spread in (serial_map, apply)]
        for _ in range(REPEATS)
    ]
    alone, ours = map(statistics.median, zip(*turns, strict=True))
    row = f"generated with proof, 13 vertices, 8 swaps: {ours / alone / processes:.0%} {SPEED_UP}"
    _print(row, "levels/s", ours, alone, "one process")


@contextmanager
def _processor_time(said: str, count: int) -> Iterator[None]:
    """Print what each of some things takes of the processors, in all processes: whatever else runs on the machine."""
    before = _processor_seconds()
    yield
    spent = (_processor_seconds() - before) / count
    print(f"    processor time of {said}: {spent * 1e6:,.0f} us; two idle processors could do {2 / spent:,.0f}/s")


def _processor_seconds() -> float:
    from multiprocessing import active_children

    ticks = 0
    for child in active_children():
        fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def _rate(count: int, run: Callable[[], Any]) -> float:
    return count / _seconds(run)


def _seconds(run: Callable[[], Any]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def _print(row: str, unit: str, ours: float, baseline: float, name: str) -> None:
    print(f"{f'{row} ({unit})':58} {ours:>12,.0f} {baseline:>12,.0f} {ours / baseline:>7.1f}x  {name}", flush=True)
