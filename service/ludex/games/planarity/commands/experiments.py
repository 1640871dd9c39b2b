"""`ludex planarity experiment` and `ludex planarity census`: statistics over many drawings.

The experiments on point sets are from the paper. The studies of minima and of difficulty are not in the paper. Each
command writes its rows as CSV, with plots as SVG.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from ludex.cli import output
from ludex.cli.commands.experiments import Folder, experiment, read_numbers, write_files, write_rows
from ludex.cli.game_commands import open_catalogue
from ludex.cli.input_text import content_of
from ludex.cli.output import CommandError, Json, require_writable, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.exact_json import NumberError, written_number
from ludex.engine.experiment_rows import render_csv
from ludex.engine.faults import Fault
from ludex.engine.text_lines import split_lines
from ludex.games.planarity import operations, pictures, study
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.level import Level
from ludex.games.planarity.making.point_sets import DELTA_DESCRIPTION
from ludex.games.planarity.requests.census import CountedClasses, GraphsInput, census_lines
from ludex.games.planarity.requests.comparing import graph_of_text
from ludex.games.planarity.requests.inputs import exact
from ludex.games.planarity.requests.points import units_of
from ludex.games.planarity.requests.text_levels import DRAWING_LINES
from ludex.games.planarity.study.census_graphs import (
    MAX_CENSUS_POINTS,
    MIN_CENSUS_POINTS,
    GraphFamily,
    connected_graphs,
)
from ludex.games.planarity.study.experiments import (
    THRESHOLDS,
    attempts_by_threshold,
    interior_points,
    minima_of_scrambles,
)
from ludex.requests.fields import Argument, faults_of
from ludex.requests.json_text import json_text
from ludex.requests.session import Session

_Delta = Annotated[str, typer.Option("--delta", help=DELTA_DESCRIPTION)]


@dataclass(frozen=True, slots=True)
class ExperimentSettings:
    """The options of every experiment."""

    samples: Annotated[int, typer.Option("--samples", help="Number of samples for each row.")] = 100
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the samples.")] = 0
    folder: Folder = Path()
    time_limit: TimeLimit = None
    as_json: Json = False


def _attempts(
    settings: ExperimentSettings,
    sizes: Annotated[str, typer.Option("--sizes", help="Numbers of points, such as 8,10-12.")] = "8,10-12",
    delta: _Delta = "0.03",
    thresholds: Annotated[
        str,
        typer.Option(
            "--thresholds", help="Restart thresholds, such as 50,100; by default the thresholds in the paper."
        ),
    ] = "",
) -> None:
    """Count attempts to place a point by restart threshold (Fig. 13). Writes attempts.csv and attempts.svg."""
    numbers = read_numbers(thresholds, "--thresholds") if thresholds else THRESHOLDS
    with experiment(settings.folder, settings.time_limit) as budget:
        rows = attempts_by_threshold(
            read_numbers(sizes, "--sizes"),
            _grid_units(delta),
            numbers,
            settings.samples,
            settings.seed,
            budget=budget,
        )
    plots = {"attempts": pictures.plots.svg_attempts_plot}
    write_rows(rows, settings.folder, "attempts", plots, "--samples", as_json=settings.as_json)


def _interior(
    settings: ExperimentSettings,
    sizes: Annotated[str, typer.Option("--sizes", help="Numbers of points, such as 5-20.")] = "5-20",
    deltas: Annotated[
        str, typer.Option("--deltas", help="Multiples of 0.0001, separated by commas.")
    ] = "0,0.005,0.01,0.015,0.02,0.025,0.03",
) -> None:
    """Count points inside the hull (Figs. 14 and 15). Writes interior.csv, interior.svg and interior-deviations.svg."""
    plots: dict[str, Callable[[Sequence[Any]], str]] = {
        "interior": pictures.plots.svg_interior_plot,
        "interior-deviations": partial(pictures.plots.svg_interior_plot, deviations=True),
    }
    with experiment(settings.folder, settings.time_limit) as budget:
        units = [_grid_units(delta) for delta in deltas.split(",")]
        rows = interior_points(read_numbers(sizes, "--sizes"), units, settings.samples, settings.seed, budget=budget)
    write_rows(rows, settings.folder, "interior", plots, "--samples", as_json=settings.as_json)


def _minima(
    settings: ExperimentSettings,
    swaps: Annotated[str, typer.Option("--swaps", help="Numbers of random swaps, such as 1-8.")] = "1-8",
    vertices: Annotated[int, typer.Option("-n", "--n", "--vertices", help="Number of vertices of each drawing.")] = 11,
    edges: Annotated[int, typer.Option("-m", "--edges", help="Number of edges of each drawing.")] = 20,
    delta: _Delta = "0.02",
    flips: Annotated[int, typer.Option("--flips", help="Number of random Lawson flips of the triangulation.")] = 3,
) -> None:
    """Count the true minima of drawings after random swaps. Writes minima.csv and minima.svg."""
    with experiment(settings.folder, settings.time_limit) as budget:
        units, numbers = _grid_units(delta, vertices), read_numbers(swaps, "--swaps")
        rows = minima_of_scrambles(numbers, vertices, edges, units, flips, settings.samples, settings.seed, budget)
    plots = {"minima": pictures.plots.svg_scramble_plot}
    write_rows(rows, settings.folder, "minima", plots, "--samples", as_json=settings.as_json)


EXPERIMENTS: dict[str, Callable[..., None]] = {
    "experiment attempts": _attempts,
    "experiment interior": _interior,
    "experiment minima": _minima,
}


def _grid_units(delta: str, points: int | None = None) -> int:
    """Return delta as a number of units of the grid. Raises ValueError."""
    try:
        return units_of(exact(written_number(delta)), points)
    except NumberError:
        raise CommandError(f"--delta: {delta!r} is not a number; write 0 to 1, such as 0.05") from None


def census(
    n: Annotated[
        int | None,
        typer.Argument(
            metavar="VERTICES",
            min=MIN_CENSUS_POINTS,
            max=MAX_CENSUS_POINTS,
            help="Number of vertices; with --graph, the number of vertices of the graph.",
            show_default=False,
        ),
    ] = None,
    graph: Annotated[
        str | None,
        typer.Option(
            "--graph", metavar="GRAPH", help="Only this graph: graph6, an Untangle description, a drawing or a label."
        ),
    ] = None,
    family: Annotated[GraphFamily, typer.Option("--graphs", help="Only the graphs of this family.")] = GraphFamily.ALL,
    file: Annotated[
        Path | None, typer.Option("--classes", help="Write all classes to this file, one per line.")
    ] = None,
    store: Annotated[bool, typer.Option("--store", help="Store all classes.")] = False,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Count the swap classes of connected graphs with two disjoint edges by minimum, and show the hardest classes.

    The time grows quickly with the number of vertices. Writing or storing the classes takes longer than counting them.
    """
    require_writable(file)
    graphs = _chosen_graphs(n, graph, family)
    n = graphs[0].vertices
    with search_budget(time_limit) as budget:
        totals = study.census.census_totals(n, budget, graphs)
    if store or file is not None:
        with search_budget(time_limit) as budget:
            _save_classes(n, None if graphs == connected_graphs(n) else graphs, file, store, budget)
    result = CountedClasses.of(graphs, totals)
    write_result(result, as_json, census_lines(result))


