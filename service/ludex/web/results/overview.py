"""The overview of the results, and the findings of the games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludex.web.page import Page, Site
from ludex.web.results.deals import DEALS
from ludex.web.results.experiments import EXPERIMENTS
from ludex.web.results.tables import RESULTS

SETTLED = f"{RESULTS}/settled"


@dataclass(frozen=True, slots=True)
class Finding:
    """A result that settles a question or corrects an error: the previous state, the result, the evidence, links."""

    name: str
    title: str
    before: str
    holds: str
    known_by: str
    links: tuple[tuple[str, str], ...] = ()


def _settled(site: Site) -> Mapping[str, Any]:
    return {"games": {game.title: game.findings() for game in site.games if game.findings is not None}}


@dataclass(frozen=True, slots=True)
class ResultsCard:
    """A page of results on the overview: its address, its name, its subject."""

    address: str
    name: str
    about: str


def pages(site: Site) -> Iterable[Page]:
    """Return the overview and the page of findings, if a game has any."""
    if _cards(site):
        yield Page(RESULTS, _overview, "results/overview.html", title="Results", entry="Results")
    if any(game.findings is not None for game in site.games):
        yield Page(SETTLED, _settled, "results/settled.html", title="Settled and corrected", section=RESULTS)


def _overview(site: Site) -> Mapping[str, Any]:
    return {"cards_shown": _cards(site)}


def _cards(site: Site) -> list[ResultsCard]:
    """Return the cards of the games' own pages, then of those that games share."""
    cards = sorted((card for game in site.games for card in game.results), key=lambda card: card.name)
    events = [game.deals.event for game in site.games if game.deals is not None]
    if events:
        about = f"How likely a deal has nothing to find: {', or '.join(events)}. Counted, not sampled."
        cards.append(ResultsCard(DEALS, "Deals", about))
    if any(game.experiments for game in site.games):
        about = "What the papers measured, run again: plots with their data."
        cards.append(ResultsCard(EXPERIMENTS, "Experiments", about))
    if any(game.findings is not None for game in site.games):
        about = "Open questions that are answered, and errors that were found."
        cards.append(ResultsCard(SETTLED, "Settled and corrected", about))
    return cards
