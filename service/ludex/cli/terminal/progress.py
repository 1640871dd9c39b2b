"""Long searches of a command: no limit but the caller's patience, progress on a terminal, Ctrl-C ends them cleanly."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Annotated

import typer

from ludex.engine.budget import Budget, Progress

TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", min=0.01, help="Seconds that the search may take; no limit if not given."),
]
Reporting = Callable[[Progress], None]

_MEMORY_SHARE = 0.75
_interrupt = threading.Event()


def begin() -> None:
    """Forget an earlier Ctrl-C: a new command begins."""
    _interrupt.clear()


def interrupted() -> bool:
    """Tell whether Ctrl-C ended a search of this command."""
    return _interrupt.is_set()


@contextmanager
def searching(seconds: float | None = None, total: int | None = None) -> Iterator[Budget]:
    """Yield the budget of a search. The first Ctrl-C ends the search, the second one the command.

    `total`: of what is reported, if whoever searches does not know it.
    """
    with _ctrl_c_ends_the_search(), shown(total) as report:
        yield Budget(seconds=seconds, memory_bytes=_memory(), stop=_interrupt.is_set, progress=report)


@contextmanager
def shown(total: int | None = None) -> Iterator[Reporting]:
    """Yield what shows progress: a bar with rate and time left if standard error is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda _progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("searching", total=None, rate="")

        def report(progress: Progress) -> None:
            said, speed = progress.note or "searching", bars.tasks[0].speed
            end = total if progress.total is None else progress.total
            rate = "" if speed is None else f"{speed:,.0f}/s"
            bars.update(task, completed=progress.done, total=end, description=said, rate=rate)

        yield report


@contextmanager
def _ctrl_c_ends_the_search() -> Iterator[None]:
    def end(_signal: int, _frame: FrameType | None) -> None:
        if _interrupt.is_set():
            raise KeyboardInterrupt
        _interrupt.set()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _memory() -> int:
    """Return how much memory a search may hold: most of what the machine has."""
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * _MEMORY_SHARE)
    except (ValueError, OSError, AttributeError):
        return 1 << 32
