"""The page with the probability that a random deal has nothing to find, as curves and tables by deck."""

import json
from dataclasses import dataclass
from functools import lru_cache

from flask import Response, render_template, request, url_for

from ludex.card_games.deals import DealSeries, DealStatistic, svg_deal_plot
from ludex.catalogue.objects.reading import find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.evidence import Evidence, weakest
from ludex.web.game_pages import Contributions, SharedResults, site
from ludex.web.results import claims_address, claims_of_statement, csv_file


@dataclass(frozen=True, slots=True)
class DealResults:
    """The part of the page that a game contributes.

    A part consists of the statement of the claims, the kind of the decks, and a description of the event.
    """

    statement: str
    kind: str
    event: str


@dataclass(frozen=True, slots=True)
class DeckProbabilities:
    """The stored probabilities for one deck, in the order of the number of cards dealt, and the evidence for all."""

    label: str
    name: str
    claims: str
    statistics: tuple[DealStatistic, ...]
    evidence: Evidence | None


def _about(contributions: Contributions) -> str:
    """Return the description for the results overview."""
    events = ", or ".join(deals.event for _, deals in contributions)
    return f"How likely is it that a random deal contains {events}? The answers are exact counts, not samples."


def _deals(contributions: Contributions) -> str | Response:
    log = request.args.get("scale") == "log"
    with site.catalogue.reading() as reader:
        games = [(game.title, deals.event, _probabilities(reader, deals)) for game, deals in contributions]
    if request.args.get("format") == "csv":
        rows = (
            (deck.label, statistic.n, statistic.numerator, statistic.denominator, float(statistic.probability))
            + (("exact", "", "") if statistic.exact else ("sampled", statistic.low, statistic.high))
            for _, _, decks in games
            for deck in decks
            for statistic in deck.statistics
        )
        header = ["deck", "n", "numerator", "denominator", "probability", "how", "low", "high"]
        return csv_file("deals-with-nothing-to-find", header, rows)
    return render_template(
        "card_games/deals.html",
        title="Deals with nothing to find",
        section="/explore",
        games=[
            {"title": title, "event": event, "decks": decks, "plot": _plot(title, event, decks, log) if decks else ""}
            for title, event, decks in games
        ],
        log=log,
        linear_address=url_for("results.Deals"),
        log_address=url_for("results.Deals", scale="log"),
        data=url_for("results.Deals", format="csv"),
    )


def _probabilities(reader: Reader, deals: DealResults) -> tuple[DeckProbabilities, ...]:
    by_deck: dict[str, dict[int, tuple[DealStatistic, Evidence | None]]] = {}
    for claim in claims_of_statement(reader, deals.statement):
        statistic, best = DealStatistic.from_claim(claim.parameters, claim.value), by_deck.setdefault(claim.subject, {})
        if statistic.n not in best or statistic.exact:
            best[statistic.n] = statistic, claim.evidence
    decks = find_many(reader, reader.registry.kind[deals.kind], by_deck, whole=False)
    found = []
    for label, best in by_deck.items():
        members = json.loads(decks[label].text()) if label in decks else {}
        statistics, evidence = zip(*(best[n] for n in sorted(best)), strict=True)
        name = members.get("slug") or members.get("name") or label
        found.append(DeckProbabilities(label, name, claims_address(label), statistics, weakest(evidence)))
    return tuple(found)


@lru_cache(maxsize=16)
def _plot(title: str, event: str, decks: tuple[DeckProbabilities, ...], log: bool) -> str:
    series = [DealSeries.of(deck.name, deck.statistics) for deck in decks]
    return svg_deal_plot(series, log, f"Deals of {title} with {event}", event)


DEALS = SharedResults("/results/deals", name="Deals", about=_about, view=_deals)
"""The results page for random deals, to which each game contributes :class:`DealResults`."""
