"""Repetitions of the experiments in the papers, as plots of recorded rows and as files with the rows.

The rows are stored in the folder `data` of each game's pages. The commands that recorded the rows take minutes, and are
shown on the pages. The same seed results in the same rows, except for measured times.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from types import NoneType
from typing import Any, get_args, get_type_hints

from flask import Response, request

from ludex.catalogue.objects.reading import UnknownObject
from ludex.web.game_pages import Page, Site
from ludex.web.results.findings import Experiment
from ludex.web.results.overview import EXPERIMENTS, csv_response
from ludex.web.site.addresses import EXPLORE


def pages(site: Site) -> Iterable[Page]:
    """Return the list of experiments and the page of an experiment, if any game has experiments."""
    if _experiments(site):
        yield Page(EXPERIMENTS, _overview, "results/experiments.html", title="Experiments", section=EXPLORE)
        yield Page(f"{EXPERIMENTS}/<name>", _experiment, "results/experiment.html", section=EXPLORE)


def _experiments(site: Site) -> list[tuple[str, Experiment]]:
    """Return the experiments of all games, each with the package of its game."""
    return [(game.package, experiment) for game in site.games for experiment in game.experiments]


def _overview(site: Site) -> Mapping[str, Any]:
    return {
        "cards_shown": [
            {
                "address": f"{EXPERIMENTS}/{experiment.name}",
                "name": experiment.title,
                "about": f"{experiment.source}. {experiment.about}",
            }
            for _, experiment in _experiments(site)
        ]
    }


def _experiment(site: Site, name: str) -> Mapping[str, Any] | Response:
    experiments = _experiments(site)
    place = next((place for place, (_, experiment) in enumerate(experiments) if experiment.name == name), None)
    if place is None:
        names = ", ".join(experiment.name for _, experiment in experiments)
        raise UnknownObject(f"there is no experiment {name!r}; the experiments are {names}")
    package, found = experiments[place]
    if request.args.get("format") == "csv":
        return csv_response(name, _text(package, name))
    header = [field.name for field in fields(found.row)]
    return {
        "title": found.title,
        "experiment": found,
        "plots": _plots(package, found),
        "header": header,
        "rows": [[getattr(row, column) for column in header] for row in rows_of(package, found)],
        "data": f"{EXPERIMENTS}/{name}?format=csv",
        "next": experiments[(place + 1) % len(experiments)][1],
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
    return next(kind for kind in kinds if kind is not NoneType)(text)
