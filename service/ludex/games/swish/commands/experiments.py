"""The experiment of SWISH, with CSV and SVG output: CPU time of the search by the number of symbols per card."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from ludex.cli.commands.experiments import Folder, experiment, read_numbers, write_rows
from ludex.cli.output import CommandError, Json
from ludex.cli.progress import TimeLimit
from ludex.engine.random_numbers import MAX_SEED
from ludex.games.swish import pictures, study
from ludex.games.swish.swishes import Rule


def _symbols(
    span: Annotated[
        str, typer.Option("--span", help="Numbers of cards, such as 10-20 or 10,20,40.")
    ] = "10,20,30,40,60",
    structures: Annotated[
        str,
        typer.Option(
            "--structures",
            help="Structures of the positions, separated by commas: random, planted, even-cycles. The default is all "
            "structures.",
        ),
    ] = "",
    symbols: Annotated[str, typer.Option("--symbols", help="Numbers of symbols per card.")] = "1-3",
    rule: Annotated[Rule, typer.Option("--rule", help="`simple`: cards cannot be flipped or rotated.")] = Rule.SWISH,
    trials: Annotated[int, typer.Option("--trials", min=1, help="Number of positions for each row.")] = 5,
    seed: Annotated[int, typer.Option("--seed", min=0, max=MAX_SEED, help="Seed of the random numbers.")] = 0,
    share: Annotated[
        float,
        typer.Option(
            "--share",
            help="Maximum number of seconds for a row. After a row exceeds it, rows with more cards are left empty.",
        ),
    ] = 10.0,
    folder: Folder = Path(),
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Time the search for the largest swish by the number of cards and the number of symbols per card.

    Writes symbols.csv and symbols.svg.
    """
    names = structures.split(",") if structures else list(study.symbol_costs.SymbolStructure)
    for name in names:
        if name not in list(study.symbol_costs.SymbolStructure):
            raise CommandError(f"--structures: {name!r} is not one of {', '.join(study.symbol_costs.SymbolStructure)}")
    numbers, wanted = read_numbers(span, "--span"), read_numbers(symbols, "--symbols")
    with experiment(folder, time_limit) as budget:
        rows = study.symbol_costs.symbol_costs(
            numbers,
            clock=time.process_time,
            structures=[study.symbol_costs.SymbolStructure(name) for name in names],
            symbols=wanted,
            rule=rule,
            trials=trials,
            seed=seed,
            share=share,
            budget=budget,
        )
    timed = any(row.mean_seconds is not None for row in rows.rows)
    write_rows(
        rows,
        folder,
        "symbols",
        {"symbols": pictures.plots.symbol_costs_svg} if timed else {},
        "--trials",
        as_json=as_json,
    )


EXPERIMENTS: dict[str, Callable[..., None]] = {"experiment symbols": _symbols}
