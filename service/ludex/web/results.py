"""The pages of results: the overview with findings, the experiments in the papers, and integer sequences.

The rows of an experiment are stored in the folder `data` of the game's pages. The pages show the commands that recorded
the rows. These commands take minutes. The same seed produces the same rows, except for times that were measured.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib.resources import files
from io import StringIO
from math import ceil, log10
from types import NoneType
from typing import Any, get_args, get_type_hints

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.exact_results.declaration import IntegerSequence, RecordTable, find_result, results_of
from ludex.catalogue.exact_results.formats import shown_terms
from ludex.catalogue.exact_results.reading import SequenceTerms, read_sequences
from ludex.catalogue.objects.reading import UnknownObject
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.text_lines import split_lines
from ludex.pictures.charts import Axes, LinePoint, format_power, lines_plot, whole_ticks
from ludex.web.declarations import Experiment
from ludex.web.forms import form_cards
from ludex.web.game_pages import GamePages, SharedResults, site
from ludex.web.site.addresses import api_address

blueprint = Blueprint("results", __name__)


def _contributions() -> dict[SharedResults, list[tuple[GamePages, Any]]]:
    """Return the shared results pages, together with the contributions of the games to each page."""
    pages: dict[SharedResults, list[tuple[GamePages, Any]]] = {}
    for game in site.games:
        for shared, contribution in game.shared_results:
            pages.setdefault(shared, []).append((game, contribution))
    return pages


def show_shared(shared: SharedResults) -> str | AnyResponse:
    """Show a page of results to which several games contribute."""
    return shared.view(_contributions()[shared])


def _findings() -> dict[str, Mapping[str, Any]]:
    """Return the findings of each game that has findings, grouped by heading."""
    both = {game.title: {"Settled": game.settled(), "Corrected": game.corrected()} for game in site.games}
    return {title: findings for title, findings in both.items() if any(findings.values())}


@blueprint.get("/results/settled")
def list_findings() -> str:
    """List the settled questions and the corrected errors."""
    findings = _findings() or abort(404)
    return render_template("results/settled.html", title="Settled and corrected", section="/explore", games=findings)


@blueprint.get("/results")
def show_overview() -> str:
    """Show the links to all results."""
    cards = _cards() or abort(404)
    return render_template(
        "results/overview.html",
        title="Results",
        section="/explore",
        cards_shown=cards,
        forms=form_cards(research=True),
    )


def _cards() -> list[Mapping[str, str]]:
    """Return links to the pages of individual games. Links to the pages that several games share follow."""
    own = sorted((page for game in site.games for page in game.results), key=lambda page: page.title)
    cards = [(page.endpoint, page.title, page.about) for page in own]
    for shared, contributions in _contributions().items():
        cards.append((f"results.{shared.name}", shared.name, shared.about(contributions)))
    if results_of(site.catalogue.registry, IntegerSequence):
        about = "Every exact integer sequence that Ludex computes: terms, proofs, plots, b-files, and conjectures."
        cards.append(("results.list_sequences", "Integer sequences", about))
    if results_of(site.catalogue.registry, RecordTable):
        about = "The largest and hardest objects for each pair of parameters, with the claims that prove them."
        cards.append(("records.list_tables", "Tables of records", about))
    if any(game.experiments for game in site.games):
        cards.append(
            (
                "results.list_experiments",
                "Experiments",
                "Repetitions of measurements from the papers: plots with their data.",
            )
        )
    if _findings():
        about = "Open questions that have been answered, and errors that have been corrected."
        cards.append(("results.list_findings", "Settled and corrected", about))
    return [{"address": url_for(endpoint), "name": name, "about": about} for endpoint, name, about in cards]


def csv_file(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """Return a table as a downloadable CSV file."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows(rows)
    return csv_response(name, text.getvalue())