def _chosen_graphs(n: int | None, graph: str | None, family: GraphFamily) -> tuple[Graph, ...]:
    """Return the graphs that the options of a command select. Raises CommandError."""
    fields: dict[str, Any] = {"graphs": family}
    if graph is not None:
        fields["graph"] = _graph_fields(graph)
    elif n is not None:
        fields["vertices"] = n
    else:
        raise CommandError(f"give the number of vertices, {MIN_CENSUS_POINTS} to {MAX_CENSUS_POINTS}, or --graph")
    try:
        with ExitStack() as stack:
            session = Session(lambda: stack.enter_context(open_catalogue()))
            graphs = GraphsInput.model_validate(fields).read(session)
    except ValidationError as error:
        raise CommandError(f"--graph: {faults_of(error)[0][1]}") from None
    except Fault as fault:
        raise CommandError(f"--graph: {fault.message}") from None
    if n not in (None, graphs[0].vertices):
        raise CommandError(f"--graph: the graph has {graphs[0].vertices} vertices, not {n}")
    return graphs


def _graph_fields(word: str) -> dict[str, Any]:
    content = content_of(word, Argument("GRAPH", lines=DRAWING_LINES))
    try:
        return graph_of_text(content.text)
    except ValueError as error:
        raise CommandError(f"--graph: {content.name}: {error}") from None


