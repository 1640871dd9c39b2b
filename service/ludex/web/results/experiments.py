"""The experiments of the papers, run again: recorded rows, drawn as plots, with the rows as files.

The rows were recorded with the commands that the page names, which take minutes. Equal seeds give equal rows, except
for times. They are in the folder `data` of each game's pages.
"""

import csv
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from types import NoneType
from typing import Any, get_args, get_type_hints

from flask import Response, request

from ludex.catalogue.objects.reading import UnknownObject
from ludex.web.page import Page, Site
from ludex.web.results.tables import RESULTS

EXPERIMENTS = f"{RESULTS}/experiments"


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment: its rows, its plots, the command that recorded the rows, its source, its conclusion."""

    name: str
    title: str
    row: type
    plots: tuple[Callable[[Any], str], ...]
    command: str
    source: str
    about: str


def pages(site: Site) -> Iterable[Page]:
    """Return the page of the experiments, and that of each, if a game has any."""
    if _experiments(site):
        yield Page(EXPERIMENTS, _overview, "results/experiments.html", title="Experiments", section=RESULTS)
        yield Page(f"{EXPERIMENTS}/<name>", _experiment, "results/experiment.html", section=RESULTS)


def _experiments(site: Site) -> list[tuple[str, Experiment]]:
    """Return the experiments of all games, each with the package of its game."""
    return [(game.package, one) for game in site.games for one in game.experiments]


def _overview(site: Site) -> Mapping[str, Any]:
    return {
        "cards_shown": [
            {"address": f"{EXPERIMENTS}/{one.name}", "name": one.title, "about": f"{one.source}. {one.about}"}
            for _, one in _experiments(site)
        ]
    }


def _experiment(site: Site, name: str) -> Mapping[str, Any] | Response:
    every = _experiments(site)
    place = next((place for place, (_, one) in enumerate(every) if one.name == name), None)
    if place is None:
        raise UnknownObject(f"no experiment is called {name!r}; there are {', '.join(one.name for _, one in every)}")
    package, found = every[place]
    if request.args.get("format") == "csv":
        response = Response(_text(package, name), content_type="text/csv; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return response
    header = [one.name for one in fields(found.row)]
    return {
        "title": found.title,
        "experiment": found,
        "plots": _plots(package, found),
        "header": header,
        "rows": [[getattr(row, column) for column in header] for row in rows_of(package, found)],
        "data": f"{EXPERIMENTS}/{name}?format=csv",
        "next": every[(place + 1) % len(every)][1],
        "modules": ["copy"],
    }


@cache
def _plots(package: str, experiment: Experiment) -> list[str]:
    return [draw(rows_of(package, experiment)) for draw in experiment.plots]


@cache
def _text(package: str, name: str) -> str:
    return (files(package) / "data" / f"{name}.csv").read_text("utf-8")


@cache
def rows_of(package: str, experiment: Experiment) -> tuple[Any, ...]:
    """Return the recorded rows of an experiment."""
    hints = get_type_hints(experiment.row)
    return tuple(
        experiment.row(**{key: _read(hints[key], value) for key, value in line.items()})
        for line in csv.DictReader(_text(package, experiment.name).splitlines())
    )


def _read(hint: Any, text: str) -> Any:  # noqa: ANN401 - a type, and a value of it
    kinds = get_args(hint) or (hint,)
    if text == "" and NoneType in kinds:
        return None
    return next(one for one in kinds if one is not NoneType)(text)
