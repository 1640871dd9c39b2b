"""The probability that a random deal has nothing to find: stored values by deck, as curves and tables."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Response, request

from ludex.card_games.deal_plots import DealSeries, svg_deal_plot
from ludex.card_games.deal_statistics import DealStatistic
from ludex.catalogue.objects.reading import find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.game_pages import DealResults, Page, Site
from ludex.web.results.overview import DEALS, RESULTS, claims_address, claims_of_statement, csv_file
from ludex.web.site.addresses import address_of


@dataclass(frozen=True, slots=True)
class DeckProbabilities:
    """The stored probabilities of one deck, by the number of cards dealt."""

    label: str
    name: str
    claims: str
    statistics: tuple[DealStatistic, ...]


def pages(site: Site) -> Iterable[Page]:
    """Return the page of deals, if a game has such results."""
    if any(game.deals is not None for game in site.games):
        yield Page(DEALS, _deals, "results/deals.html", title="Deals with nothing to find", section=RESULTS)


def _deals(site: Site) -> Mapping[str, Any] | Response:
    log = request.args.get("scale") == "log"
    having = [(game.title, game.deals) for game in site.games if game.deals is not None]
    with site.catalogue.reading() as reader:
        games = [(title, deals.event, _probabilities(reader, deals)) for title, deals in having]
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
    return {
        "games": [
            {"title": title, "event": event, "decks": decks, "plot": _plot(title, event, decks, log) if decks else ""}
            for title, event, decks in games
        ],
        "log": log,
        "linear_address": DEALS,
        "log_address": address_of(DEALS, scale="log"),
        "data": address_of(DEALS, format="csv"),
    }


def _probabilities(reader: Reader, deals: DealResults) -> tuple[DeckProbabilities, ...]:
    by_deck: dict[str, list[DealStatistic]] = {}
    for claim in claims_of_statement(reader, deals.statement):
        by_deck.setdefault(claim.subject, []).append(DealStatistic.from_claim(claim.parameters, claim.value))
    decks = find_many(reader, reader.registry.kind[deals.kind], by_deck, whole=False)
    found = []
    for label, statistics in by_deck.items():
        members = json.loads(decks[label].text()) if label in decks else {}
        best: dict[int, DealStatistic] = {}
        for statistic in statistics:
            if statistic.n not in best or statistic.exact:
                best[statistic.n] = statistic
        ordered = tuple(best[n] for n in sorted(best))
        name = members.get("slug") or members.get("name") or label
        found.append(DeckProbabilities(label, name, claims_address(label), ordered))
    return tuple(found)


@lru_cache(maxsize=16)
def _plot(title: str, event: str, decks: tuple[DeckProbabilities, ...], log: bool) -> str:
    series = [DealSeries.of(deck.name, deck.statistics) for deck in decks]
    return svg_deal_plot(series, log, f"Deals of {title} with {event}", event)