def _save_classes(n: int, graphs: tuple[Graph, ...] | None, file: Path | None, store: bool, budget: Budget) -> None:
    """Write all classes of the graphs or of the whole census to a file, store them in the catalogue, or both."""
    with ExitStack() as stack:
        stream = None if file is None else stack.enter_context(file.open("w", encoding="utf-8"))

        def write_class(census_class: "study.census.CensusClass") -> None:
            if stream is not None:
                stream.write(json_text(census_class) + "\n")

        if store:
            operations.census.store_census(stack.enter_context(open_catalogue()), n, budget, write_class, graphs)
        else:
            for census_class in study.census.census(n, budget, graphs):
                write_class(census_class)


_Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of the samples.")]
_N = Annotated[int, typer.Option("-n", "--n", "--vertices", help="Number of vertices.")]


def _difficulty(
    census: Annotated[
        str,
        typer.Option(
            "--census", help="Numbers of vertices, from 4 to 6, for which all classes are measured, such as 4-6."
        ),
    ] = "5",
    sample: Annotated[int, typer.Option("--sample", min=0, help="Number of random classes with 7 vertices.")] = 0,
    levels: Annotated[
        int, typer.Option("--levels", min=0, help="Number of levels of the level collection, a multiple of ten.")
    ] = 0,
    stored: Annotated[
        bool,
        typer.Option("--stored", help="Read the levels from the catalogue instead of making them."),
    ] = False,
    seed: _Seed = 0,
    folder: Folder = Path(),
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Measure how the measures of difficulty correlate, and how well they predict the swaps of a simulated player.

    Writes difficulty.csv, correlations.csv, weights.csv, trees.txt, correlations.svg and grades.svg.
    """
    sizes = read_numbers(census, "--census") if census else []
    rows: dict[str, list[study.difficulty_factors.DifficultyRow]] = {}
    complete = []
    with experiment(folder, time_limit) as budget:
        try:
            for n in sizes:
                rows[f"census of {n}"] = list(study.difficulty_factors.census_rows(n, budget))
                complete.append(f"census of {n}")
            if sample:
                rows["sample of 7"] = list(study.difficulty_factors.sample_rows(7, sample, seed, budget))
            if levels:
                source = _stored_levels(levels) if stored else study.level_collection.make_levels(levels, budget)
                rows["levels"] = list(study.difficulty_factors.level_rows(source, seed, budget))
        except BudgetExhausted as error:
            raise CommandError(f"the experiment was interrupted ({error.reason}); try smaller sets") from None
        if not rows:
            raise CommandError("name a set: --census, --sample or --levels")
        files = _difficulty_files(rows, complete)
    paths = {folder / name: text for name, text in files.items()}
    write_files(paths)
    counts = {name: len(found) for name, found in rows.items()}
    lines = [f"{name}: {count:,} rows" for name, count in counts.items()]
    output.write_result({"sets": counts, "files": list(map(str, paths))}, as_json, [*lines, " ".join(map(str, paths))])


def _stored_levels(levels: int) -> Sequence[Level]:
    """Return all levels of the level collection, which must be stored."""
    with open_catalogue() as catalogue:
        found = operations.level_collection.stored_levels(catalogue, levels)
    if len(found) < levels:
        raise CommandError(f"{len(found):,} of the {levels:,} levels are stored; build the collection first")
    return found


def _difficulty_files(
    rows: "Mapping[str, Sequence[study.difficulty_factors.DifficultyRow]]", complete: Sequence[str]
) -> dict[str, str]:
    """Return the contents of the files that the study writes, keyed by the names of the files."""
    factors = study.difficulty_factors
    correlations = [
        correlation
        for name, found in rows.items()
        for correlation in factors.correlations(name, found, complete=name in complete)
    ]
    weights = [weight for name, found in rows.items() for weight in factors.weight_rows(name, found)]
    tables = [split_lines(render_csv(found)) for found in rows.values()]
    lines = [f"set,{tables[0][0]}"]
    lines += [f"{name},{line}" for name, table in zip(rows, tables, strict=True) for line in table[1:]]
    return {
        "difficulty.csv": "".join(f"{line}\n" for line in lines),
        "correlations.csv": render_csv(correlations),
        "weights.csv": render_csv(weights),
        "trees.txt": "".join(f"{line}\n" for name, found in rows.items() for line in _tree_lines(name, found)),
        "correlations.svg": pictures.study_plots.svg_correlations(correlations) + "\n",
        "grades.svg": pictures.study_plots.svg_grades(rows) + "\n",
    }


def _tree_lines(name: str, rows: "Sequence[study.difficulty_factors.DifficultyRow]") -> list[str]:
    factors = study.difficulty_factors
    fit = factors.fit_tree(name, rows)
    lines = [f"{name}: a tree of all measures explains {fit.explained:.3f} of the variance", *fit.tree.lines("  ")]
    for column in ("grade", "luck", "min_swaps"):
        alone = factors.fit_tree(name, rows, (column,))
        lines.append(f"{name}: a tree of {column} alone explains {alone.explained:.3f} of the variance")
    return lines


def _estimate(
    n: _N = 8,
    samples: Annotated[
        int, typer.Option("--samples", min=1, help="Number of random classes for each number of edges.")
    ] = 100,
    edges: Annotated[str, typer.Option("--edges", help="Numbers of edges, such as 7-9; all by default.")] = "",
    seed: _Seed = 0,
    folder: Folder = Path(),
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Estimate the minima of all swap classes from a random sample of classes. Writes estimate.csv and estimate.svg.

    The classes are drawn uniformly for each number of edges, and the rows have 95 % confidence intervals.
    """
    chosen = read_numbers(edges, "--edges") if edges else None
    with experiment(folder, time_limit) as budget:
        rows = study.minima_estimate.estimate_minima(n, samples, seed, chosen, budget)
    plots = {"estimate": pictures.study_plots.svg_estimate}
    write_rows(rows, folder, "estimate", plots, "--samples", as_json=as_json)


def _hardest(
    n: _N = 7,
    edges: Annotated[str, typer.Option("--edges", help="Numbers of edges, such as 7-9; all by default.")] = "",
    folder: Folder = Path(),
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Find drawings with a large minimum on point sets with one point inside the hull. Writes hardest.csv.

    The largest minimum found is a lower bound on the largest minimum of all drawings with the same number of edges.
    """
    chosen = read_numbers(edges, "--edges") if edges else None
    with experiment(folder, time_limit) as budget:
        rows = study.hardest_drawings.search_hardest(n, chosen, budget)
    write_rows(rows, folder, "hardest", {}, "--edges", as_json=as_json)


STUDIES: dict[str, Callable[..., None]] = {
    "experiment difficulty": _difficulty,
    "experiment estimate": _estimate,
    "experiment hardest": _hardest,
}
