"""Long computations in commands.

By default, computations have no time limit. They show progress on a terminal, and Ctrl-C ends them.
"""

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
    typer.Option("--time-limit", min=0.01, help="Time limit in seconds; none by default."),
]
ReportProgress = Callable[[Progress], None]

_MEMORY_SHARE = 0.75
_interrupt = threading.Event()


def reset_interrupt() -> None:
    """Forget that Ctrl-C interrupted an earlier command of this process."""
    _interrupt.clear()


def interrupted() -> bool:
    """Return whether Ctrl-C interrupted a computation of this command."""
    return _interrupt.is_set()


@contextmanager
def search_budget(seconds: float | None = None, total: int | None = None) -> Iterator[Budget]:
    """Yield the budget of a computation. The first Ctrl-C ends the computation, and the second Ctrl-C ends the command.

    `total` is the total for the progress bar if the computation does not report one.
    """
    with _interrupt_on_ctrl_c(), progress_bar(total) as report:
        yield Budget(seconds=seconds, memory_bytes=_memory_limit(), stop=_interrupt.is_set, progress=report)


@contextmanager
def progress_bar(total: int | None = None) -> Iterator[ReportProgress]:
    """Yield a function that shows a progress bar (with rate and remaining time) if standard error is a terminal."""
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
            speed = bars.tasks[0].speed
            bars.update(
                task,
                completed=progress.done,
                total=total if progress.total is None else progress.total,
                description=progress.note or "searching",
                rate="" if speed is None else f"{speed:,.0f}/s",
            )

        yield report


@contextmanager
def _interrupt_on_ctrl_c() -> Iterator[None]:
    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        if _interrupt.is_set():
            raise KeyboardInterrupt
        _interrupt.set()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def _memory_limit() -> int:
    """Return the memory limit of a search in bytes. It is most of the memory of the machine."""
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * _MEMORY_SHARE)
    except (ValueError, OSError, AttributeError):
        return 1 << 32
