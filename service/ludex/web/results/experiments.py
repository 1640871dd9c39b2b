"""The experiments of the papers, run again: rows that the commands wrote, drawn as plots, with the rows as files.

The rows were written once, by the commands that the page names: they take minutes. Equal seeds give equal rows, except
for times.
"""

import csv
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache, partial
from importlib.resources import files
from types import NoneType
from typing import Any, get_args, get_type_hints

from flask import Response, request

from ludex.catalogue.reading import UnknownObject
from ludex.catalogue.registry import Registry
from ludex.games.planarity.pictures.plots import svg_asked_plot, svg_attempts_plot, svg_interior_plot
from ludex.games.sets.pictures.plots import board_times_svg, play_by_round_svg, solver_times_svg, uniformity_svg
from ludex.planarity.study.experiments import AskedRow, InteriorRow, ThresholdRow
from ludex.sets.deck import Deck
from ludex.sets.study.experiments import BoardTimeRow, TimeRow
from ludex.sets.study.statistics import PlayRow
from ludex.sets.study.uniformity import Uniformity, histogram
from ludex.web.page import Page, Site
from ludex.web.results.tables import RESULTS

EXPERIMENTS = f"{RESULTS}/experiments"
DECK, TRIALS = Deck(4, 3), 10_000


@dataclass(frozen=True, slots=True)
class CardRow:
    """How often a card came to the first tables, and right after."""

    card: str
    initial: int
    drawn: int