def csv_response(name: str, text: str) -> Response:
    """Return CSV text as a downloadable file."""
    response = Response(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def claims_of_statement(reader: Reader, statement: str) -> list[StoredClaim]:
    """Return the claims with a given statement. If no game declares the statement, the list is empty."""
    if statement not in reader.registry.statement:
        return []
    return list(stream_of_claims(reader, ClaimFilters(statement)))


def claims_address(label: str) -> str:
    """Return the address of the claims about an object."""
    return url_for("objects.show_object", label=label, _anchor="claims")


def _experiments() -> list[tuple[str, Experiment]]:
    """Return the experiments of all games. Each experiment comes with the package of its game."""
    return [(game.package, experiment) for game in site.games for experiment in game.experiments]


@blueprint.get("/results/experiments")
def list_experiments() -> str:
    """List the experiments."""
    experiments = _experiments() or abort(404)
    return render_template(
        "results/experiments.html",
        title="Experiments",
        section="/explore",
        cards_shown=[
            {
                "address": url_for("results.show_experiment", name=experiment.name),
                "name": experiment.title,
                "about": f"{experiment.source}. {experiment.about}",
            }
            for _, experiment in experiments
        ],
    )


@blueprint.get("/results/experiments/<name>")
def show_experiment(name: str) -> str | AnyResponse:
    """Show an experiment with its plots and rows, or send the rows. Raises UnknownObject."""
    experiments = _experiments()
    place = next((place for place, (_, experiment) in enumerate(experiments) if experiment.name == name), None)
    if place is None:
        names = ", ".join(experiment.name for _, experiment in experiments)
        raise UnknownObject(f"there is no experiment {name!r}; the experiments are {names}")
    package, found = experiments[place]
    if request.args.get("format") == "csv":
        return csv_response(name, _text(package, name))
    header = [field.name for field in fields(found.row)]
    return render_template(
        "results/experiment.html",
        section="/explore",
        title=found.title,
        experiment=found,
        plots=_plots(package, found),
        header=header,
        rows=[[getattr(row, column) for column in header] for row in rows_of(package, found)],
        data=url_for("results.show_experiment", name=name, format="csv"),
        next=experiments[(place + 1) % len(experiments)][1],
        modules=["copy"],
    )


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
        for line in csv.DictReader(split_lines(_text(package, experiment.name)))
    )


def _read(hint: Any, text: str) -> Any:  # noqa: ANN401 - a type, and a value of it
    kinds = get_args(hint) or (hint,)
    if text == "" and NoneType in kinds:
        return None
    return next(kind for kind in kinds if kind is not NoneType)(text)


_LOGARITHMIC_FROM = 1_000
_MAX_TICKS = 8
_MIN_PLOTTED = 3


@blueprint.get("/sequences")
def list_sequences() -> str:
    """List the integer sequences."""
    if not results_of(site.catalogue.registry, IntegerSequence):
        abort(404)
    with site.catalogue.reading() as reader:
        found = read_sequences(reader)
    titles = {game.kinds[0].game: game.title for game in site.catalogue.registry.games}
    by_game = {
        title: [(sequence, shown_terms(sequence)) for sequence in found if sequence.game == game]
        for game, title in titles.items()
    }
    return render_template(
        "results/sequences.html",
        title="Integer sequences",
        section="/results",
        by_game={title: sequences for title, sequences in by_game.items() if sequences},
        count=len(found),
        in_oeis=sum(sequence.oeis is not None for sequence in found),
        json=api_address("sequences"),
    )


@blueprint.get("/sequences/<name>")
def show_sequence(name: str) -> str:
    """Show an integer sequence."""
    with site.catalogue.reading() as reader:
        declared = results_of(reader.registry, IntegerSequence)
        chosen = find_result(reader.registry, IntegerSequence, name)
        [sequence] = read_sequences(reader, [chosen])
    return render_template(
        "results/sequence.html",
        section="/results",
        title=sequence.title,
        sequence=sequence,
        rows=list(zip(sequence.indexed, sequence.claims, strict=True)),
        stated=any(sequence.claims),
        plot=_plot(sequence) if len(sequence.terms) >= _MIN_PLOTTED else "",
        json=api_address(f"sequences/{name}"),
        next=declared[(declared.index(chosen) + 1) % len(declared)],
        modules=["copy"],
    )


def _plot(sequence: SequenceTerms) -> str:
    """Return the plot of the terms, with a logarithmic scale if the terms are large."""
    line = [LinePoint(index, float(term), f"a({index}) = {term:,}") for index, term in sequence.indexed]
    largest, last = max(sequence.terms), sequence.next_index - 1
    if largest >= _LOGARITHMIC_FROM:
        highest = ceil(log10(largest))
        axes = Axes(sequence.offset, last, top=10.0**highest, lowest=0)
        step = ceil((highest + 1) / _MAX_TICKS)
        ticks = [(10.0**power, format_power(power)) for power in range(0, highest + 1, step)]
    else:
        axes = Axes(sequence.offset, last, top=float(max(largest, 1)))
        ticks = [(float(tick), str(tick)) for tick in whole_ticks(0, max(largest, 1))]
    return lines_plot(sequence.name, {"a(n)": line}, axes, ticks, "n", "a(n)")
