"""`ludex benchmark`: our exact solvers on the benchmark instances, compared with the known optima."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.terminal import output
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.progress import TimeLimit, interrupted, searching
from ludex.requests.json_text import json_text

if TYPE_CHECKING:
    from ludex.benchmarks.benchmark import Benchmark
    from ludex.benchmarks.running import Result

_ABOUT_NAMES = "Names of instances, in which `*` stands for any characters; all if not given."

_HEADER = ("instance", "asked", "size", "optimum", "found", "seconds", "")


def benchmark(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help=_ABOUT_NAMES, show_default=False)] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the instances, and how their optima are known.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Show the instances in their formats.")] = False,
    each: Annotated[
        float, typer.Option("--time-limit-each", min=0.01, help="Seconds that each instance may take.")
    ] = 60.0,
    time_limit: TimeLimit = None,
    as_json: output.Json = False,
) -> None:
    """Solve the benchmark instances exactly, one after the other, and compare the values with the known optima.

    Exit code 1 if an answer contradicts a known optimum. As JSON a line an instance.
    """
    from ludex.benchmarks.instances import benchmarks

    chosen = list(benchmarks(names or ()))
    if not chosen:
        raise CommandError(f"no instance is named {' or '.join(names or ())}; `ludex benchmark --list` shows all")
    if listed or show:
        _list(chosen, show=show, as_json=as_json)
        return
    _run(chosen, each, time_limit, as_json=as_json)


def _list(chosen: "list[Benchmark]", *, show: bool, as_json: bool) -> None:
    from ludex.requests.text_answers import table

    if as_json:
        output.write(json_text(one if show else _short(one)) for one in chosen)
    elif show:
        output.write(one.source.rstrip("\n") for one in chosen)
    else:
        head = ("instance", "asked", "format", "size", "optimum", "known by")
        rows = [(one.name, one.problem, one.form, one.size, one.optimum, one.known_by) for one in chosen]
        output.write(table([head, *rows]))


def _short(of: "Benchmark") -> dict[str, Any]:
    names = ("name", "problem", "form", "reductions", "size", "optimum", "known_by")
    return {name: getattr(of, name) for name in names}


def _run(chosen: "list[Benchmark]", each: float, time_limit: float | None, *, as_json: bool) -> None:
    from ludex.benchmarks.running import run

    widths = [max(len(one.name) for one in chosen), 20, 6, 7, 5, 8, 12]
    results: list[Result] = []
    if not as_json:
        output.write([_row(_HEADER, widths)])
    with searching(time_limit) as budget:
        for done, one in enumerate(chosen):
            if budget.exhausted():
                break
            budget.report(done, len(chosen), one.name)
            result = run(one, budget.share(seconds=each))
            if interrupted():
                break
            results.append(result)
            output.write([json_text(result) if as_json else _row(_cells(result), widths)])
    wrong = sum(not one.agrees for one in results)
    if not as_json:
        proved = sum(one.proved for one in results)
        said = f"{proved} of {len(chosen)} proved, {len(results) - proved} not in time, {wrong} wrong"
        left = len(chosen) - len(results)
        output.write([f"{said}{f', {left} not tried' if left else ''}"])
    if wrong:
        raise typer.Exit(1)


def _row(cells: tuple[object, ...], widths: list[int]) -> str:
    return "  ".join(str(one).ljust(width) for one, width in zip(cells, widths, strict=True)).rstrip()


def _cells(of: "Result") -> tuple[object, ...]:
    said = "proved" if of.proved else "not in time"
    found = "-" if of.found is None else of.found
    verdict = said if of.agrees else f"WRONG: {said}"
    return of.name, of.problem, of.size, of.optimum, found, f"{of.seconds:.3f}", verdict
