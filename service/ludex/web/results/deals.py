"""How likely a deal has nothing to find: stored probabilities of decks of SWISH and SET, as curves and tables."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Response, request

from ludex.catalogue.reading import find_many
from ludex.catalogue.registry import Registry
from ludex.catalogue.snapshot import Reader
from ludex.engine.deal_statistics import DealStatistic
from ludex.pictures.plots import DealSeries, svg_deal_plot
from ludex.web.page import Page, Site
from ludex.web.results.tables import RESULTS, claims_address, claims_of_statement, csv_file
from ludex.web.walking import address_of

DEALS = f"{RESULTS}/deals"
_GAMES = (
    ("swish.no-swish-probability", "swish-deck", "SWISH", "no swish"),
    ("set.no-set-probability", "set-deck", "SET", "no set"),
)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The stored probabilities of one deck, by the number of cards."""

    label: str
    name: str
    claims: str
    statistics: tuple[DealStatistic, ...]


def pages(registry: Registry) -> Iterable[Page]:
    """Return the page of deals."""
    if any(kind in registry.kind for _, kind, _, _ in _GAMES):
        yield Page(DEALS, _deals, "results/deals.html", title="Deals with nothing to find", section=RESULTS)


def _deals(site: Site) -> Mapping[str, Any] | Response:
    log = request.args.get("scale") == "log"
    with site.catalogue.reading() as reader:
        games = [
            (title, event, _dealt(reader, statement, kind))
            for statement, kind, title, event in _GAMES
            if kind in reader.registry.kind
        ]
    if request.args.get("format") == "csv":
        rows = (
            (one.label, statistic.n, statistic.numerator, statistic.denominator, float(statistic.probability))
            + (("exact", "", "") if statistic.exact else ("sampled", statistic.low, statistic.high))
            for _, _, decks in games
            for one in decks
            for statistic in one.statistics
        )
        header = ["deck", "n", "numerator", "denominator", "probability", "how", "low", "high"]
        return csv_file("deals-with-nothing-to-find", header, rows)
    return {
        "games": [
            {
                "title": title,
                "event": event,
                "decks": decks,
                "plot": _plot(title, event, tuple(decks), log) if decks else "",
            }
            for title, event, decks in games
        ],
        "log": log,
        "linear_address": DEALS,
        "log_address": address_of(DEALS, scale="log"),
        "data": address_of(DEALS, format="csv"),
    }


def _dealt(reader: Reader, statement: str, kind: str) -> list[Dealt]:
    by_deck: dict[str, list[DealStatistic]] = {}
    for claim in claims_of_statement(reader, statement):
        by_deck.setdefault(claim.subject, []).append(DealStatistic.claimed(claim.parameters, claim.value))
    decks = find_many(reader, reader.registry.kind[kind], by_deck, whole=False)
    made = []
    for label, statistics in by_deck.items():
        members = json.loads(decks[label].text()) if label in decks else {}
        best: dict[int, DealStatistic] = {}
        for one in statistics:
            if one.n not in best or one.exact:
                best[one.n] = one
        ordered = tuple(best[n] for n in sorted(best))
        made.append(Dealt(label, members.get("slug") or members.get("name") or label, claims_address(label), ordered))
    return made


@lru_cache(maxsize=16)
def _plot(title: str, event: str, decks: tuple[Dealt, ...], log: bool) -> str:
    series = [DealSeries.of(one.name, one.statistics) for one in decks]
    return svg_deal_plot(series, log, f"Deals of {title} with {event}", event)
