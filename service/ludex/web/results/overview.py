"""The overview of results, the findings of the games, and functions that all pages of results share."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from io import StringIO
from typing import Any

from flask import Response
from werkzeug.wrappers import Response as AnyResponse

from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.sequences.reading import sequences_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.game_pages import GamePages, Page, SharedResults, Site
from ludex.web.site.addresses import EXPLORE, object_address

RESULTS = "/results"
EXPERIMENTS = f"{RESULTS}/experiments"
SETTLED = f"{RESULTS}/settled"
SEQUENCES = "/sequences"


def pages(site: Site) -> Iterable[Page]:
    """Return the overview, shared pages of results, and the page of findings, each only if a game contributes to it."""
    if _cards(site):
        yield Page(RESULTS, _overview, "results/overview.html", title="Results", section=EXPLORE)
    for shared in _contributions(site):
        yield Page(shared.rule, partial(_shared, shared), shared.template, title=shared.title, section=EXPLORE)
    if _findings(site):
        yield Page(SETTLED, _settled, "results/settled.html", title="Settled and corrected", section=EXPLORE)


def _contributions(site: Site) -> dict[SharedResults, list[tuple[GamePages, Any]]]:
    """Return the shared pages of results, each with the contributions of the games."""
    pages: dict[SharedResults, list[tuple[GamePages, Any]]] = {}
    for game in site.games:
        for shared, contribution in game.shared_results:
            pages.setdefault(shared, []).append((game, contribution))
    return pages


def _shared(shared: SharedResults, site: Site) -> Mapping[str, Any] | AnyResponse:
    return shared.view(site, _contributions(site)[shared])


def _findings(site: Site) -> dict[str, Mapping[str, Any]]:
    """Return, for each game that has findings, its findings by heading."""
    both = {game.title: {"Settled": game.settled(), "Corrected": game.corrected()} for game in site.games}
    return {title: findings for title, findings in both.items() if any(findings.values())}


def _settled(site: Site) -> Mapping[str, Any]:
    return {"games": _findings(site)}


def _overview(site: Site) -> Mapping[str, Any]:
    return {"cards_shown": _cards(site)}


def _cards(site: Site) -> list[Mapping[str, str]]:
    """Return links to the pages of individual games, followed by links to the pages that several games share."""
    own = sorted((page for game in site.games for page in game.results), key=lambda page: page.title)
    cards = [(page.rule, page.title, page.about) for page in own]
    for shared, contributions in _contributions(site).items():
        cards.append((shared.rule, shared.name, shared.about(contributions)))
    if sequences_of(site.catalogue.registry):
        about = "Every exact integer sequence that Ludex computes: terms, proofs, plots, b-files, and conjectures."
        cards.append((SEQUENCES, "Integer sequences", about))
    if any(game.experiments for game in site.games):
        cards.append((EXPERIMENTS, "Experiments", "Measurements from the papers, repeated: plots with their data."))
    if _findings(site):
        about = "Open questions that have been answered, and errors that have been corrected."
        cards.append((SETTLED, "Settled and corrected", about))
    return [{"address": address, "name": name, "about": about} for address, name, about in cards]


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
    """Return the claims of a statement. The list is empty if no game declares the statement."""
    if statement not in reader.registry.statement:
        return []
    return list(stream_of_claims(reader, ClaimFilters(statement)))


def claims_address(label: str) -> str:
    """Return the address of the claims about an object."""
    return f"{object_address(label)}#claims"
