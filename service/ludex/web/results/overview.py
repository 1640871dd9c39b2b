"""The overview of the results."""

from collections.abc import Iterable, Mapping
from typing import Any

from ludex.catalogue.registry import Registry
from ludex.web.page import Page, Site
from ludex.web.results.tables import RESULTS

_ALL = (
    (
        "swish-board",
        "boards",
        "Boards of SWISH",
        "The largest set of cards without a swish, for any board, in closed form.",
    ),
    (
        "set-cap",
        "caps",
        "Caps of SET",
        "The most cards without a set, by properties and values, proved or between bounds.",
    ),
    ("set-deck", "deals", "Deals", "How likely a deal has nothing to find: no swish, or no set. Counted, not sampled."),
    (
        "planarity-census",
        "census",
        "Census of puzzles",
        "All puzzles of Swap Planarity on few points, by their minimum.",
    ),
    ("planarity-level", "experiments", "Experiments", "What the papers measured, run again: plots with their data."),
    (
        "swish-board",
        "settled",
        "Settled and corrected",
        "Open questions that are answered, and errors that were found.",
    ),
)


def pages(registry: Registry) -> Iterable[Page]:
    """Return the overview, if there is a game with results."""
    if any(kind in registry.kind for kind, *_ in _ALL):
        yield Page(RESULTS, _overview, "results/overview.html", title="Results", entry="Results")


def _overview(site: Site) -> Mapping[str, Any]:
    kinds = site.catalogue.registry.kind
    cards = [
        {"address": f"{RESULTS}/{name}", "name": title, "about": about}
        for kind, name, title, about in _ALL
        if kind in kinds
    ]
    return {"cards_shown": cards}
