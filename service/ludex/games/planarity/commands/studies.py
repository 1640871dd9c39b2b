"""`ludex planarity experiment difficulty`, `estimate` and `hardest`: studies of the minima and of difficulty.

Each command writes its rows as CSV, with plots as SVG.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.commands.experiments import Folder, experiment, read_numbers, write_files, write_rows
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import CommandError, Json
from ludex.cli.progress import TimeLimit
from ludex.engine.budget import BudgetExhausted
from ludex.engine.experiment_rows import render_csv
from ludex.engine.text_lines import split_lines
from ludex.games.planarity import operations, pictures, study
from ludex.games.planarity.level import Level

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
    rows: dict[str, list[study.difficulty_rows.DifficultyRow]] = {}
    complete = []
    with experiment(folder, time_limit) as budget:
        try:
            for n in sizes:
                rows[f"census of {n}"] = list(study.difficulty_rows.census_rows(n, budget))
                complete.append(f"census of {n}")
            if sample:
                rows["sample of 7"] = list(study.difficulty_rows.sample_rows(7, sample, seed, budget))
            if levels:
                source = _stored_levels(levels) if stored else study.level_collection.make_levels(levels, budget)
                rows["levels"] = list(study.difficulty_rows.level_rows(source, seed, budget))
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
    rows: "Mapping[str, Sequence[study.difficulty_rows.DifficultyRow]]", complete: Sequence[str]
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


def _tree_lines(name: str, rows: "Sequence[study.difficulty_rows.DifficultyRow]") -> list[str]:
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