def _uniform(rows: Iterable[CardRow], *, drawn: bool) -> str:
    every = tuple(rows)
    initial = histogram([one.initial for one in every], DECK.first_table)
    after = histogram([one.drawn for one in every], DECK.values)
    return uniformity_svg(Uniformity(DECK.properties, DECK.values, TRIALS, 0, initial, after), drawn=drawn)


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment: its rows, its plots, the command that wrote the rows, where the paper has it, what it shows."""

    name: str
    title: str
    row: type
    plots: tuple[Callable[[Any], str], ...]
    command: str
    source: str
    about: str


_SAMPLES = "--samples 100 --seed 0"
EVERY = (
    Experiment(
        "attempts",
        "Attempts at a point set",
        ThresholdRow,
        (svg_attempts_plot,),
        f"ludex planarity experiment attempts {_SAMPLES}",
        "Swap Planarity, Figure 13",
        "Points are tried one by one, and all begins again after as many failures as the threshold says. A threshold "
        "of some hundreds is best; how many attempts are needed grows steeply with the number of points.",
    ),
    Experiment(
        "interior",
        "Points inside the hull",
        InteriorRow,
        (svg_interior_plot, partial(svg_interior_plot, deviations=True)),
        f"ludex planarity experiment interior {_SAMPLES}",
        "Swap Planarity, Figures 14 and 15",
        "The farther points must stay from lines through others, the fewer of them lie inside the hull. A curve ends "
        "where no point set was found any more.",
    ),
    Experiment(
        "asked",
        "Random swaps against the true minimum",
        AskedRow,
        (svg_asked_plot,),
        f"ludex planarity experiment asked {_SAMPLES}",
        "not in the paper",
        "A level made by so many random swaps is often solved by fewer: the swaps undo one another, or another plane "
        "drawing is nearer. So the generator proves the minimum of every level.",
    ),
    Experiment(
        "play",
        "Tables without a set, by round",
        PlayRow,
        (play_by_round_svg,),
        f"ludex sets statistics rounds set-3-4 --trials {TRIALS} --seed 0",
        "the thesis on generalized SET, introduction, after P. Norvig (2017)",
        "The odds of the first table are not those of later ones: whoever takes sets leaves tables with fewer of them.",
    ),
    Experiment(
        "uniformity",
        "Do all cards come equally often?",
        CardRow,
        (partial(_uniform, drawn=False), partial(_uniform, drawn=True)),
        f"ludex sets statistics uniformity set-3-4 --trials {TRIALS} --seed 0",
        "the thesis on generalized SET, Figures 1 to 4",
        "Each card of the deck, on first tables and among the cards that come right after. The test says whether the "
        "differences are as large as chance makes them.",
    ),
    Experiment(
        "values",
        "Solvers of SET, by the number of values",
        TimeRow,
        (solver_times_svg,),
        "ludex sets experiment values --trials 5 --share 5",
        "the thesis, section 6.2",
        "All solvers get the same boards. Processor time on one machine: compare the curves, not the seconds.",
    ),
    Experiment(
        "properties",
        "Solvers of SET, by the number of properties",
        TimeRow,
        (solver_times_svg,),
        "ludex sets experiment properties --span 2-6 --trials 5 --share 5",
        "the thesis, section 6.3",
        "The look-up hardly notices properties; the integer program and the SMT solver carry their set-up along.",
    ),
    Experiment(
        "cards",
        "Solvers of SET, by the cards on the table",
        BoardTimeRow,
        (board_times_svg,),
        "ludex sets experiment cards --span 6,9,12,15,18 --trials 10 --share 5",
        "not in the thesis",
        "Tables of random cards, new to every solver: to a set, or to the proof that there is none.",
    ),
)


def pages(registry: Registry) -> Iterable[Page]:
    """Return the page of the experiments, and that of each."""
    if "planarity-level" in registry.kind and "set-deck" in registry.kind:
        yield Page(EXPERIMENTS, _overview, "results/experiments.html", title="Experiments", section=RESULTS)
        yield Page(f"{EXPERIMENTS}/<name>", _one, "results/experiment.html", section=RESULTS)


def _overview(_site: Site) -> Mapping[str, Any]:
    return {
        "cards_shown": [
            {"address": f"{EXPERIMENTS}/{one.name}", "name": one.title, "about": f"{one.source}. {one.about}"}
            for one in EVERY
        ]
    }


def _one(_site: Site, name: str) -> Mapping[str, Any] | Response:
    place = next((place for place, one in enumerate(EVERY) if one.name == name), None)
    if place is None:
        raise UnknownObject(f"no experiment is called {name!r}; there are {', '.join(one.name for one in EVERY)}")
    found = EVERY[place]
    if request.args.get("format") == "csv":
        response = Response(_text(name), content_type="text/csv; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return response
    rows = rows_of(name)
    return {
        "title": found.title,
        "experiment": found,
        "plots": _drawn(name),
        "header": [one.name for one in fields(found.row)],
        "rows": [[getattr(row, one.name) for one in fields(found.row)] for row in rows],
        "data": f"{EXPERIMENTS}/{name}?format=csv",
        "next": EVERY[(place + 1) % len(EVERY)],
        "modules": ["copy"],
    }


@lru_cache(maxsize=len(EVERY))
def _drawn(name: str) -> list[str]:
    [found] = (one for one in EVERY if one.name == name)
    return [draw(rows_of(name)) for draw in found.plots]


@lru_cache(maxsize=len(EVERY))
def _text(name: str) -> str:
    return (files(__package__) / "data" / f"{name}.csv").read_text("utf-8")


@lru_cache(maxsize=len(EVERY))
def rows_of(name: str) -> tuple[Any, ...]:
    """Return the rows of an experiment, as those who ran it got them."""
    [found] = (one for one in EVERY if one.name == name)
    hints = get_type_hints(found.row)
    return tuple(
        found.row(**{key: _read(hints[key], value) for key, value in line.items()})
        for line in csv.DictReader(_text(name).splitlines())
    )


def _read(hint: Any, text: str) -> Any:  # noqa: ANN401 - a type, and a value of it
    kinds = get_args(hint) or (hint,)
    if text == "" and NoneType in kinds:
        return None
    return next(one for one in kinds if one is not NoneType)(text)
